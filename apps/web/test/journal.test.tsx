import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from './open-screen.tsx'
import { entry } from './samples.ts'

afterEach(closeScreen)

const longComment = `Lang ${'abcdefghi '.repeat(30)}`

const openCalendar = () =>
  openScreen('/journal?view=calendar&month=2027-02', {
    'GET /journal': { data: [{ ...entry, comment: longComment, date: '2027-02-10' }] },
    'GET /journal/tags/all': { data: [] },
  })

test('the calendar starts weeks on Monday and steps through the months', async () => {
  openCalendar()
  expect(await screen.findByRole('heading', { name: 'February 2027' })).toBeTruthy()
  const days = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(days).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(screen.getAllByRole('cell')).toHaveLength(28)
  fireEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByRole('heading', { name: 'January 2027' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(await screen.findByRole('heading', { name: 'February 2027' })).toBeTruthy()
})

test('the calendar shortens a long comment and opens it in full', async () => {
  openCalendar()
  const [, , , , , , , , , tenth] = await screen.findAllByRole('cell')
  const shown = within(tenth ?? document.body).getByRole('button', { name: /^Lang/ })
  expect(shown.textContent).toMatch(/…$/)
  expect(shown.textContent).toHaveLength(201)
  fireEvent.click(shown)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Entry' }))
  const comment = dialog.getByLabelText<HTMLTextAreaElement>(/^Comment/)
  expect(comment.value).toBe(longComment)
  expect(comment.getAttribute('rows')).toBe('9')
})

test('the calendar shows three entries of a day; the others expand below its week', async () => {
  const data = [1, 2, 3, 4, 5].map((id) => ({
    ...entry,
    id,
    comment: `Note ${id}`,
    date: '2027-02-10',
  }))
  openScreen('/journal?view=calendar&month=2027-02', {
    'GET /journal': { data },
    'GET /journal/tags/all': { data: [] },
  })
  const countNotes = () => screen.getAllByRole('button', { name: /^Note \d/ }).length
  const more = await screen.findByRole('button', { name: /^\+2: all 5 entries of .*10 February/ })
  expect(countNotes()).toBe(3)

  const expand = async () => {
    fireEvent.click(more)
    const day = await screen.findByRole('region', { name: 'Wednesday, 10 February' })
    expect(document.activeElement).toBe(day)
    expect(within(day).getAllByRole('button', { name: /^Note/ })).toHaveLength(5)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    return within(day)
  }
  const expectCollapsed = () => {
    expect(countNotes()).toBe(3)
    expect(more.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(more)
  }
  const day = await expand()
  fireEvent.keyDown(day.getByRole('button', { name: 'Note 5' }), { key: 'Escape' })
  expectCollapsed()
  fireEvent.click((await expand()).getByRole('button', { name: 'Close' }))
  expectCollapsed()
  await expand()
  fireEvent.click(more)
  expectCollapsed()
})
