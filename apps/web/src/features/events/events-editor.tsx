import { Button } from '@mantine/core'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { EventList } from '@vitrine/contract'
import { useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { type RenderHistory, RestoredMessage } from '../../ui/forms/edit-form.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { useSaveShortcut } from '../../ui/forms/use-save-shortcut.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { EventCards } from './event-cards.tsx'
import { createEventDraft, duplicateEventDraft, type EventDraft } from './event-draft.ts'
import { EventsConflict } from './events-conflict.tsx'
import styles from './events-editor.module.css'
import { eventsQueries } from './events-queries.ts'
import { useEventsEdit } from './use-events-edit.ts'
import { useEventsSave } from './use-events-save.ts'

interface EventsEditorProps {
  readonly title: string
  readonly loaded: EventList
  readonly onSaved: () => void
  readonly renderHistory: RenderHistory
}

/** Edits the list of events as drafts, which are saved together. */
export function EventsEditor({ title, loaded, onSaved, renderHistory }: EventsEditorProps) {
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const newButton = useRef<HTMLButtonElement>(null)
  const edit = useEventsEdit(loaded)
  const { isSaving, findProblem, message, save, discard } = useEventsSave(edit, list, onSaved)
  const maySave = edit.drafts.length > 0 && edit.conflict === null && !isSaving
  useRegisterUnsavedForm(() => edit.isDirty, edit.deleteStoredEdits)
  // Also after a conflict is resolved, because its buttons disappear.
  useKeepFocus(`${isSaving} ${edit.resetCount}`, saveButton, newButton)

  useSaveShortcut(list, () => {
    if (maySave) void save()
  })

  const addDraft = edit.add

  const addAndFocus = useCallback(
    (draft: EventDraft) => {
      flushSync(() => addDraft(draft))
      // New drafts are first in the list, wherever the pressed button was.
      list.current?.querySelector<HTMLElement>('input[type="date"]')?.focus()
    },
    [addDraft],
  )

  useAddressAction({ new: () => addAndFocus(createEventDraft()) })

  const { setOpen, change, remove, rebase } = edit

  const actions = useMemo(
    () => ({
      onOpen: setOpen,
      onChange: change,
      onDuplicate: (draft: EventDraft) => addAndFocus(duplicateEventDraft(draft)),
      onRemove: remove,
      onUndone: async () =>
        rebase(await queries.fetchQuery({ ...eventsQueries.list, staleTime: 0 })),
      renderHistory,
    }),
    [setOpen, change, addAndFocus, remove, rebase, queries, renderHistory],
  )

  return (
    <>
      <PageHeader
        title={title}
        count={`${edit.drafts.length} ${edit.drafts.length === 1 ? 'event' : 'events'}`}
        actions={
          <>
            <Button
              ref={newButton}
              variant="default"
              disabled={isSaving}
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => addAndFocus(createEventDraft())}
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
          <EmptyState>
            There are no events yet. ‘New Event’ adds one; visitors see it once it is active.
          </EmptyState>
        )}
        <EventCards edit={edit} findProblem={findProblem} actions={actions} />
      </div>
      <div className={styles.foot}>
        {edit.conflict && (
          <EventsConflict
            conflict={edit.conflict}
            onKeepMine={edit.keepMine}
            onTakeTheirs={() => edit.conflict && edit.reset(edit.conflict.current)}
          />
        )}
        {message !== null && <ErrorMessage>{message}</ErrorMessage>}
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
            onClick={save}
          >
            Save Events
          </Button>
        </div>
      </div>
    </>
  )
}
