import { fireEvent, screen, within } from '@testing-library/react'
import type { ConditionCheck } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, rejection } from './open-screen.tsx'
import { item } from './samples.ts'

afterEach(closeScreen)

const dayMs = 86_400_000

const formatDaysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Made three weeks ago, as its row says. */
const latestCheck: ConditionCheck = {
  id: 2,
  itemId: 101,
  day: formatDaysAgo(21),
  state: 'watch',
  occasion: 'beforeLoan',
  remark: 'A crack in the frame.',
  photos: [],
  created: '2026-11-01T10:00:00.000Z',
  first_name: 'Anna',
  last_name: 'Keller',
  version: 1,
}
const earlierCheck: ConditionCheck = {
  ...latestCheck,
  id: 1,
  state: 'good',
  remark: '',
  day: formatDaysAgo(60),
}

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

test('the latest check is open and earlier checks are folded', async () => {
  const block = await openBlock([latestCheck, earlierCheck])
  const [latestRow, earlierRow] = block.getAllByRole('listitem')
  expect(latestRow?.querySelector('summary')?.textContent).toContain('Watch · 3 weeks ago')
  expect(latestRow?.textContent).toContain('Before a loan · ')
  expect(latestRow?.textContent).toContain('Anna Keller')
  expect(latestRow?.querySelector('details')?.open).toBe(true)
  expect(earlierRow?.querySelector('details')?.open).toBe(false)
})

test('the hash of an address opens an earlier check', async () => {
  const block = await openBlock([latestCheck, earlierCheck], {}, '#condition-1')
  const [, earlierRow] = block.getAllByRole('listitem')
  expect(earlierRow?.querySelector('details')?.open).toBe(true)
  expect(block.queryByRole('form')).toBeNull()
})

test('the hash of an address opens the form for a new check', async () => {
  const block = await openBlock([latestCheck], {}, '#condition-new')
  await block.findByRole('form', { name: 'Check condition' })
})

const editOrRemove = /^(?:Edit|Remove): /

test('a check of someone else can be made a task, but not edited or removed', async () => {
  const block = await openBlock([latestCheck])
  expect(block.getByRole('button', { name: /^Make a task: Watch/ })).toBeTruthy()
  expect(block.queryByRole('button', { name: editOrRemove })).toBeNull()
})

test('a check that the user may edit has buttons to edit and to remove it', async () => {
  const block = await openBlock([{ ...latestCheck, mayEdit: true }])
  expect(block.getAllByRole('button', { name: editOrRemove })).toHaveLength(2)
})

test('an archived item can’t be checked', async () => {
  const archived = { at: '2026-11-01T10:00:00.000Z', by: '' }
  const block = await openBlock([latestCheck], {
    'GET /inventory/details/:id': { ...item, archived },
  })
  expect(block.queryByRole('button', { name: 'Check condition' })).toBeNull()
})

test('a rejected check keeps what was typed, and the field’s error until it is chosen', async () => {
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

test('a conflict names the state in both versions', async () => {
  const current: ConditionCheck = { ...latestCheck, state: 'urgent', version: 2 }
  const conflict = { current, changedBy: 'Anna', changedAt: '2026-11-01T10:00:00.000Z' }
  const block = await openBlock([{ ...latestCheck, mayEdit: true }], {
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
