import { notifications } from '@mantine/notifications'
import type { EventConflict } from '@vitrine/contract'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldErrors, findConflict, serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { confirmDiscard } from '../../ui/forms/unsaved.tsx'
import {
  type DraftProblem,
  type EventDraft,
  isDiscarded,
  problemOf,
  refusalOf,
  toRequest,
} from './event-draft.ts'
import type { EventsEdit } from './use-events-edit.ts'

interface SaveFailure {
  readonly error: unknown
  readonly sent: readonly EventDraft[]
}

/** Saves the events of a list, marks what can't be saved, or discards what was typed. */
export function useEventsSave(
  edit: EventsEdit,
  list: RefObject<HTMLElement | null>,
  onSaved: () => void,
) {
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const faulty = edit.drafts.filter((draft) => problemOf(draft) !== null)

  /**
   * Opens the events that can't be saved as they are; the focus goes to the first field that is
   * marked.
   */
  const showProblems = (drafts: readonly EventDraft[], mark: () => void) => {
    flushSync(() => {
      mark()
      for (const { key } of drafts) edit.open(key, true)
    })
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return {
    isSaving,

    /** What keeps an event from being saved, once a save was tried. */
    problemOf: (draft: EventDraft): DraftProblem | null =>
      (areProblemsShown ? problemOf(draft) : null) ?? refusalIn(failure, draft),

    /** Why nothing was saved. */
    message:
      areProblemsShown && faulty.length > 0
        ? faultyMessage
        : failure && failureMessage(failure, edit.drafts),

    async save(): Promise<void> {
      setFailure(null)
      if (faulty.length > 0) return showProblems(faulty, () => setProblemsShown(true))
      setProblemsShown(false)
      const sent = edit.drafts.filter((draft) => !isDiscarded(draft))
      setSaving(true)
      try {
        edit.reset(
          await call('POST /cms/save-the-date', {
            body: { events: sent.map(toRequest), version: edit.version },
          }),
        )
        setSaving(false)
        onSaved()
        notifications.show({ message: 'Events successfully saved.' })
      } catch (error) {
        const conflict = findConflict<EventConflict>(error)
        const refused = sent.filter((draft) => refusalIn({ error, sent }, draft))
        showProblems(refused, () => {
          setSaving(false)
          if (conflict) edit.meet(conflict)
          else setFailure({ error, sent })
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

const faultyMessage = 'Nothing was saved: please check the marked events.'

function failureMessage(failure: SaveFailure, drafts: readonly EventDraft[]): string {
  const isMarked = drafts.some((draft) => refusalIn(failure, draft))
  return `Error while saving the events. ${isMarked ? 'Please check the marked events.' : serverMessage(failure.error)}`
}

const refusalIn = (failure: SaveFailure | null, draft: EventDraft): DraftProblem | null =>
  failure && refusalOf(draft, failure.sent, fieldErrors(failure.error))
