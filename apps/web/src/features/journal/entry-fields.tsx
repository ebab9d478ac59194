import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  dayOf,
  fieldNames,
  type JournalEntry,
  type JournalField,
  type JournalTag,
  type JournalText,
  journalFields,
  linkedParts,
} from '@vitrine/contract'
import { Fragment, type ReactNode, type Ref } from 'react'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { HighlightedText } from '../../ui/text/marked-text.tsx'
import type { Assistant, AssistedText } from './assistant.ts'
import { CommentField, isTooLong } from './comment-field.tsx'
import { dayText } from './day-text.ts'
import styles from './entry-fields.module.css'

const names = fieldNames(journalFields)

export const authorOf = ({
  first_name,
  last_name,
}: Pick<JournalEntry, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`.trim()

export const dayOfEntry = ({ date, created }: JournalEntry): string =>
  date || dayOf(new Date(created))

/** The fields of an entry, each as a text that can be compared with another person's. */
export const valuesOf = (entry: JournalEntry): FieldValues =>
  Object.fromEntries(
    names.map((name) => [
      name,
      name === 'tags' ? tagsValue(entry.tags.map(({ id }) => id)) : entry[name],
    ]),
  )

/** The same text in whichever order the tags were pressed. */
const tagsValue = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join(' ')

const tagIds = (value = ''): number[] => value.split(' ').map(Number).filter(Boolean)

/**
 * What is sent. Without the tags that were deleted since they were chosen: the server would reject
 * the whole entry. As long as the tags have not been loaded, none is known to be deleted.
 */
export const bodyOf = (values: FieldValues, tags: readonly JournalTag[] | undefined) =>
  ({
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    tags: tagIds(values.tags).filter((id) => tags?.some((tag) => tag.id === id) ?? true),
  }) as JournalText

export const isComplete = ({ comment = '', date }: FieldValues): boolean =>
  comment.trim() !== '' && !isTooLong(comment) && date !== ''

const fieldOf = (name: string) => journalFields[name as JournalField]

export const labelOf = (name: string): string => fieldOf(name).label

/** A field's value as people read it. */
export const textOf =
  (tags: readonly JournalTag[]) =>
  (name: string, value: string): string => {
    const { kind } = fieldOf(name)
    if (kind === 'day') return value && dayText(value)
    if (kind !== 'names') return value
    const ids = tagIds(value)
    return tags.flatMap((tag) => (ids.includes(tag.id) ? tag.name : [])).join(', ')
  }

interface EntryFieldsProps {
  readonly values: FieldValues
  readonly set: (changes: FieldValues) => void
  /** The comment, with what the assistant did to it. */
  readonly text: AssistedText
  readonly setText: (text: AssistedText) => void
  readonly assistant: Assistant
  /** All there are; undefined until they have been loaded. */
  readonly tags: readonly JournalTag[] | undefined
  readonly saving: boolean
  readonly rows: number
  /** Only the comment, in one line. */
  readonly folded?: boolean
  readonly commentRef?: Ref<HTMLTextAreaElement>
}

interface ShownEntry {
  readonly entry: JournalEntry
  /** Marked wherever they are in the entry. */
  readonly words: readonly string[]
}

interface FieldView {
  readonly control: (form: EntryFieldsProps) => ReactNode
  /** In the list, below the fields before it; null: the head of the row has it. */
  readonly shown: ((entry: ShownEntry) => ReactNode) | null
}

/** How each field is edited and shown, in the order of the forms. */
const views: Readonly<Record<JournalField, FieldView>> = {
  comment: {
    control: ({ text, setText, assistant, saving, rows, folded, commentRef }) => (
      <CommentField
        {...(commentRef && { ref: commentRef })}
        {...{ rows, text, assistant, saving }}
        folded={folded ?? false}
        onChange={setText}
      />
    ),
    shown: (shown) => (
      <p className={styles.comment}>
        <LinkedComment {...shown} />
      </p>
    ),
  },
  date: {
    control: ({ values, set, saving }) => (
      <TextInput
        type="date"
        label="Date"
        required
        value={values.date ?? ''}
        readOnly={saving}
        onChange={(event) => set({ date: event.currentTarget.value })}
      />
    ),
    shown: null,
  },
  tags: {
    control: ({ values, set, tags, saving }) =>
      tags?.length !== 0 && (
        <ToggleButtons
          label="Tags"
          inTwoLines
          options={tags?.map(({ id, name }) => ({ key: id, text: name })) ?? []}
          chosen={tagIds(values.tags)}
          disabled={saving}
          onToggle={(id) => set({ tags: tagsValue(toggleInList(tagIds(values.tags), id)) })}
        />
      ),
    shown: ({ entry: { tags }, words }) =>
      tags.length > 0 && (
        <ul aria-label="Tags" className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag.id} className={styles.tag}>
              <HighlightedText text={tag.name} words={words} />
            </li>
          ))}
        </ul>
      ),
  },
}

/** The controls of all fields, each in a box of its own that forms lay out. */
export const EntryFields = (form: EntryFieldsProps) =>
  Object.entries(views).map(([name, { control }]) => (
    <div key={name} className={styles.field} data-field={name}>
      {control(form)}
    </div>
  ))

export const ShownFields = (entry: ShownEntry) =>
  Object.entries(views).map(([name, { shown }]) => <Fragment key={name}>{shown?.(entry)}</Fragment>)

/** The comment, with identifiers as links to their items. */
function LinkedComment({ entry: { comment, mentions }, words }: ShownEntry) {
  if (!mentions) return <HighlightedText text={comment} words={words} />
  // Where two items have the same identifier, the first one counts.
  const items = new Map(mentions.toReversed().map(({ word, itemId }) => [word, itemId]))
  return linkedParts(comment, items).map(({ at, text, target }) =>
    target === null ? (
      <HighlightedText key={at} text={text} words={words} />
    ) : (
      <Link key={at} to="/inventory-detail/$id" params={{ id: String(target) }}>
        <HighlightedText text={text} words={words} />
      </Link>
    ),
  )
}
