import { type AssistedText, isAssistStep } from '../assistant/assisted-text.ts'

/** An entry that is being written. */
export interface EntryDraft extends AssistedText {
  /** `null` until somebody chooses a day: then it is today, also tomorrow. */
  readonly date: string | null
  readonly tags: readonly number[]
}

export const emptyDraft: EntryDraft = { comment: '', steps: [], date: null, tags: [] }

/** Each person's own: a colleague at the same computer starts with nothing. */
const keyOf = (owner: string): string => `vitrine journal draft ${owner.toLowerCase()}`

export function readDraft(storage: Storage, owner: string): EntryDraft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? 'null')
    return isDraft(kept) ? kept : emptyDraft
  } catch {
    return emptyDraft
  }
}

/** Keeps what was typed until it is saved; an empty draft leaves nothing behind. */
export function keepDraft(storage: Storage, owner: string, draft: EntryDraft): void {
  try {
    if (isEmpty(draft)) storage.removeItem(keyOf(owner))
    else storage.setItem(keyOf(owner), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage must not keep anybody from writing.
  }
}

export const isEmpty = ({ comment, steps, date, tags }: EntryDraft): boolean =>
  comment === '' && steps.length === 0 && date === null && tags.length === 0

function isDraft(value: unknown): value is EntryDraft {
  if (typeof value !== 'object' || value === null) return false
  const { comment, steps, date, tags } = value as Partial<Record<keyof EntryDraft, unknown>>
  return (
    typeof comment === 'string' &&
    (date === null || typeof date === 'string') &&
    Array.isArray(tags) &&
    tags.every((tag) => Number.isInteger(tag)) &&
    Array.isArray(steps) &&
    steps.every(isAssistStep)
  )
}
