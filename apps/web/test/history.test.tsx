import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Change, HistorySubject } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { entry, event, item, museum, place } from './samples.ts'

interface HistoryPlace {
  readonly path: string
  readonly answers: Answers
  /** The buttons to press until the history is open. */
  readonly buttons: readonly (string | RegExp)[]
  /** A field of the form that shares the screen. */
  readonly field?: RegExp
}

/** Where each history is shown; the type requires an entry for every new subject. */
const places: Record<
  Exclude<HistorySubject, 'attribute' | 'comment' | 'condition'>,
  HistoryPlace
> = {
  item: {
    path: '/inventory-detail/101',
    answers: { 'GET /inventory/details/:id': item, 'GET /attributes/:type': [] },
    buttons: [],
  },
  event: {
    path: '/cms',
    answers: { 'GET /cms/save-the-date': { version: 'a', events: [event] } },
    buttons: [],
    field: /^Date$/,
  },
  journal: {
    path: '/journal',
    answers: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    buttons: [/^Edit entry/],
    field: /^Comment/,
  },
  place: {
    path: '/places/1',
    answers: {
      'GET /places': [place],
      'GET /places/:id/items': [],
      'GET /movements': { movements: [], hasMore: false },
    },
    buttons: [/^Edit/],
    field: /^Name( \*)?$/,
  },
  museum: {
    path: '/museums',
    answers: { 'GET /museums': [museum] },
    buttons: [],
    field: /^E-mail$/,
  },
}
const allPlaces = Object.entries(places).map(([subject, place]) => ({ subject, ...place }))

function buildFields(id: number, state: Change['state']): Change['fields'] {
  const field = { field: 'Text', before: 'alt', after: `neu ${id}` }
  if (state === 'unreadable') return []
  return [state === 'beginning' || state === 'forbidden' ? field : { ...field, path: ['text'] }]
}

const buildChange = (id: number, state: Change['state'], kind: Change['kind']): Change => ({
  id,
  kind,
  state,
  at: '2026-11-15T10:00:00.000Z',
  by: 'Anna Keller',
  restorable: state === 'changed-since',
  fields: buildFields(id, state),
})
const changes = [
  buildChange(5, 'changed-since', 'changed'),
  buildChange(4, 'unreadable', 'changed'),
  buildChange(3, 'undoable', 'changed'),
  buildChange(2, 'beginning', 'created'),
]

async function openHistory(place: HistoryPlace, answers: Answers): Promise<void> {
  openScreen(place.path, { ...place.answers, ...answers })
  for (const name of place.buttons) fireEvent.click(await screen.findByRole('button', { name }))
  if (!place.field) return

  // The test's DOM does not open <details> by itself.
  const details = (await screen.findByText('History')).closest('details')
  if (details) details.open = true
  fireEvent(details ?? document, new Event('toggle'))
}

afterEach(closeScreen)

test.for(allPlaces)(
  'the history of $subject shows that it is loading, has failed or is empty',
  async (place) => {
    await openHistory(place, {})
    expect(await screen.findByRole('status', { name: 'Loading the history' })).toBeTruthy()
    await openHistory(place, { 'GET /history/:subject/:id': rejection(500) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The history could not be loaded.',
    )
    await openHistory(place, { 'GET /history/:subject/:id': { changes: [], hasMore: false } })
    expect(await screen.findByText('No changes yet.')).toBeTruthy()
  },
)

test.for(allPlaces)('the history of $subject shows which changes can be undone', async (place) => {
  await openHistory(place, {
    'GET /history/:subject/:id': { changes, hasMore: true },
    'POST /history/undo': rejection(409),
    'POST /history/restore': rejection(409),
  })
  const undo = await screen.findByRole<HTMLButtonElement>('button', { name: /^Undo this change/ })
  const [since, unreadable, undoable, created] = undo.closest('ol')?.children ?? []
  expect(unreadable?.textContent).toContain('a format that this version can’t read')
  expect(undoable?.contains(undo)).toBe(true)
  expect(since?.textContent).toContain('Changed again since')
  expect(created?.querySelector('details')?.open).toBe(false)
  expect(screen.getByRole('button', { name: 'Show earlier changes' })).toBeTruthy()

  fireEvent.click(undo)
  const alert = await screen.findByRole('alert')
  expect(undoable?.contains(alert)).toBe(true)
  expect(alert.textContent).toBe(`Nothing was undone. ${rejectionMessage}`)

  fireEvent.click(await screen.findByRole('button', { name: /^Restore everything as before/ }))
  await waitFor(() =>
    expect(since?.textContent).toContain(`Nothing was restored. ${rejectionMessage}`),
  )
})

test('the history has no buttons for changes that the user may not revert', async () => {
  const forbidden = [buildChange(2, 'forbidden', 'changed'), buildChange(1, 'beginning', 'created')]
  await openHistory(places.item, {
    'GET /history/:subject/:id': { changes: forbidden, hasMore: false },
  })
  const text = await screen.findByText('neu 2')
  expect(text.closest('ol')?.querySelector('button')).toBeNull()
})

test.for(allPlaces.filter(({ field }) => field))(
  'the history of $subject disables undoing while the form has edits',
  async (place) => {
    await openHistory(place, { 'GET /history/:subject/:id': { changes, hasMore: false } })
    const undo = await screen.findByRole<HTMLButtonElement>('button', { name: /^Undo this change/ })
    expect(undo.disabled).toBe(false)
    const field = screen.getAllByLabelText(place.field ?? '').at(-1) ?? document.body
    fireEvent.change(field, { target: { value: '2030-06-02' } })
    expect(
      await screen.findByText('Save your edits first; then you can undo and restore.'),
    ).toBeTruthy()
    expect(undo.disabled).toBe(true)
  },
)
