import { fireEvent, screen, within } from '@testing-library/react'
import { done, type ListedChange } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, rejection } from './open-screen.tsx'

afterEach(closeScreen)

const instant = '2026-11-15T10:00:00.000Z'

const itemChange: ListedChange = {
  subject: 'item',
  id: 101,
  key: 'change 9',
  at: instant,
  by: 'Anna Keller',
  title: 'LG-001 Étude',
  screen: '/inventory-detail/101',
  part: 'history',
  change: {
    id: 9,
    kind: 'attributes',
    at: instant,
    by: 'Anna Keller',
    state: 'undoable',
    restorable: false,
    fields: [{ field: 'Year', before: '1911', after: '1912' }],
  },
}

const upload: ListedChange = {
  subject: 'import',
  id: 3,
  key: 'import 3',
  at: instant,
  by: 'Anna Keller',
  title: 'anker.csv',
  screen: '/inventory/art',
  did: 'La Grange: 40 items added',
  undone: null,
}

const undoneEntryChange: ListedChange = {
  subject: 'journal',
  id: 5,
  key: 'change 8',
  at: instant,
  by: '',
  title: 'Journal entry of 31 May 2026',
  screen: '/journal?entry=5',
  change: {
    id: 8,
    kind: 'changed',
    at: instant,
    by: '',
    state: 'taken-back',
    restorable: false,
    fields: [],
  },
}

const answers: Answers = {
  'GET /history': { changes: [itemChange, upload, undoneEntryChange], next: null },
  'GET /people': [{ id: 1, name: 'Anna Keller' }],
}

const findRow = async (title: string) =>
  within((await screen.findByText(title)).closest('li') ?? document.body)

const getLinkAddress = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('lists each change with its record, author and fields, and links the record', async () => {
  openScreen('/changes', answers, 'admin')
  const itemRow = await findRow('LG-001 Étude')
  expect(itemRow.getByText('Anna Keller')).toBeTruthy()
  expect(itemRow.getByText('1911')).toBeTruthy()
  expect(getLinkAddress('LG-001 Étude')).toBe('/inventory-detail/101#history')

  const entryRow = await findRow('Journal entry of 31 May 2026')
  expect(entryRow.getByText('Undone since')).toBeTruthy()
  expect(getLinkAddress('Journal entry of 31 May 2026')).toBe('/journal?entry=5')
})

async function undoItemChange(answer: Answers) {
  openScreen('/changes', { ...answers, ...answer }, 'admin')
  fireEvent.click((await findRow('LG-001 Étude')).getByRole('button', { name: /^Undo/ }))
}

test('undoes a change', async () => {
  await undoItemChange({ 'POST /history/undo': done })
  expect(await screen.findByText('Change undone.')).toBeTruthy()
})

test('says that nothing was undone if the server rejects an undo', async () => {
  await undoItemChange({ 'POST /history/undo': rejection(409) })
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was undone.')
})

test('offers to clear a filter that no change matches', async () => {
  openScreen('/changes?what=museum', { ...answers, 'GET /history': { changes: [], next: null } })
  expect(await screen.findByText('No change matches the filter.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('What').value).toBe('museum')

  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }))
  expect(await screen.findByText(/^No changes yet/)).toBeTruthy()
})
