import { isString, useDraft } from '../../ui/forms/drafts.ts'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { type AssistedText, type AssistStep, isAssistStep } from './assistant.ts'

/** An entry that is being written; without a day it is of today, also tomorrow. */
export interface EntryDraft {
  readonly values: FieldValues
  readonly steps: readonly AssistStep[]
}

const emptyDraft: EntryDraft = { values: {}, steps: [] }

export function readEntryDraft(kept: unknown): EntryDraft {
  if (typeof kept !== 'object' || kept === null) return emptyDraft
  const { steps, ...fields } = kept as { readonly steps?: unknown }
  // Earlier versions stored tags as a list, and null for no day.
  const found = Object.entries(fields).flatMap(([field, value]: [string, unknown]) =>
    value === null ? [] : [[field, Array.isArray(value) ? value.join(' ') : value] as const],
  )
  const isDraft =
    Array.isArray(steps) && steps.every(isAssistStep) && found.every(([, value]) => isString(value))
  return isDraft ? { values: Object.fromEntries(found) as FieldValues, steps } : emptyDraft
}

export const isEmpty = ({ values, steps }: EntryDraft): boolean =>
  steps.length === 0 && Object.values(values).every((value) => value === '')

/** The entry that is being written, kept in the browser from the first key until it is saved. */
export function useEntryDraft() {
  const { draft, latest, keep } = useDraft('journal', readEntryDraft)
  const write = (next: EntryDraft) =>
    keep(isEmpty(next) ? null : { ...next.values, steps: next.steps })
  return {
    draft,
    set: (changes: FieldValues) => {
      const { values, steps } = latest()
      write({ values: { ...values, ...changes }, steps })
    },
    setText: ({ comment, steps }: AssistedText) =>
      write({ values: { ...latest().values, comment }, steps }),
    clear: () => keep(null),
  }
}
