import { notifications } from '@mantine/notifications'
import type { EventConflict } from '@vitrine/contract'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { findConflict, getFieldErrors, getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { confirmDiscard } from '../../ui/forms/unsaved.tsx'
import {
  type DraftProblem,
  type EventDraft,
  findProblem,
  findServerProblem,
  isDiscardedDraft,
  toEventRequest,
} from './event-draft.ts'
import type { EventsEdit } from './use-events-edit.ts'

interface SaveFailure {
  readonly error: unknown
  readonly sentDrafts: readonly EventDraft[]
}

/** Saves or discards the edited events, and marks those that cannot be saved. */
export function useEventsSave(
  edit: EventsEdit,
  list: RefObject<HTMLElement | null>,
  onSaved: () => void,
) {
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const invalidDrafts = edit.drafts.filter((draft) => findProblem(draft) !== null)

  /** Marks the problems, opens the cards of these events and focuses the first marked field. */
  const showProblems = (drafts: readonly EventDraft[], mark: () => void) => {
    flushSync(() => {
      mark()
      for (const { key } of drafts) edit.setOpen(key, true)
    })
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return {
    isSaving,

    /** The problem of an event, shown only after an attempt to save. */
    findProblem: (draft: EventDraft): DraftProblem | null =>
      (areProblemsShown ? findProblem(draft) : null) ?? findServerProblemIn(failure, draft),

    /** Why nothing was saved; null if there is no failure. */
    message:
      areProblemsShown && invalidDrafts.length > 0
        ? invalidMessage
        : failure && formatFailure(failure, edit.drafts),

    async save(): Promise<void> {
      setFailure(null)
      if (invalidDrafts.length > 0) return showProblems(invalidDrafts, () => setProblemsShown(true))

      setProblemsShown(false)
      setSaving(true)
      const sentDrafts = edit.drafts.filter((draft) => !isDiscardedDraft(draft))

      try {
        const body = { events: sentDrafts.map(toEventRequest), version: edit.version }
        edit.reset(await call('POST /cms/save-the-date', { body }))
        setSaving(false)
        onSaved()
        notifications.show({ message: 'Events successfully saved.' })
      } catch (error) {
        const conflict = findConflict<EventConflict>(error)
        const newFailure = { error, sentDrafts }
        const rejectedDrafts = sentDrafts.filter((draft) => findServerProblemIn(newFailure, draft))
        showProblems(rejectedDrafts, () => {
          setSaving(false)
          if (conflict) edit.showConflict(conflict)
          else setFailure(newFailure)
        })
      }
    },

    async discard(): Promise<void> {
      if (!(await confirmDiscard())) return
      setFailure(null)
      setProblemsShown(false)
      edit.discard()
    },
  }
}

const invalidMessage = 'Nothing was saved: please check the marked events.'

function formatFailure(failure: SaveFailure, drafts: readonly EventDraft[]): string {
  const hasMarkedEvents = drafts.some((draft) => findServerProblemIn(failure, draft))
  const reason = hasMarkedEvents
    ? 'Please check the marked events.'
    : getServerMessage(failure.error)
  return `Error while saving the events. ${reason}`
}

const findServerProblemIn = (failure: SaveFailure | null, draft: EventDraft): DraftProblem | null =>
  failure && findServerProblem(draft, failure.sentDrafts, getFieldErrors(failure.error))
