import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { dayOf, type EventConflict, type EventList, isOver } from '@vitrine/contract'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { conflictOf, fieldErrors, serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { ConflictPanel } from '../../ui/feedback/conflicts.tsx'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { RestoredMessage, type ShowHistory } from '../../ui/forms/edit-form.tsx'
import { askToDiscard, useUnsaved } from '../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { useSaveKey } from '../../ui/forms/use-save-key.ts'
import { Block, PageHead } from '../../ui/layout/page-parts.tsx'
import { EventCard } from './event-card.tsx'
import { duplicateOf, type EventDraft, isDiscarded, newDraft, problemOf, refusalOf, toRequest } from './event-draft.ts'
import styles from './events-editor.module.css'
import { useEventsEdit } from './use-events-edit.ts'

export const eventsQueries = {
  list: queryOptions({
    queryKey: ['events', 'list'],
    queryFn: ({ signal }) => call('GET /cms/save-the-date', undefined, { signal }),
    // A form must not refetch while it is being edited.
    refetchOnWindowFocus: false,
    gcTime: 0,
  }),
}

interface EventsEditorProps {
  readonly title: string
  readonly loaded: EventList
  readonly onSaved: () => void
  readonly history: ShowHistory
}

export function EventsEditor({ title, loaded, onSaved, history }: EventsEditorProps) {
  const queries = useQueryClient()
  const edit = useEventsEdit(loaded)
  const [areProblemsShown, setProblemsShown] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  useUnsaved(() => edit.isDirty, edit.forget)

  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown; sent: readonly EventDraft[] } | null>(null)
  // Also when a conflict was decided, which takes its buttons away.
  useKeepFocus(`${isSaving} ${edit.filling}`, saveButton, newButton)

  const refusedIn = (of: typeof failure) => (draft: EventDraft) =>
    of && refusalOf(draft, of.sent, fieldErrors(of.error))
  const refused = refusedIn(failure)
  const faulty = edit.drafts.filter((draft) => problemOf(draft) !== null)

  /** Opens the events that can't be saved as they are; the focus goes to the first field that is marked. */
  const showProblems = (drafts: readonly EventDraft[], mark: () => void) => {
    flushSync(() => {
      mark()
      for (const { key } of drafts) edit.open(key, true)
    })
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const trySave = async () => {
    setFailure(null)
    if (faulty.length > 0) return showProblems(faulty, () => setProblemsShown(true))
    setProblemsShown(false)
    const sent = edit.drafts.filter((draft) => !isDiscarded(draft))
    setSaving(true)
    try {
      edit.reset(
        await call('POST /cms/save-the-date', { body: { events: sent.map(toRequest), version: edit.version } }),
      )
      setSaving(false)
      onSaved()
      notifications.show({ message: 'Events successfully saved.' })
    } catch (error) {
      const conflict = conflictOf<EventConflict>(error)
      showProblems(sent.filter(refusedIn({ error, sent })), () => {
        setSaving(false)
        if (conflict) edit.meet(conflict)
        else setFailure({ error, sent })
      })
    }
  }

  const maySave = edit.drafts.length > 0 && edit.conflict === null && !isSaving
  useSaveKey(list, () => {
    if (maySave) void trySave()
  })

  const discard = async () => {
    if (!(await askToDiscard())) return
    setFailure(null)
    setProblemsShown(false)
    edit.discard()
  }

  const addFirst = edit.add
  const add = useCallback(
    (draft: EventDraft) => {
      flushSync(() => addFirst(draft))
      // It comes first, wherever the button was.
      list.current?.querySelector<HTMLElement>('input[type="date"]')?.focus()
    },
    [addFirst],
  )
  const duplicate = useCallback((draft: EventDraft) => add(duplicateOf(draft)), [add])

  const { rebase } = edit
  const takeUndone = useCallback(
    async () => rebase(await queries.fetchQuery({ ...eventsQueries.list, staleTime: 0 })),
    [rebase, queries],
  )

  const today = dayOf(new Date())
  const isPast = (draft: EventDraft) => {
    const event = edit.savedEvent(draft)
    return event !== undefined && isOver(event, today)
  }
  const upcoming = edit.drafts.filter((draft) => !isPast(draft))
  // The latest first.
  const past = edit.drafts.filter(isPast).reverse()
  const cards = (drafts: readonly EventDraft[]) => (
    <ul className={styles.cards}>
      {drafts.map((draft) => (
        <li key={draft.key}>
          <EventCard
            draft={draft}
            filling={edit.filling}
            isOpen={edit.toggled.get(draft.key) ?? !isPast(draft)}
            isEdited={edit.isEdited(draft)}
            problem={(areProblemsShown ? problemOf(draft) : null) ?? refused(draft)}
            onOpen={edit.open}
            onChange={edit.change}
            onDuplicate={duplicate}
            onRemove={edit.remove}
            onUndone={takeUndone}
            history={history}
          />
        </li>
      ))}
    </ul>
  )

  return (
    <>
      <PageHead
        title={title}
        count={`${edit.drafts.length} ${edit.drafts.length === 1 ? 'event' : 'events'}`}
        actions={
          <>
            <Button
              ref={newButton}
              variant="default"
              disabled={isSaving}
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => add(newDraft())}
            >
              New Event
            </Button>
            <Button
              variant="default"
              component="a"
              href="/save-the-date"
              target="_blank"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
            >
              Public page
            </Button>
          </>
        }
      />
      {edit.isRestored && edit.isDirty && !edit.conflict && (
        <div className={styles.restored}>
          <RestoredMessage />
        </div>
      )}
      <div ref={list} className={styles.list} inert={isSaving} aria-busy={isSaving}>
        {edit.drafts.length === 0 && (
          <EmptyState>There are no events yet. ‘New Event’ adds one; visitors see it once it is active.</EmptyState>
        )}
        {upcoming.length > 0 && cards(upcoming)}
        {past.length > 0 && <Block title="Past">{cards(past)}</Block>}
      </div>
      <div className={styles.foot}>
        {edit.conflict && (
          <EventsConflict
            conflict={edit.conflict}
            onKeepMine={edit.keepMine}
            onTakeTheirs={() => edit.conflict && edit.reset(edit.conflict.current)}
          />
        )}
        {areProblemsShown && faulty.length > 0 && (
          <ErrorMessage>Nothing was saved: please check the marked events.</ErrorMessage>
        )}
        {failure && (
          <ErrorMessage>
            Error while saving the events.{' '}
            {edit.drafts.some(refused) ? 'Please check the marked events.' : serverMessage(failure.error)}
          </ErrorMessage>
        )}
        <div className={styles.buttons}>
          <span className={styles.state} role="status">
            {edit.isDirty && 'Unsaved changes'}
          </span>
          {edit.isDirty && (
            <SecondaryButton disabled={isSaving || edit.conflict !== null} onClick={discard}>
              Discard Changes
            </SecondaryButton>
          )}
          <Button
            ref={saveButton}
            disabled={edit.drafts.length === 0 || edit.conflict !== null}
            loading={isSaving}
            onClick={trySave}
          >
            Save Events
          </Button>
        </div>
      </div>
    </>
  )
}

interface EventsConflictProps {
  readonly conflict: EventConflict
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Two people edited the events: choose a version. Until then, the form does not change. */
const EventsConflict = ({ conflict, onKeepMine, onTakeTheirs }: EventsConflictProps) => (
  <ConflictPanel what="the events" by={conflict.changedBy} at={conflict.changedAt}>
    <div className={styles.choices}>
      <Button size="compact-md" onClick={onKeepMine}>
        Keep mine
      </Button>
      <Button size="compact-md" variant="default" onClick={onTakeTheirs}>
        Load theirs
      </Button>
    </div>
    <p className={styles.hint}>
      ‘Keep mine’ keeps the events you changed and updates the others. ‘Load theirs’ discards what you typed.
    </p>
  </ConflictPanel>
)
