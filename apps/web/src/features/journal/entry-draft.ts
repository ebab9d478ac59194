import { isString, useDraft } from '../../ui/forms/drafts.ts'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { type AssistedText, type AssistStep, isAssistStep } from './assistant.ts'

/** An unsaved new entry. Without a date it is dated on the day when it is saved. */
export interface EntryDraft {
  readonly values: FieldValues
  readonly steps: readonly AssistStep[]
}

const emptyDraft: EntryDraft = { values: {}, steps: [] }

export function parseEntryDraft(stored: unknown): EntryDraft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const { steps, ...fields } = stored as { readonly steps?: unknown }

  // Earlier versions stored tags as a list, and null for no day.
  const values = Object.entries<unknown>(fields)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [field, Array.isArray(value) ? value.join(' ') : value] as const)

  const isDraft =
    Array.isArray(steps) &&
    steps.every(isAssistStep) &&
    values.every(([, value]) => isString(value))

  return isDraft ? { values: Object.fromEntries(values) as FieldValues, steps } : emptyDraft
}

export const isEmptyDraft = ({ values, steps }: EntryDraft): boolean =>
  steps.length === 0 && Object.values(values).every((value) => value === '')

/** The draft of a new entry, stored in the browser until it is saved. */
export function useEntryDraft() {
  const { draft, latest, keep } = useDraft('journal', parseEntryDraft)
  const write = (newDraft: EntryDraft) =>
    keep(isEmptyDraft(newDraft) ? null : { ...newDraft.values, steps: newDraft.steps })

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
