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

/** The texts of the tree's rows without the header. */
const readRows = async () => {
  const [, ...bodyRows] = within(await screen.findByRole('treegrid')).getAllByRole('row')
  return bodyRows.map(({ textContent }) => textContent)
}

test('the tree opens its top level, adds up item counts and hides archived places', async () => {
  openScreen('/places', { 'GET /places': [hall, shelf, box, archivedPlace] }, 'employee')
  expect(await readRows()).toEqual(['Halle 1 HallH17', 'Gestell ShelfH1-G6'])
  fireEvent.click(screen.getByRole('button', { name: 'Open Gestell' }))
  expect(await readRows()).toContain('Kiste BoxH1-K4')
  fireEvent.click(screen.getByRole('switch', { name: 'Show archived' }))
  await waitFor(async () => expect(await readRows()).toContain('Alter Saal ArchivedHallALT'))
})

test('the filter finds places by name, code and path, and shows their parents', async () => {
  const boxWithParents = [/^Halle/, /^Gestell/, /^Kiste/].map((name) => expect.stringMatching(name))
  openScreen('/places?filter=h1-k', { 'GET /places': [hall, shelf, box] })
  expect(await readRows()).toEqual(boxWithParents)
  openScreen('/places?filter=halle kiste', { 'GET /places': [hall, shelf, box] })
  expect(await readRows()).toEqual(boxWithParents)
  openScreen('/places?filter=nirgends', { 'GET /places': [hall, shelf, box] })
  expect(await screen.findByText('No place matches the filter.')).toBeTruthy()
})

test('of 2,000 places only those in the window are rendered', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    ...box,
    id: index + 10,
    parent_id: 1,
  }))
  openScreen('/places', { 'GET /places': [hall, ...many] })
  expect((await readRows()).length).toBeLessThan(60)
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('2002')
})

