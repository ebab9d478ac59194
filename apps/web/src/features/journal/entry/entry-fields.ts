import type { JournalEntry, JournalTag } from '@vitrine/contract'
import type { Values } from '../../../ui/forms/merge-edits.ts'
import { dayText } from '../calendar/day-text.ts'

/** What can be changed about an entry, each field as a text that can be compared with somebody else's. */
export const valuesOf = ({ comment, date, tags }: JournalEntry): Values => ({
  comment,
  date,
  tags: tagsValue(tags.map(({ id }) => id)),
})

/** The same text in whichever order the tags were pressed. */
export const tagsValue = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join(' ')

export const tagIds = (value: string): number[] => value.split(' ').filter(Boolean).map(Number)

const labels: Readonly<Record<string, string>> = { comment: 'Comment', date: 'Date', tags: 'Tags' }
export const labelOf = (field: string): string => labels[field] ?? field

/** A field's value as people read it. */
export const textOf =
  (tags: readonly JournalTag[]) =>
  (field: string, value: string): string => {
    if (field === 'date') return value && dayText(value)
    if (field !== 'tags') return value
    const ids = tagIds(value)
    return tags.flatMap(({ id, name }) => (ids.includes(id) ? name : [])).join(', ')
  }
