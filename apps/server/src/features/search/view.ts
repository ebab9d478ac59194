import {
  type AttributeDefinition,
  buildAttributeRows,
  commentFields,
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
import type { SearchRow } from './store.ts'

function hitOf(
  id: number,
  title: string,
  fields: readonly Field[],
  sought: SearchedWords,
): SearchHit {
  const words = wordsToMark([title, ...fields.map(({ text }) => text)], sought)
  return { id, title: markWords(title, words), lines: matchingLines(title, fields, words) }
}

/** Enough of a content's name to tell it from every other, as in lists. */
const shortName = (name: string | null): string => name?.slice(0, 16) ?? ''

// The title and the item's own text show these.
const {
  identifier: _identifier,
  name: _name,
  description: _description,
  ...otherFields
} = itemFields

export function toItemHit(
  row: SearchRow<'item'>,
  catalogue: readonly AttributeDefinition[],
  sought: SearchedWords,
): ItemHit {
  const known = new Set(catalogue.map(({ tag_key }) => tag_key))
  const others = [...row.tags.keys()]
    .filter((key) => !known.has(key))
    .map((tag_key) => ({ tag_key }))
  const rows = buildAttributeRows([...catalogue, ...others], Object.fromEntries(row.tags))
  const fields = [
    ...rows.map(({ label, value }) => ({ label, text: value })),
    { label: '', text: row.description },
    ...row.texts.map(({ lang, text }) => ({ label: languageNames[lang], text })),
    ...searchedIn(otherFields, row),
    { label: 'Recording', text: row.tags.get('mp3') ?? '' },
  ]
  return {
    ...hitOf(row.id, `${row.identifier} ${row.name}`.trim(), fields, sought),
    type: row.type,
    picture: shortName(row.picture),
    public: row.public === 1,
  }
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** Its text is always shown: the title says only what it is about. */
const withText = (hit: SearchHit, text: string, sought: SearchedWords): SearchHit =>
  hit.lines.some(({ label }) => label === '')
    ? hit
    : {
        ...hit,
        lines: [{ label: '', ...createExcerpt(text, sought.words, sought.words) }, ...hit.lines],
      }

/** The fields of a record that a search looks at, its own text without a label; the title says its day. */
const searchedIn = (fields: Fields, record: object): Field[] => {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(fields)
    .filter(([, { search, kind }]) => search !== null && kind !== 'day')
    .map(([name, field]) => ({
      label: field.search === 'name' ? '' : field.label,
      text: fieldTexts(field, values.get(name)).join(', '),
    }))
}

const authorOf = (row: Parameters<typeof nameOf>[0]): Field => ({
  label: 'Author',
  text: nameOf(row),
})

export const toCommentHit = (row: SearchRow<'comment'>, sought: SearchedWords) => {
  const fields = [...searchedIn(commentFields, row), authorOf(row)]
  const hit = hitOf(row.id, `${row.identifier} ${row.name}`.trim(), fields, sought)
  return { ...withText(hit, row.comment, sought), item_id: row.item_id }
}

export function toJournalHit(row: SearchRow<'journal'>, sought: SearchedWords): SearchHit {
  const fields = [...searchedIn(journalFields, row), authorOf(row)]
  return withText(
    hitOf(row.id, formatLongDay(row.date, 'en') || row.date, fields, sought),
    row.comment,
    sought,
  )
}

export function toEventHit(row: SearchRow<'event'>, sought: SearchedWords): SearchHit {
  const title = formatEventDay({ date: row.date, start: row.start === 1 }, 'en')
  const hit = hitOf(row.id, title, searchedIn(eventFields, row), sought)
  return withText(hit, toPlainText(pickEventText(row, 'en').html), sought)
}

export const toUserHit = (row: SearchRow<'user'>, sought: SearchedWords): SearchHit =>
  hitOf(
    row.id,
    nameOf(row) || row.email,
    [
      { label: 'E-mail', text: row.email },
      { label: 'Phone', text: row.phone },
    ],
    sought,
  )

interface Field {
  readonly label: string
  readonly text: string
}

const maxLines = 2
const maxLength = 120
const lengthBefore = 40

/** What was typed, its words, and what they stand for in a thing where that is spelt otherwise; folded. */
export interface SearchedWords {
  readonly text: string
  readonly words: readonly string[]
  readonly similar: readonly string[]
}

/** A thing that has the text as typed shows it whole, not each of its words wherever they are. */
const wordsToMark = (
  texts: readonly string[],
  { text, words, similar }: SearchedWords,
): readonly string[] =>
  text !== '' && texts.some((one) => foldLine(one).includes(text)) ? [text] : [...words, ...similar]

export const markWords = (text: string, words: readonly string[]): MarkedText => ({
  text,
  marks: findFoldedRanges(text, words).map(([start, end]) => [start, end]),
})

/** The lines that show best why a thing was found: each adds words that neither the title nor an earlier one has. */
function matchingLines(title: string, fields: readonly Field[], words: readonly string[]) {
  const shown = fold(title)
  let open = words.filter((word) => !shown.includes(word))
  const candidates = fields.map(({ label, text }) => ({ label, text, folded: foldLine(text) }))
  const lines: { label: string; text: string; marks: [number, number][] }[] = []
  while (open.length > 0 && lines.length < maxLines) {
    const count = ({ folded }: { folded: string }) =>
      open.filter((word) => folded.includes(word)).length
    const best = candidates.toSorted((a, b) => count(b) - count(a))[0]
    if (!best || count(best) === 0) break
    lines.push({ label: best.label, ...createExcerpt(best.text, open, words) })
    open = open.filter((word) => !best.folded.includes(word))
  }
  return lines
}

/** A part of a text around the first of the words, with all of `toMark` marked. */
export function createExcerpt(
  text: string,
  words: readonly string[],
  toMark: readonly string[],
): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return markWords(line, toMark)
  const first = findFoldedRanges(line, words)[0]?.[0] ?? 0
  const from = first <= lengthBefore ? 0 : line.indexOf(' ', first - lengthBefore) + 1
  const start = Math.min(from, first)
  const end =
    start + maxLength >= line.length ? line.length : line.lastIndexOf(' ', start + maxLength)
  const stop = end <= first ? start + maxLength : end
  const cut = line.slice(start, stop).toWellFormed()
  return markWords(`${start > 0 ? '… ' : ''}${cut}${stop < line.length ? ' …' : ''}`, toMark)
}
