import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Movement, Place, PlacedItem } from '@vitrine/contract'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { place } from './samples.ts'

afterEach(closeScreen)

const hall: Place = { ...place, count: 1 }
const shelf: Place = {
  ...place,
  id: 2,
  name: 'Gestell',
  code: 'H1-G',
  kind: 'shelf',
  parent_id: 1,
  count: 2,
}
const box: Place = {
  ...place,
  id: 3,
  name: 'Kiste',
  code: 'H1-K',
  kind: 'box',
  parent_id: 2,
  count: 4,
}
const archivedPlace: Place = {
  ...place,
  id: 4,
  name: 'Alter Saal',
  code: 'ALT',
  archived: true,
  count: 0,
}
const item: PlacedItem = {
  id: 7,
  type: 'art',
  identifier: 'LG-7',
  name: 'Seestück',
  picture: null,
  placeId: 1,
}

const secondItem: PlacedItem = { ...item, id: 8, identifier: 'LG-8' }
const thirdItem: PlacedItem = { ...item, id: 9, identifier: 'LG-9' }

/** The box, outside any other place. */
const outerBox: Place = { ...box, parent_id: null }

/** The texts of the tree's rows without the header: name, state, kind, code and item count. */
const readRows = async () => {
  const [, ...bodyRows] = within(await screen.findByRole('treegrid')).getAllByRole('row')
  return bodyRows.map(({ textContent }) => textContent)
}

/** Answers for the page of the hall with three items, which can be moved to a box. */
const hallPage: Answers = {
  'GET /places': [hall, outerBox],
  'GET /places/:id/items': [item, secondItem, thirdItem],
  'GET /movements': { movements: [], hasMore: false },
}

/** Opens the hall and its form for moving all items. */
async function openMoveForm(answers: Answers = {}) {
  openScreen('/places/1', { ...hallPage, ...answers })
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
}

async function chooseBox() {
  fireEvent.change(await screen.findByRole('combobox', { name: 'To' }), {
    target: { value: 'H1-K' },
  })
  fireEvent.click(await screen.findByRole('option', { name: /^Kiste/ }))
}

async function moveAllToBox(answers: Answers) {
  await openMoveForm(answers)
  await chooseBox()
  fireEvent.click(screen.getByRole('button', { name: 'Move 3 items' }))
}

const openBoxForm = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Create box here…' }))

const setDay = (value: string) =>
  fireEvent.change(screen.getByLabelText('Date'), { target: { value } })

const readReason = async () =>
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Reason' })).value

test('the tree opens its top level, adds up item counts and hides archived places', async () => {
  openScreen('/places', { 'GET /places': [hall, shelf, box, archivedPlace] }, 'employee')
  // The hall has 1 + 2 + 4 items with those inside it, the shelf 2 + 4.
  expect(await readRows()).toEqual(['Halle 1 HallH17', 'Gestell ShelfH1-G6'])

  fireEvent.click(screen.getByRole('button', { name: 'Open Gestell' }))
  expect(await readRows()).toContain('Kiste BoxH1-K4')

  fireEvent.click(screen.getByRole('switch', { name: 'Show archived' }))
  await waitFor(async () => expect(await readRows()).toContain('Alter Saal ArchivedHallALT'))
})

test.for(['h1-k', 'halle kiste'])(
  'the filter %j finds a place by code or path, and shows the places around it',
  async (filter) => {
    openScreen(`/places?filter=${filter}`, { 'GET /places': [hall, shelf, box] })
    expect(await readRows()).toEqual(
      [/^Halle/, /^Gestell/, /^Kiste/].map((name) => expect.stringMatching(name)),
    )
  },
)

test('a filter without results says that no place matches', async () => {
  openScreen('/places?filter=nirgends', { 'GET /places': [hall, shelf, box] })
  expect(await screen.findByText('No place matches the filter.')).toBeTruthy()
})

test('of thousands of places only those near the viewport are rendered', async () => {
  const boxCount = 2_000
  const boxes = Array.from({ length: boxCount }, (_, index) => ({
    ...box,
    id: index + 10,
    parent_id: hall.id,
  }))
  openScreen('/places', { 'GET /places': [hall, ...boxes] })
  const maxRenderedRows = 60
  expect((await readRows()).length).toBeLessThan(maxRenderedRows)

  const headerCount = 1
  const hallCount = 1
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe(
    String(headerCount + hallCount + boxCount),
  )
})

test('a rejected move says why', async () => {
  await moveAllToBox({ 'POST /places/move': rejection(409) })
  expect((await screen.findByRole('alert')).textContent).toBe(
    `Nothing was moved. ${rejectionMessage}`,
  )
})

test('a move lists the items that it skipped, with the reason', async () => {
  const left = [{ identifier: 'LG-8', reason: 'It is archived.' }]
  await moveAllToBox({
    'POST /places/move': { moved: 2, earlier: [], unchanged: 0, left, importIds: [5] },
  })
  const skippedText = await screen.findByText('LG-8: It is archived.')
  expect(skippedText.closest('section')?.textContent).toContain('2 items moved to Kiste.')
})