test('a move shows why it failed or which items it skipped', async () => {
  const pageAnswers: Answers = {
    'GET /places': [hall, { ...box, parent_id: null }],
    'GET /places/:id/items': [item],
    'GET /movements': { movements: [], hasMore: false },
  }
  const move = async (answer: Answers) => {
    openScreen('/places/1', { ...pageAnswers, ...answer })
    fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
    fireEvent.change(await screen.findByRole('combobox', { name: 'To' }), {
      target: { value: 'H1-K' },
    })
    fireEvent.click(await screen.findByRole('option', { name: /^Kiste/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Move one item' }))
  }
  await move({ 'POST /places/move': rejection(409) })
  expect((await screen.findByRole('alert')).textContent).toBe(
    `Nothing was moved. ${rejectionMessage}`,
  )
  const left = [{ identifier: 'LG-8', reason: 'It is archived.' }]
  await move({ 'POST /places/move': { moved: 1, earlier: [], unchanged: 0, left, importIds: [5] } })
  expect(
    (await screen.findByText('LG-8: It is archived.')).closest('section')?.textContent,
  ).toContain('One item moved to Kiste.')
})

const second: PlacedItem = { ...item, id: 8, identifier: 'LG-8' }
const third: PlacedItem = { ...item, id: 9, identifier: 'LG-9' }
const fullHall: Answers = {
  'GET /places': [hall, { ...box, parent_id: null }],
  'GET /places/:id/items': [item, second, third],
  'GET /movements': { movements: [], hasMore: false },
}

test('items of a place are selected in ranges with Shift, all and none', async () => {
  openScreen('/places/1', fullHall)
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  const selected = () => boxes().map(({ checked }) => checked)
  const select = async (index: number, shiftKey = false) =>
    fireEvent.click(boxes()[index] as Element, { shiftKey })
  await screen.findByRole('checkbox', { name: 'Select LG-7' })
  await select(2)
  await select(0, true)
  expect(selected()).toEqual([true, true, true])
  expect(screen.getByText('3 of 3 items selected.')).toBeTruthy()
  await select(1)
  expect(selected()).toEqual([true, false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Select all' }))
  expect(selected()).toEqual([true, true, true])
  fireEvent.click(screen.getByRole('button', { name: 'Select none' }))
  expect(selected()).toEqual([false, false, false])
})

const findReason = async () =>
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Reason' })).value
const chooseBox = async () => {
  fireEvent.change(await screen.findByRole('combobox', { name: 'To' }), {
    target: { value: 'H1-K' },
  })
  fireEvent.click(await screen.findByRole('option', { name: /^Kiste/ }))
}

test('the destination suggests the reason of a move until another is chosen', async () => {
  openScreen('/places/1', fullHall)
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
  expect(await findReason()).toBe('')
  await chooseBox()
  expect(await findReason()).toBe('store')
  fireEvent.change(screen.getByRole('combobox', { name: 'Reason' }), {
    target: { value: 'photography' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Create box here…' }))
  expect(await findReason()).toBe('photography')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Code/ }).required).toBe(true)
})

test('a new box is made in the chosen destination, else in the page’s place', async () => {
  const openNewBox = async (choose: () => Promise<void>) => {
    openScreen('/places/1', fullHall)
    fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
    await choose()
    fireEvent.click(await screen.findByRole('button', { name: 'Create box here…' }))
  }
  await openNewBox(async () => undefined)
  expect(await screen.findByRole('group', { name: 'New box in Halle 1' })).toBeTruthy()
  await openNewBox(chooseBox)
  expect(await screen.findByRole('group', { name: 'New box in Kiste' })).toBeTruthy()
})

test('a code that is taken is marked and focused in the form of a new box', async () => {
  const taken = 'There is a place with the code ‘H1-K’ already.'
  Element.prototype.scrollIntoView = vi.fn()
  openScreen('/places/1', {
    ...fullHall,
    'POST /places': rejection(409, { fields: { 'place.code': taken } }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Create box here…' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create box and move 3 items' }))
  expect(await screen.findByText(taken)).toBeTruthy()
  const code = screen.getByRole('textbox', { name: /^Code/ })
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(code))
})

test('a move on an earlier day names the items that were moved again since', async () => {
  const earlier = [{ identifier: 'LG-8', latestDay: '2026-03-05' }]
  const answer = { moved: 2, earlier, unchanged: 0, left: [], importIds: [] }
  openScreen('/places/1', { ...fullHall, 'POST /places/move': answer })
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
  await chooseBox()
  const setDay = (value: string) =>
    fireEvent.change(screen.getByLabelText('Date'), { target: { value } })
  setDay('2099-01-01')
  fireEvent.click(screen.getByRole('button', { name: 'Move 3 items' }))
  expect(await screen.findByText('Please choose today or an earlier date.')).toBeTruthy()
  setDay('2026-03-01')
  expect(
    await screen.findByText(/^LG-8 was moved again on 5 Mar 2026 and stays where it is;/),
  ).toBeTruthy()
})

test('an employee who moves items reads who can create a box for them', async () => {
  openScreen('/places/1', fullHall, 'employee')
  fireEvent.click(await screen.findByRole('button', { name: 'Move everything…' }))
  await screen.findByRole('combobox', { name: 'To' })
  expect(screen.queryByRole('button', { name: 'Create box here…' })).toBeNull()
  expect(screen.getByText('Root and admin can create a box here.')).toBeTruthy()
})

test('the list of items that are away shows when they are overdue', async () => {
  const away: Movement = {
    id: 1,
    item: { ...item, placeId: box.id },
    from: [1],
    to: [1, 3],
    day: '2020-01-01',
    at: '2020-01-01T10:00:00.000Z',
    by: 'Anna',
    reason: 'loan',
    remark: '',
    backOn: '2020-01-31',
  }
  openScreen('/places?away', { 'GET /places': [hall, shelf, box], 'GET /movements/away': [away] })
  const entry = await screen.findByRole('listitem')
  await waitFor(() => expect(entry.textContent).toContain('Halle 1 › Gestell › Kiste'))
  expect(entry.textContent).toMatch(/LG-7 Seestück.*Loan, since .*Anna.*Overdue by \d+ days/)
  openScreen('/places?away', { 'GET /places': [hall], 'GET /movements/away': [] })
  expect(await screen.findByText(/^Nothing is away\./)).toBeTruthy()
})
