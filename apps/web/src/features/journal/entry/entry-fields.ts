import type { JournalEntry } from '@vitrine/contract'
import type { AssistedText } from '../assistant/assisted-text.ts'

/** What can be changed about an entry. */
export interface EntryFields extends AssistedText {
  readonly date: string
  readonly tags: readonly number[]
}

export const fieldsOf = ({ comment, date, tags }: JournalEntry): EntryFields => ({
  comment,
  steps: [],
  date,
  tags: tags.map((tag) => tag.id),
})

/** Whatever the assistant did on the way, and in whichever order the tags were pressed. */
export const isSameEntry = (a: EntryFields, b: EntryFields): boolean =>
  a.comment === b.comment &&
  a.date === b.date &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag) => b.tags.includes(tag))
