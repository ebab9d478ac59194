import {
  type AttributeDefinition,
  buildAttributeRows,
  eventFields,
  type Fields,
  fieldTexts,
  findFoldedRanges,
  fold,
  foldLine,
  formatEventDay,
  formatLongDay,
  type ItemHit,
  itemFields,
  journalFields,
  languageNames,
  type MarkedText,
  pickEventText,
  type SearchHit,
  toPlainText,
} from '@vitrine/contract'
import { type ItemRecordSubject, itemRecords } from '../../items/item-records.ts'
import type { SearchRow } from './store.ts'

function toHit(
  id: number,
  title: string,
  fields: readonly Field[],
  searched: SearchedWords,
): SearchHit {
  const words = listWordsToMark([title, ...fields.map(({ text }) => text)], searched)
  return { id, title: markWords(title, words), lines: pickMatchingLines(title, fields, words) }
}

/** Length of content hashes in lists and addresses. */
const shortHashLength = 16

/** Shortens a content hash; empty if there is no picture. */
const shortenMediaName = (name: string | null): string => name?.slice(0, shortHashLength) ?? ''

// Omits the fields that the title and the item's own text show.
const {
  identifier: _identifier,
  name: _name,
  description: _description,
  ...otherFields
} = itemFields

export function toItemHit(
  row: SearchRow<'item'>,
  catalogue: readonly AttributeDefinition[],
  searched: SearchedWords,
): ItemHit {
  const knownKeys = new Set(catalogue.map(({ tag_key }) => tag_key))
  const unknownAttributes = [...row.tags.keys()]
    .filter((key) => !knownKeys.has(key))
    .map((tag_key) => ({ tag_key }))
  const rows = buildAttributeRows(
    [...catalogue, ...unknownAttributes],
    Object.fromEntries(row.tags),
  )
  const fields = [
    ...rows.map(({ label, value }) => ({ label, text: value })),
    { label: '', text: row.description },
    ...row.texts.map(({ lang, text }) => ({ label: languageNames[lang], text })),
    ...listSearchedFields(otherFields, row),
    { label: 'Recording', text: row.tags.get('mp3') ?? '' },
  ]
  return {
    ...toHit(row.id, `${row.identifier} ${row.name}`.trim(), fields, searched),
    type: row.type,
    picture: shortenMediaName(row.picture),
    public: row.public === 1,
  }
}

const formatName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** Adds a line with the record's own text, which the title lacks, unless there is one. */
const withOwnText = (hit: SearchHit, text: string, searched: SearchedWords): SearchHit =>
  hit.lines.some(({ label }) => label === '')
    ? hit
    : {
        ...hit,
        lines: [
          { label: '', ...createExcerpt(text, searched.words, searched.words) },
          ...hit.lines,
        ],
      }

/**
 * Lists the searched fields of a record, its own text without a label; skips days, which the title
 * has.
 */
const listSearchedFields = (fields: Fields, record: object): Field[] => {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(fields)
    .filter(([, { search, kind }]) => search !== null && kind !== 'day')
    .map(([name, field]) => ({
      label: field.search === 'name' ? '' : field.label,
      text: fieldTexts(field, values.get(name)).join(', '),
    }))
}

const toAuthorField = (row: Parameters<typeof formatName>[0]): Field => ({
  label: 'Author',
  text: formatName(row),
})

export const toItemRecordHit =
  (subject: ItemRecordSubject) => (row: SearchRow<ItemRecordSubject>, searched: SearchedWords) => {
    const ownFields = listSearchedFields(itemRecords[subject].fields, row)
    const fields = [...ownFields, toAuthorField(row)]
    const hit = toHit(row.id, `${row.identifier} ${row.name}`.trim(), fields, searched)
    const ownText = ownFields.find(({ label, text }) => label === '' && text !== '')?.text
    const textToShow = ownText ?? ownFields.map(({ text }) => text).join(', ')
    return { ...withOwnText(hit, textToShow, searched), item_id: row.item_id }
  }