const readSelection = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)

const toggleItem = (identifier: string, shiftKey = false) =>
  fireEvent.click(screen.getByRole('checkbox', { name: `Select ${identifier}` }), { shiftKey })

test('Shift selects all items of a place from the last click to this one', async () => {
  openScreen('/places/1', hallPage)
  await screen.findByRole('checkbox', { name: 'Select LG-7' })
  toggleItem('LG-9')
  toggleItem('LG-7', true)
  expect(readSelection()).toEqual([true, true, true])
  expect(screen.getByText('3 of 3 items selected.')).toBeTruthy()

  toggleItem('LG-8')
  expect(readSelection()).toEqual([true, false, true])
})

test('all items of a place can be selected, and none', async () => {
  openScreen('/places/1', hallPage)
  await screen.findByRole('checkbox', { name: 'Select LG-7' })
  toggleItem('LG-8')

  fireEvent.click(screen.getByRole('button', { name: 'Select all' }))
  expect(readSelection()).toEqual([true, true, true])

  fireEvent.click(screen.getByRole('button', { name: 'Select none' }))
  expect(readSelection()).toEqual([false, false, false])
})

test('the destination suggests the reason of a move until a reason is chosen', async () => {
  await openMoveForm()
  expect(await readReason()).toBe('')

  await chooseBox()
  expect(await readReason()).toBe('store')

  fireEvent.change(screen.getByRole('combobox', { name: 'Reason' }), {
    target: { value: 'photography' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Create box here…' }))
  expect(await readReason()).toBe('photography')
  // The code of the new box is required.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Code/ }).required).toBe(true)
})

test('a new box is created in the place of the page unless a destination is chosen', async () => {
  await openMoveForm()
  await openBoxForm()
  expect(await screen.findByRole('group', { name: 'New box in Halle 1' })).toBeTruthy()
})

test('a new box is created in the chosen destination', async () => {
  await openMoveForm()
  await chooseBox()
  await openBoxForm()
  expect(await screen.findByRole('group', { name: 'New box in Kiste' })).toBeTruthy()
})

test('the form of a new box marks and focuses a code that is taken', async () => {
  const codeError = 'There is a place with the code ‘H1-K’ already.'
  Element.prototype.scrollIntoView = vi.fn()
  await openMoveForm({ 'POST /places': rejection(409, { fields: { 'place.code': codeError } }) })
  await openBoxForm()
  fireEvent.click(screen.getByRole('button', { name: 'Create box and move 3 items' }))
  expect(await screen.findByText(codeError)).toBeTruthy()

  const codeField = screen.getByRole('textbox', { name: /^Code/ })
  expect(codeField.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(codeField))
})

test('a move can’t be dated in the future', async () => {
  await openMoveForm()
  await chooseBox()
  setDay('2099-01-01')
  fireEvent.click(screen.getByRole('button', { name: 'Move 3 items' }))
  expect(await screen.findByText('Please choose today or an earlier date.')).toBeTruthy()
})

test('a move on an earlier day names the items that were moved again since', async () => {
  const earlier = [{ identifier: 'LG-8', latestDay: '2026-03-05' }]
  await openMoveForm({
    'POST /places/move': { moved: 2, earlier, unchanged: 0, left: [], importIds: [] },
  })
  await chooseBox()
  setDay('2026-03-01')
  expect(
    await screen.findByText(/^LG-8 was moved again on 5 Mar 2026 and stays where it is;/),
  ).toBeTruthy()
})

test('an employee, who can’t create a box, reads who can', async () => {
  openScreen('/places/1', hallPage, 'employee')
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
  await screen.findByRole('combobox', { name: 'To' })
  expect(screen.queryByRole('button', { name: 'Create box here…' })).toBeNull()
  expect(screen.getByText('Root and admin can create a box here.')).toBeTruthy()
})

test('the list of items that are away shows which are overdue', async () => {
  const overdueMovement: Movement = {
    id: 1,
    item: { ...item, placeId: box.id },
    from: [hall.id],
    to: [hall.id, shelf.id, box.id],
    day: '2020-01-01',
    at: '2020-01-01T10:00:00.000Z',
    by: 'Anna',
    reason: 'loan',
    remark: '',
    backOn: '2020-01-31',
  }
  openScreen('/places?away', {
    'GET /places': [hall, shelf, box],
    'GET /movements/away': [overdueMovement],
  })
  const entry = await screen.findByRole('listitem')
  await waitFor(() => expect(entry.textContent).toContain('Halle 1 › Gestell › Kiste'))
  expect(entry.textContent).toMatch(/LG-7 Seestück.*Loan, since .*Anna.*Overdue by \d+ days/)
})

test('the list of items that are away says if it is empty', async () => {
  openScreen('/places?away', { 'GET /places': [hall], 'GET /movements/away': [] })
  expect(await screen.findByText(/^Nothing is away\./)).toBeTruthy()
})
