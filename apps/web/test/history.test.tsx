import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Change, HistorySubject } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, reason, refusal } from './open-screen.tsx'
import { entry, event, item, museum, place } from './samples.ts'

interface Place {
  readonly at: string
  readonly given: Answers
  /** What to press until the history is open. */
  readonly steps: readonly (string | RegExp)[]
  /** A field in which something is typed. */
  readonly field?: RegExp
}

/** Where each history is shown: a new kind without a place does not compile. */
const places: Record<Exclude<HistorySubject, 'attribute' | 'comment'>, Place> = {
  item: {
    at: '/inventory-detail/101',
    given: { 'GET /inventory/details/:id': item, 'GET /attributes/:type': [] },
    steps: [],
  },
  event: {
    at: '/cms',
    given: { 'GET /cms/save-the-date': { version: 'a', events: [event] } },
    steps: [],
    field: /^Date$/,
  },
  journal: {
    at: '/journal',
    given: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    steps: [/^Edit entry/],
    field: /^Comment/,
  },
  place: {
    at: '/places/1',
    given: {
      'GET /places': [place],
      'GET /places/:id/items': [],
      'GET /movements': { movements: [], hasMore: false },
    },
    steps: [/^Edit/],
    field: /^Name$/,
  },
  museum: {
    at: '/museums',
    given: { 'GET /museums': [museum] },
    steps: [],
    field: /^E-mail$/,
  },
}
const everyPlace = Object.entries(places).map(([subject, place]) => ({ subject, ...place }))

function fieldsOf(id: number, state: Change['state']): Change['fields'] {
  const field = { field: 'Text', before: 'alt', after: `neu ${id}` }
  if (state === 'unreadable') return []
  return [state === 'beginning' || state === 'forbidden' ? field : { ...field, path: ['text'] }]
}

const change = (id: number, state: Change['state'], kind: Change['kind']): Change => ({
  id,
  kind,
  state,
  at: '2026-11-15T10:00:00.000Z',
  by: 'Anna Keller',
  restorable: state === 'changed-since',
  fields: fieldsOf(id, state),
})
const changes = [
  change(5, 'changed-since', 'changed'),
  change(4, 'unreadable', 'changed'),
  change(3, 'undoable', 'changed'),
  change(2, 'beginning', 'created'),
]

async function openHistory({ at, given, steps, field }: Place, answers: Answers): Promise<void> {
  openScreen(at, { ...given, ...answers })
  for (const name of steps) fireEvent.click(await screen.findByRole('button', { name }))
  if (!field) return
  // The test's DOM does not open <details> by itself.
  const details = (await screen.findByText('History')).closest('details')
  if (details) details.open = true
  fireEvent(details ?? document, new Event('toggle'))
}

afterEach(closeScreen)

test.for(everyPlace)('the history of $subject: waiting, failed, empty', async (place) => {
  await openHistory(place, {})
  expect(await screen.findByRole('status', { name: 'Loading the history' })).toBeTruthy()
  await openHistory(place, { 'GET /history/:subject/:id': refusal(500) })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The history could not be loaded.',
  )
  await openHistory(place, { 'GET /history/:subject/:id': { changes: [], hasMore: false } })
  expect(await screen.findByText('No changes yet.')).toBeTruthy()
})

test.for(everyPlace)(
  'the history of $subject: what can be undone, what began, what can’t be read',
  async (place) => {
    await openHistory(place, {
      'GET /history/:subject/:id': { changes, hasMore: true },
      'POST /history/undo': refusal(409),
      'POST /history/restore': refusal(409),
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
    expect(alert.textContent).toBe(`Nothing was undone. ${reason}`)

    fireEvent.click(await screen.findByRole('button', { name: /^Restore everything as before/ }))
    await waitFor(() => expect(since?.textContent).toContain(`Nothing was restored. ${reason}`))
  },
)

test('a history has no buttons for changes that the reader may not revert', async () => {
  const forbidden = [change(2, 'forbidden', 'changed'), change(1, 'beginning', 'created')]
  await openHistory(places.item, {
    'GET /history/:subject/:id': { changes: forbidden, hasMore: false },
  })
  const text = await screen.findByText('neu 2')
  expect(text.closest('ol')?.querySelector('button')).toBeNull()
})

test.for(everyPlace.filter(({ field }) => field))(
  'the history of $subject: nothing is undone under what is being typed',
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
