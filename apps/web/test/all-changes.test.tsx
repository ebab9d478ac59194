import { fireEvent, screen, within } from '@testing-library/react'
import { done, type ListedChange } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, rejection } from './open-screen.tsx'

afterEach(closeScreen)

const at = '2026-11-15T10:00:00.000Z'

const itemChange: ListedChange = {
  ...{ subject: 'item', id: 101, key: 'change 9', at, by: 'Anna Keller' },
  ...{ title: 'LG-001 Étude', screen: '/inventory-detail/101', part: 'history' },
  change: {
    ...{ id: 9, kind: 'attributes', at, by: 'Anna Keller' },
    ...{ state: 'undoable', restorable: false },
    fields: [{ field: 'Year', before: '1911', after: '1912' }],
  },
}
const upload: ListedChange = {
  ...{ subject: 'import', id: 3, key: 'import 3', at, by: 'Anna Keller' },
  ...{ title: 'anker.csv', screen: '/inventory/art', did: 'La Grange: 40 items added' },
  undone: null,
}
const entry: ListedChange = {
  ...{ subject: 'journal', id: 5, key: 'change 8', at, by: '' },
  ...{ title: 'Journal entry of 31 May 2026', screen: '/journal?entry=5' },
  change: {
    ...{ id: 8, kind: 'changed', at, by: '', fields: [], restorable: false },
    state: 'taken-back',
  },
}

const answers: Answers = {
  'GET /history': { changes: [itemChange, upload, entry], next: null },
  'GET /people': [{ id: 1, name: 'Anna Keller' }],
}
const findRow = async (text: string) =>
  within((await screen.findByText(text)).closest('li') ?? document.body)

test('lists each change with its record, author and fields, and links the record', async () => {
  openScreen('/changes', answers, 'admin')
  const row = await findRow('LG-001 Étude')
  expect(row.getByText('Anna Keller')).toBeTruthy()
  expect(row.getByText('1911')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'LG-001 Étude' }).getAttribute('href')).toBe(
    '/inventory-detail/101#history',
  )
  expect(
    screen.getByRole('link', { name: 'Journal entry of 31 May 2026' }).getAttribute('href'),
  ).toBe('/journal?entry=5')
  expect((await findRow('Journal entry of 31 May 2026')).getByText('Undone since')).toBeTruthy()
})

test('undoes a change by its history, and says why if that is refused', async () => {
  openScreen('/changes', { ...answers, 'POST /history/undo': done }, 'admin')
  fireEvent.click((await findRow('LG-001 Étude')).getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Change undone.')).toBeTruthy()

  openScreen('/changes', { ...answers, 'POST /history/undo': rejection(409) }, 'admin')
  fireEvent.click((await findRow('LG-001 Étude')).getByRole('button', { name: /^Undo/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was undone.')
})

test('offers to clear a filter that no change matches', async () => {
  openScreen('/changes?what=museum', { ...answers, 'GET /history': { changes: [], next: null } })
  expect(await screen.findByText('No change matches the filter.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('What').value).toBe('museum')
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }))
  expect(await screen.findByText(/^No changes yet/)).toBeTruthy()
})
