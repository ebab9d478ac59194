import { fireEvent, screen, within } from '@testing-library/react'
import { type JournalEntry, maxCalendarCommentLength } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { entry } from './samples.ts'

afterEach(closeScreen)

/** Opens the calendar at February 2027, which has exactly four weeks. */
const openCalendar = (entries: JournalEntry[]) =>
  openScreen('/journal?view=calendar&month=2027-02', {
    'GET /journal': { data: entries },
    'GET /journal/tags/all': { data: [] },
  })

test('the calendar starts weeks on Monday and steps through the months', async () => {
  openCalendar([entry])
  expect(await screen.findByRole('heading', { name: 'February 2027' })).toBeTruthy()
  const weekdays = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(weekdays).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(screen.getAllByRole('cell')).toHaveLength(28)

  fireEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByRole('heading', { name: 'January 2027' })).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(await screen.findByRole('heading', { name: 'February 2027' })).toBeTruthy()
})

/** A day of that month. */
const day = { date: '2027-02-10', name: 'Wednesday, 10 February' }

test('the calendar shortens a long comment and opens it in full', async () => {
  const longText = 'abcdefghi '.repeat(30)
  const comment = `Lang ${longText}`
  openCalendar([{ ...entry, comment, date: day.date }])
  const shortened = await screen.findByRole('button', { name: /^Lang/ })
  expect(shortened.closest('td')?.querySelector('time')?.getAttribute('datetime')).toBe(day.date)
  expect(shortened.textContent).toHaveLength(maxCalendarCommentLength + '…'.length)
  expect(shortened.textContent).toMatch(/…$/)

  fireEvent.click(shortened)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Entry' }))
  const field = dialog.getByLabelText<HTMLTextAreaElement>(/^Comment/)
  expect(field.value).toBe(comment)
  expect(field.getAttribute('rows')).toBe('9')
})

const countNotes = () => screen.getAllByRole('button', { name: /^Note \d/ }).length

/** Opens the calendar with five entries on one day; returns the button that expands the day. */
function findExpandButton() {
  const entries = [1, 2, 3, 4, 5].map((id) => ({
    ...entry,
    id,
    comment: `Note ${id}`,
    date: day.date,
  }))
  openCalendar(entries)
  return screen.findByRole('button', { name: /^\+2: all 5 entries of .*10 February/ })
}

test('the calendar shows three entries of a day, and all five expanded below its week', async () => {
  const expandButton = await findExpandButton()
  expect(countNotes()).toBe(3)

  fireEvent.click(expandButton)
  const expandedDay = await screen.findByRole('region', { name: day.name })
  expect(document.activeElement).toBe(expandedDay)
  expect(within(expandedDay).getAllByRole('button', { name: /^Note/ })).toHaveLength(5)
  expect(expandButton.getAttribute('aria-expanded')).toBe('true')
})

test('Escape, the close button and the expand button collapse a day and return the focus', async () => {
  const expandButton = await findExpandButton()
  const collapses = [
    () => fireEvent.keyDown(screen.getByRole('region', { name: day.name }), { key: 'Escape' }),
    () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => fireEvent.click(expandButton),
  ]
  for (const collapse of collapses) {
    fireEvent.click(expandButton)
    await screen.findByRole('region', { name: day.name })

    collapse()
    expect(countNotes()).toBe(3)
    expect(expandButton.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(expandButton)
  }
})
