import { fireEvent, screen, within } from '@testing-library/react'
import type { ConditionCheck } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, rejection } from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const latest: ConditionCheck = {
  id: 2,
  itemId: 101,
  day: daysAgo(21),
  state: 'watch',
  occasion: 'beforeLoan',
  remark: 'A crack in the frame.',
  photos: [],
  created: '2026-11-01T10:00:00.000Z',
  first_name: 'Anna',
  last_name: 'Keller',
  version: 1,
}
const earlier: ConditionCheck = { ...latest, id: 1, state: 'good', remark: '', day: daysAgo(60) }

async function openBlock(checks: ConditionCheck[], answers: Answers = {}, hash = '') {
  openScreen(`/inventory-detail/101${hash}`, {
    'GET /inventory/details/:id': item,
    'GET /attributes/:type': [],
    'GET /inventory/conditions/:id': { checks, removed: [] },
    ...answers,
  })
  await screen.findByText(checks.length === 0 ? 'No condition checks yet.' : /3 weeks ago/)
  return within(screen.getByRole('region', { name: 'Condition' }))
}

test('the latest check is shown in full, earlier ones folded', async () => {
  const block = await openBlock([latest, earlier])
  const [first, second] = block.getAllByRole('listitem')
  expect(first?.querySelector('summary')?.textContent).toContain('Watch · 3 weeks ago')
  expect(first?.textContent).toContain('Before a loan · ')
  expect(first?.textContent).toContain('Anna Keller')
  expect(first?.querySelector('details')?.open).toBe(true)
  expect(second?.querySelector('details')?.open).toBe(false)
})

test('an address opens the form or an earlier check', async () => {
  const block = await openBlock([latest, earlier], {}, '#condition-1')
  expect(block.getAllByRole('listitem')[1]?.querySelector('details')?.open).toBe(true)
  expect(block.queryByRole('form')).toBeNull()

  const blockWithForm = await openBlock([latest], {}, '#condition-new')
  await blockWithForm.findByRole('form', { name: 'Check condition' })
})

test('a check is edited and removed only by those who may, and an archived item not checked', async () => {
  const block = await openBlock([latest])
  expect(block.getByRole('button', { name: /^Make a task: Watch/ })).toBeTruthy()
  expect(block.queryByRole('button', { name: /^(?:Edit|Remove): / })).toBeNull()

  const blockOfManager = await openBlock([{ ...latest, mayEdit: true }])
  expect(blockOfManager.getAllByRole('button', { name: /^(?:Edit|Remove): / })).toHaveLength(2)

  const archived = { at: '2026-11-01T10:00:00.000Z', by: '' }
  const blockOfArchived = await openBlock([latest], {
    'GET /inventory/details/:id': { ...item, archived },
  })
  expect(blockOfArchived.queryByRole('button', { name: 'Check condition' })).toBeNull()
})

test('a rejected check keeps what was typed and names the field', async () => {
  const fields = { state: 'Please choose a condition.' }
  const block = await openBlock([], {
    'POST /inventory/add-condition': rejection(400, { fields }),
  })
  fireEvent.click(block.getByRole('button', { name: 'Check condition' }))
  const remark = block.getByLabelText<HTMLTextAreaElement>('Remark')
  fireEvent.change(remark, { target: { value: 'Rust' } })
  fireEvent.click(block.getByRole('button', { name: 'Save' }))
  await block.findByText(fields.state)
  expect(remark.value).toBe('Rust')

  fireEvent.click(block.getByRole('button', { name: 'Urgent' }))
  expect(block.queryByText(fields.state)).toBeNull()
})

test('a conflict shows both versions in words', async () => {
  const current: ConditionCheck = { ...latest, state: 'urgent', version: 2 }
  const conflict = { current, changedBy: 'Anna', changedAt: '2026-11-01T10:00:00.000Z' }
  const block = await openBlock([{ ...latest, mayEdit: true }], {
    'POST /inventory/edit-condition': rejection(409, conflict),
  })
  fireEvent.click(block.getByRole('button', { name: /^Edit: Watch/ }))
  fireEvent.click(block.getByRole('button', { name: 'Good' }))
  fireEvent.click(block.getByRole('button', { name: 'Save' }))
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('Anna saved this check')
  const group = within(panel).getByRole('group', { name: 'Condition' })
  expect(group.textContent).toBe('ConditionYoursGoodBy AnnaUrgent')
})
