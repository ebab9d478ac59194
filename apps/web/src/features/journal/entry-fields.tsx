import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  fieldNames,
  type JournalEntry,
  type JournalField,
  type JournalInput,
  type JournalTag,
  journalFields,
  splitIntoLinkedParts,
  toDay,
} from '@vitrine/contract'
import { Fragment, type ReactNode, type Ref } from 'react'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import { ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { HighlightedText } from '../../ui/text/marked-text.tsx'
import type { Assistant, AssistedText } from './assistant.ts'
import { CommentField, isCommentTooLong } from './comment-field.tsx'
import { formatDay } from './day-text.ts'
import styles from './entry-fields.module.css'

const allFieldNames = fieldNames(journalFields)

export const formatEntryAuthor = ({
  first_name,
  last_name,
}: Pick<JournalEntry, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`.trim()

export const toEntryDay = ({ date, created }: JournalEntry): string =>
  date || toDay(new Date(created))

/** Converts each field of an entry to text, so that conflicting versions can be compared. */
export const toEntryValues = (entry: JournalEntry): FieldValues =>
  Object.fromEntries(
    allFieldNames.map((name) => [
      name,
      name === 'tags' ? formatTagIds(entry.tags.map(({ id }) => id)) : entry[name],
    ]),
  )

/** Sorts the ids, so that the same tags always give the same text. */
const formatTagIds = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join(' ')

/** Without tags, the text is empty and splits into a single 0, which is dropped. */
const parseTagIds = (value = ''): number[] => value.split(' ').map(Number).filter(Boolean)

/**
 * Converts the values to a request. Drops tags deleted since they were chosen, because the server
 * would reject the whole entry. Keeps all of them while the list of tags is not loaded.
 */
export const toJournalText = (values: FieldValues, tags: readonly JournalTag[] | undefined) =>
  ({
    ...Object.fromEntries(allFieldNames.map((name) => [name, values[name] ?? ''])),
    tags: parseTagIds(values.tags).filter(
      (chosenId) => tags === undefined || tags.some(({ id }) => id === chosenId),
    ),
  }) as JournalInput

export const isCompleteEntry = ({ comment = '', date }: FieldValues): boolean =>
  comment.trim() !== '' && !isCommentTooLong(comment) && date !== ''

const getField = (name: string) => journalFields[name as JournalField]

export const getEntryFieldLabel = (name: string): string => getField(name).label

/** Returns a function that formats a field's value for display. */
export const createValueFormatter =
  (tags: readonly JournalTag[]) =>
  (name: string, value: string): string => {
    const { kind } = getField(name)
    if (kind === 'day') return value && formatDay(value)
    if (kind !== 'names') return value

    const ids = parseTagIds(value)
    return tags
      .filter((tag) => ids.includes(tag.id))
      .map((tag) => tag.name)
      .join(', ')
  }

interface EntryFieldsProps {
  readonly values: FieldValues
  readonly set: (changes: FieldValues) => void
  /** The comment with the assistant's steps. */
  readonly text: AssistedText
  readonly setText: (text: AssistedText) => void
  readonly assistant: Assistant
  /** All existing tags; undefined until they are loaded. */
  readonly tags: readonly JournalTag[] | undefined
  readonly saving: boolean
  readonly rows: number
  /** Shows only the comment, in one line. */
  readonly folded?: boolean
  readonly commentRef?: Ref<HTMLTextAreaElement>
}

interface EntryContentProps {
  readonly entry: JournalEntry
  /** Words to highlight in the entry. */
  readonly words: readonly string[]
}

interface FieldView {
  readonly renderControl: (form: EntryFieldsProps) => ReactNode
  /** How the list shows the value, below the previous fields; null if the row's header shows it. */
  readonly renderValue: ((entry: EntryContentProps) => ReactNode) | null
}

/** The control and the display of each field, in the order of the form. */
const fieldViews: Readonly<Record<JournalField, FieldView>> = {
  comment: {
    renderControl: ({ text, setText, assistant, saving, rows, folded, commentRef }) => (
      <CommentField
        {...(commentRef ? { ref: commentRef } : {})}
        rows={rows}
        text={text}
        assistant={assistant}
        saving={saving}
        folded={folded ?? false}
        onChange={setText}
      />
    ),
    renderValue: (props) => (
      <p className={styles.comment}>
        <LinkedComment {...props} />
      </p>
    ),
  },
  date: {
    renderControl: ({ values, set, saving }) => (
      <TextInput
        type="date"
        label="Date"
        required
        value={values.date ?? ''}
        readOnly={saving}
        onChange={(event) => set({ date: event.currentTarget.value })}
      />
    ),
    renderValue: null,
  },
  tags: {
    renderControl: ({ values, set, tags, saving }) =>
      tags?.length !== 0 && (
        <ToggleButtons
          label="Tags"
          reservesTwoLines
          options={tags?.map(({ id, name }) => ({ key: id, text: name })) ?? []}
          chosen={parseTagIds(values.tags)}
          disabled={saving}
          onToggle={(id) => set({ tags: formatTagIds(toggleInList(parseTagIds(values.tags), id)) })}
        />
      ),
    renderValue: ({ entry: { tags }, words }) =>
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

/** The controls of all fields, each in an element that the form positions. */
export const EntryFields = (form: EntryFieldsProps) =>
  Object.entries(fieldViews).map(([name, { renderControl }]) => (
    <div key={name} className={styles.field} data-field={name}>
      {renderControl(form)}
    </div>
  ))

export const EntryContent = (entry: EntryContentProps) =>
  Object.entries(fieldViews).map(([name, { renderValue }]) => (
    <Fragment key={name}>{renderValue?.(entry)}</Fragment>
  ))

/** The comment, with links to the items whose identifiers it mentions. */
function LinkedComment({ entry: { comment, mentions }, words }: EntryContentProps) {
  if (!mentions) return <HighlightedText text={comment} words={words} />

  // Reversed, so that of two items with the same identifier the first is linked: in a map, the last
  // entry of a key wins.
  const items = new Map(mentions.toReversed().map(({ word, itemId }) => [word, itemId]))

  return splitIntoLinkedParts(comment, items).map(({ at: position, text, target }) =>
    target === null ? (
      <HighlightedText key={position} text={text} words={words} />
    ) : (
      <Link key={position} to="/inventory-detail/$id" params={{ id: String(target) }}>
        <HighlightedText text={text} words={words} />
      </Link>
    ),
  )
}
