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

interface HistoryScreen {
  readonly path: string
  readonly answers: Answers
  /** Label of the button that opens the form with the history, if it is not open from the start. */
  readonly editButton?: RegExp
  /** If the history is folded inside a form: the label of a field of that form. */
  readonly field?: RegExp
}

/**
 * Where each history is shown; the type requires an entry for every new subject. Histories of
 * attributes, comments and condition checks have no block of their own.
 */
const screensBySubject: Record<
  Exclude<HistorySubject, 'attribute' | 'comment' | 'condition'>,
  HistoryScreen
> = {
  item: {
    path: '/inventory-detail/101',
    answers: { 'GET /inventory/details/:id': item, 'GET /attributes/:type': [] },
  },
  event: {
    path: '/cms',
    answers: { 'GET /cms/save-the-date': { version: 'a', events: [event] } },
    field: /^Date$/,
  },
  journal: {
    path: '/journal',
    answers: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    editButton: /^Edit entry/,
    field: /^Comment/,
  },
  place: {
    path: '/places/1',
    answers: {
      'GET /places': [place],
      'GET /places/:id/items': [],
      'GET /movements': { movements: [], hasMore: false },
    },
    editButton: /^Edit/,
    field: /^Name( \*)?$/,
  },
  museum: {
    path: '/museums',
    answers: { 'GET /museums': [museum] },
    field: /^E-mail$/,
  },
}
const historyScreens = Object.entries(screensBySubject).map(([subject, historyScreen]) => ({
  subject,
  ...historyScreen,
}))

function buildFields(id: number, state: Change['state']): Change['fields'] {
  if (state === 'unreadable') return []

  const field = { field: 'Text', before: 'alt', after: `neu ${id}` }
  // Fields with a path can be restored one by one.
  const hasPath = state !== 'beginning' && state !== 'forbidden'
  return [hasPath ? { ...field, path: ['text'] } : field]
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

async function openHistory(
  { path, answers: screenAnswers, editButton, field }: HistoryScreen,
  answers: Answers,
) {
  const server = openScreen(path, { ...screenAnswers, ...answers })
  if (editButton) fireEvent.click(await screen.findByRole('button', { name: editButton }))
  if (!field) return server

  // The test's DOM does not open <details> by itself.
  const details = (await screen.findByText('History')).closest('details')
  if (details) details.open = true
  fireEvent(details ?? document, new Event('toggle'))
  return server
}

afterEach(closeScreen)

test.for(historyScreens)(
  'the history of $subject shows that it is loading, has failed or is empty',
  async (historyScreen) => {
    const server = await openHistory(historyScreen, {})
    expect(await screen.findByRole('status', { name: 'Loading the history' })).toBeTruthy()

    server.addAnswers({ 'GET /history/:subject/:id': rejection(500) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The history could not be loaded.',
    )

    await openHistory(historyScreen, {
      'GET /history/:subject/:id': { changes: [], hasMore: false },
    })
    expect(await screen.findByText('No changes yet.')).toBeTruthy()
  },
)

const findUndoButton = () =>
  screen.findByRole<HTMLButtonElement>('button', { name: /^Undo this change/ })

test.for(historyScreens)(
  'the history of $subject shows which changes can be undone, and why an undo failed',
  async (historyScreen) => {
    await openHistory(historyScreen, {
      'GET /history/:subject/:id': { changes, hasMore: true },
      'POST /history/undo': rejection(409),
      'POST /history/restore': rejection(409),
    })
    const undoButton = await findUndoButton()
    const [changedSince, unreadable, undoable, created] = undoButton.closest('ol')?.children ?? []
    expect(changedSince?.textContent).toContain('Changed again since')
    expect(unreadable?.textContent).toContain('a format that this version can’t read')
    expect(undoable?.contains(undoButton)).toBe(true)
    expect(created?.querySelector('details')?.open).toBe(false)
    expect(screen.getByRole('button', { name: 'Show earlier changes' })).toBeTruthy()

    fireEvent.click(undoButton)
    const alert = await screen.findByRole('alert')
    expect(undoable?.contains(alert)).toBe(true)
    expect(alert.textContent).toBe(`Nothing was undone. ${rejectionMessage}`)

    fireEvent.click(await screen.findByRole('button', { name: /^Restore everything as before/ }))
    await waitFor(() =>
      expect(changedSince?.textContent).toContain(`Nothing was restored. ${rejectionMessage}`),
    )
  },
)

test('the history has no buttons for changes that the user may not revert', async () => {
  const forbidden = [buildChange(2, 'forbidden', 'changed'), buildChange(1, 'beginning', 'created')]
  await openHistory(screensBySubject.item, {
    'GET /history/:subject/:id': { changes: forbidden, hasMore: false },
  })
  const changedText = await screen.findByText('neu 2')
  expect(changedText.closest('ol')?.querySelector('button')).toBeNull()
})

test.for(historyScreens.filter(({ field }) => field))(
  'the history of $subject disables undoing while the form has edits',
  async (historyScreen) => {
    await openHistory(historyScreen, { 'GET /history/:subject/:id': { changes, hasMore: false } })
    const undoButton = await findUndoButton()
    expect(undoButton.disabled).toBe(false)

    // The form is the last on the screen; that for a new journal entry precedes it.
    const field = screen.getAllByLabelText(historyScreen.field ?? '').at(-1) ?? document.body
    fireEvent.change(field, { target: { value: '2030-06-02' } })
    expect(
      await screen.findByText('Save your edits first; then you can undo and restore.'),
    ).toBeTruthy()
    expect(undoButton.disabled).toBe(true)
  },
)
