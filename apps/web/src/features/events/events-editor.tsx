import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dayOf, type EventConflict, type EventList, isOver } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors, serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { conflictOf } from '../../client/conflict.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import type { ShowHistory } from '../../ui/forms/shown-history.ts'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { Block } from '../../ui/layout/block.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { EventCard } from './event-card.tsx'
import { type EventDraft, isDiscarded, problemOf, refusalOf, toRequest } from './event-draft.ts'
import styles from './events-editor.module.css'
import { eventsQueries } from './events-queries.ts'
import { useEventsEdit } from './use-events-edit.ts'

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
  const [attempts, setAttempts] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  useUnsaved(() => edit.isDirty)

  const save = useMutation({
    mutationFn: (drafts: readonly EventDraft[]) =>
      call('POST /cms/save-the-date', { body: { events: drafts.map(toRequest), version: edit.version } }),
    onSuccess: (list) => {
      edit.reset(list)
      setProblemsShown(false)
      onSaved()
      notifications.show({ message: 'Events successfully saved.' })
    },
    onError: (error, sent) => {
      const conflict = conflictOf<EventConflict>(error)
      if (conflict) edit.meet(conflict)
      const sentences = fieldErrors(error)
      for (const draft of sent) if (refusalOf(draft, sent, sentences)) edit.open(draft.key, true)
    },
  })

  // Also when a conflict was decided, which takes its buttons away.
  useKeepFocus(`${save.status} ${edit.filling}`, saveButton, newButton)

  const sentences = fieldErrors(save.error)
  const refused = (draft: EventDraft) => refusalOf(draft, save.variables ?? [], sentences)
  const faulty = edit.drafts.filter((draft) => problemOf(draft) !== null)
  const trySave = () => {
    setProblemsShown(faulty.length > 0)
    setAttempts((count) => count + 1)
    if (faulty.length === 0) return save.mutate(edit.drafts.filter((draft) => !isDiscarded(draft)))
    for (const { key } of faulty) edit.open(key, true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: after every attempt, and once the server has refused one
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts, save.error])

  const takeUndone = async () => edit.rebase(await queries.fetchQuery({ ...eventsQueries.list, staleTime: 0 }))

  const today = dayOf(new Date())
  const isPast = (draft: EventDraft) => {
    const event = edit.savedEvent(draft)
    return event !== undefined && isOver(event, today)
  }
  const upcoming = edit.drafts.filter((draft) => !isPast(draft))
  // The latest first: nobody looks for last decade's.
  const past = edit.drafts.filter(isPast).reverse()
  const cards = (drafts: readonly EventDraft[]) => (
    <ul className={styles.cards}>
      {drafts.map((draft) => (
        <li key={draft.key}>
          <EventCard
            draft={draft}
            filling={edit.filling}
            isOpen={edit.opened.has(draft.key)}
            onOpen={(isOpen) => edit.open(draft.key, isOpen)}
            onChange={(some) => edit.change(draft.key, some)}
            onRemove={() => edit.remove(draft.key)}
            problem={(areProblemsShown ? problemOf(draft) : null) ?? refused(draft)}
            history={
              draft.id !== undefined && history({ id: draft.id, isEdited: edit.isEdited(draft), onUndone: takeUndone })
            }
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
              variant="default"
              component="a"
              href="/save-the-date"
              target="_blank"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
            >
              Public page
            </Button>
            <Button
              ref={newButton}
              variant="default"
              disabled={save.isPending}
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={edit.add}
            >
              New Event
            </Button>
          </>
        }
      />
      <div ref={list} className={styles.list} inert={save.isPending} aria-busy={save.isPending}>
        {edit.drafts.length === 0 && (
          <EmptyState>There are no events yet. ‘New Event’ adds one; visitors see it once it is active.</EmptyState>
        )}
        {upcoming.length > 0 && cards(upcoming)}
        {past.length > 0 && <Block title="Past">{cards(past)}</Block>}
      </div>
      <div className={styles.foot}>
        {edit.conflict && (
          <ConflictPanel
            conflict={edit.conflict}
            onKeepMine={edit.keepMine}
            onTakeTheirs={() => edit.conflict && edit.reset(edit.conflict.current)}
          />
        )}
        {areProblemsShown && faulty.length > 0 && (
          <ErrorMessage>Nothing was saved: please check the marked events.</ErrorMessage>
        )}
        {save.isError && !conflictOf(save.error) && (
          <ErrorMessage>
            Error while saving the events.{' '}
            {edit.drafts.some(refused) ? 'Please check the marked events.' : serverMessage(save.error)}
          </ErrorMessage>
        )}
        <div className={styles.buttons}>
          <span className={styles.state} role="status">
            {edit.isDirty && 'Unsaved changes'}
          </span>
          <Button
            ref={saveButton}
            disabled={edit.drafts.length === 0 || edit.conflict !== null}
            loading={save.isPending}
            onClick={trySave}
          >
            Save Events
          </Button>
        </div>
      </div>
    </>
  )
}