export function toJournalHit(row: SearchRow<'journal'>, searched: SearchedWords): SearchHit {
  const fields = [...listSearchedFields(journalFields, row), toAuthorField(row)]
  return withOwnText(
    toHit(row.id, formatLongDay(row.date, 'en') || row.date, fields, searched),
    row.comment,
    searched,
  )
}

export function toEventHit(row: SearchRow<'event'>, searched: SearchedWords): SearchHit {
  const title = formatEventDay({ date: row.date, start: row.start === 1 }, 'en')
  const hit = toHit(row.id, title, listSearchedFields(eventFields, row), searched)
  return withOwnText(hit, toPlainText(pickEventText(row, 'en').html), searched)
}

export const toUserHit = (row: SearchRow<'user'>, searched: SearchedWords): SearchHit =>
  toHit(
    row.id,
    formatName(row) || row.email,
    [
      { label: 'E-mail', text: row.email },
      { label: 'Phone', text: row.phone },
    ],
    searched,
  )

interface Field {
  readonly label: string
  readonly text: string
}

const maxLines = 2
/** Maximum lengths of an excerpt, and of its text before the match, in UTF-16 units. */
const maxExcerptLength = 120
const maxLengthBefore = 40

/** A search, folded. `similar` has the words of the record that match with typing errors. */
export interface SearchedWords {
  readonly text: string
  readonly words: readonly string[]
  readonly similar: readonly string[]
}

/** Marks the whole text if the record contains it as typed, or else each of its words. */
const listWordsToMark = (
  texts: readonly string[],
  { text, words, similar }: SearchedWords,
): readonly string[] =>
  text !== '' && texts.some((recordText) => foldLine(recordText).includes(text))
    ? [text]
    : [...words, ...similar]

export const markWords = (text: string, words: readonly string[]): MarkedText => ({
  text,
  marks: findFoldedRanges(text, words).map(([start, end]) => [start, end]),
})

/**
 * Picks the lines that best show why a record was found: each adds words that are neither in the
 * title nor in an earlier line.
 */
function pickMatchingLines(title: string, fields: readonly Field[], words: readonly string[]) {
  const foldedTitle = fold(title)
  let remaining = words.filter((word) => !foldedTitle.includes(word))
  const candidates = fields.map(({ label, text }) => ({ label, text, folded: foldLine(text) }))
  const lines: { label: string; text: string; marks: [number, number][] }[] = []
  while (remaining.length > 0 && lines.length < maxLines) {
    const countMatches = ({ folded }: { folded: string }) =>
      remaining.filter((word) => folded.includes(word)).length
    const best = candidates.toSorted((a, b) => countMatches(b) - countMatches(a))[0]
    if (!best || countMatches(best) === 0) break
    lines.push({ label: best.label, ...createExcerpt(best.text, remaining, words) })
    remaining = remaining.filter((word) => !best.folded.includes(word))
  }
  return lines
}

/** Cuts an excerpt around the first of these words, and marks `markedWords`. */
export function createExcerpt(
  text: string,
  words: readonly string[],
  markedWords: readonly string[],
): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxExcerptLength) return markWords(line, markedWords)
  const [firstRange] = findFoldedRanges(line, words)
  const matchStart = firstRange?.[0] ?? 0
  // Cuts between words, except in words so long that the match would be lost.
  const wordStart =
    matchStart <= maxLengthBefore ? 0 : line.indexOf(' ', matchStart - maxLengthBefore) + 1
  const start = Math.min(wordStart, matchStart)
  const maxEnd = start + maxExcerptLength
  const wordEnd = maxEnd >= line.length ? line.length : line.lastIndexOf(' ', maxEnd)
  const end = wordEnd <= matchStart ? maxEnd : wordEnd
  const excerpt = line.slice(start, end).toWellFormed()
  return markWords(
    `${start > 0 ? '… ' : ''}${excerpt}${end < line.length ? ' …' : ''}`,
    markedWords,
  )
}
