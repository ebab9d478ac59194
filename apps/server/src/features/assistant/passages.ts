import {
  type AnswerSource,
  type AssistantLanguage,
  type AttributeRow,
  assistantLanguages,
  fieldNames,
  fold,
  getItemField,
  type ItemFieldName,
  itemFields,
  toDay,
} from '@vitrine/contract'
import { answer, lexiconOf, maxSentence, prepareItem } from '@vitrine/guide'
import { splitSentences } from '@vitrine/text'
import { toSearchWords } from '../../projections/index.ts'
import { matchScore, type SearchRow, type WantedWord } from '../search/index.ts'
import words from './words.json' with { type: 'json' }

/** Something that may be quoted; numbered once it is. */
export interface Passage extends Omit<AnswerSource, 'id'> {
  /** From a field that only staff read, such as the internal note: no provider gets to read it. */
  readonly isInternal?: boolean
}

/** A thing in parts, and what stands around them. */
interface QuotableRecord {
  readonly passages: readonly Passage[]
  readonly context: string
}

/** A text that is no longer than this is quoted as a whole. */
const maxWholeText = 280
const maxSentences = 200

const splitIntoPassages = (text: string): string[] => {
  const whole = text.replaceAll(/\s+/g, ' ').trim()
  if (whole.length <= maxWholeText) return [whole].filter(Boolean)
  return splitSentences(text, maxSentence)
    .slice(0, maxSentences)
    .map((sentence) => sentence.text)
}

const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

export function toQuotableEntry(row: SearchRow<'journal'>): QuotableRecord {
  const about = {
    kind: 'journal',
    subject_id: row.id,
    item_id: null,
    title: '',
    date: row.date,
    author: fullName(row),
  } as const
  return {
    passages: splitIntoPassages(row.comment).map((text) => ({ ...about, text })),
    context: [row.comment, ...row.tags, fullName(row)].join(' '),
  }
}

export function toQuotableComment(row: SearchRow<'comment'>): QuotableRecord {
  const title = `${row.identifier} ${row.name}`.trim()
  const date = toDay(new Date(row.created_at))
  const about = {
    kind: 'comment',
    subject_id: row.id,
    item_id: row.item_id,
    title,
    date,
    author: fullName(row),
  } as const
  return {
    passages: splitIntoPassages(row.comment).map((text) => ({ ...about, text })),
    context: [title, row.comment, fullName(row)].join(' '),
  }
}

/** An item's attributes as 'Label: value', and its texts and translations sentence by sentence. */
export function toQuotableItem(
  row: SearchRow<'item'>,
  rows: readonly AttributeRow[],
): QuotableRecord {
  const about = itemSource(row)
  // What repeats the name tells nothing more.
  const translations = row.texts.flatMap(({ field, text }) => (field === 'name' ? [] : text))
  const attributes = rows.filter(({ value }) => value !== row.name).map(formatRow)
  return {
    passages: [
      ...[...[row.description, ...translations].flatMap(splitIntoPassages), ...attributes].map(
        (text) => ({
          ...about,
          text,
        }),
      ),
      ...internalFields
        .flatMap((name) => internalTexts(name, row))
        .map((text) => ({ ...about, text, isInternal: true })),
    ],
    context: about.title,
  }
}

const internalFields = fieldNames(itemFields).filter((name) => {
  const { search, visitors } = getItemField(name)
  return search !== null && !visitors
})

/** A line is quoted with its label, which says what it is. */
function internalTexts(name: ItemFieldName, row: SearchRow<'item'>): string[] {
  const { kind, label } = getItemField(name)
  const value = row[name]
  if (kind === 'prose') return splitIntoPassages(value)
  return value.trim() === '' ? [] : [formatRow({ label, value })]
}

const formatRow = ({ label, value }: Pick<AttributeRow, 'label' | 'value'>): string =>
  `${label}: ${value}`

const itemSource = ({ id, identifier, name }: SearchRow<'item'>) =>
  ({
    kind: 'item',
    subject_id: id,
    item_id: id,
    title: `${identifier} ${name}`.trim(),
    date: '',
    author: '',
  }) as const

/**
 * The attribute of an item that a question asks for, as visitors are told it: 'How heavy is the
 * Bugatti?'
 */
export function findAskedFact(
  row: SearchRow<'item'>,
  rows: readonly AttributeRow[],
  question: string,
  language: AssistantLanguage,
): Passage | null {
  const told = answer(
    prepareItem({ name: row.name, rows, text: '', textLanguage: language }, language),
    question,
  )
  return told.kind === 'fact'
    ? { ...itemSource(row), text: told.attributes.map(formatRow).join(', ') }
    : null
}

/** What a word counts that stands beside a passage and not in it. */
const contextShare = 0.5

export interface ScoredPassage {
  readonly passage: Passage
  readonly score: number
  /** What the whole thing is about. */
  readonly context: string
  /** It is the attribute that was asked for. */
  readonly isFact?: boolean
}

/**
 * The passage of a thing that tells most of what was asked about; nothing where none has a word of
 * it.
 */
export function findBestPassage(
  { passages, context }: QuotableRecord,
  wanted: readonly WantedWord[],
): ScoredPassage | null {
  const around = matchScores(context, wanted)
  let best: ScoredPassage | null = null
  for (const passage of passages) {
    // A comment is about its item and by its author, whether it names them or not.
    const about =
      passage.kind === 'item' ? '' : `${passage.title} ${passage.author} ${passage.date}`
    const inside = matchScores(`${passage.text} ${about}`, wanted)
    if (!inside.some((share) => share > 0)) continue
    const shares = wanted.map(
      ({ weight }, at) => weight * Math.max(inside[at] ?? 0, (around[at] ?? 0) * contextShare),
    )
    const score = shares.reduce((sum, share) => sum + share, 0)
    if (score > (best?.score ?? 0)) best = { passage, score, context }
  }
  return best
}

export function matchScores(text: string, wanted: readonly WantedWord[]): number[] {
  const words = [...new Set(toSearchWords(text))]
  return wanted.map((word) =>
    words.reduce((best, each) => Math.max(best, matchScore(each, word)), 0),
  )
}

/** What a question looks for. */
export interface StaffQuestion {
  readonly text: string
  readonly language: AssistantLanguage
  readonly wanted: readonly WantedWord[]
  /** Years that it names, as such or as 'last year'. */
  readonly years: readonly string[]
  readonly asksWhen: boolean
}

const maxWords = 12
const minStemLength = 4
const matchWeights = { itself: 1, stem: 0.95, alike: 0.85, near: 0.5 }
/** What matters less than the rest: 'get', 'find'. */
const lightWeight = 0.35

const lexicons = assistantLanguages.map(lexiconOf)

/** Each word of a group with the whole group. */
function groupByWord(groups: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>()
  for (const group of groups.map((line) => line.split(' ')))
    for (const word of group) known.set(word, [...(known.get(word) ?? []), ...group])
  return known
}

const synonyms = groupByWord(words.alike)
/** Related terms: a question about a repair also matches the leak. */
const relatedWords = new Map(
  Object.entries(words.near).map(([word, others]) => [word, others.split(' ')]),
)
const yearPhrases = Object.entries(words.years)
const phrases = Object.entries(words.phrases)
/** 'What do the comments say' asks for nothing by itself. */
const fillerVerbs = new Set(words.saying.split(' '))

export function parseQuestion(question: string, thisYear: number): StaffQuestion {
  let text = fold(question)
  for (const [phrase, offset] of yearPhrases)
    text = text.replaceAll(phrase, ` ${thisYear + offset} `)
  for (const [phrase, word] of phrases) text = text.replaceAll(phrase, word)
  const typed = [...new Set(toSearchWords(text))]
  const spoken = lexicons
    .map((lexicon) => ({
      language: lexicon.language,
      count: typed.filter((word) => lexicon.fill.has(word)).length,
    }))
    .reduce((best, next) => (next.count > best.count ? next : best))
  const isFill = (word: string) =>
    fillerVerbs.has(word) ||
    // 'How heavy' asks for more than 'how'.
    lexicons.some(
      ({ fill, asking, askingAfter }) =>
        fill.has(word) || (asking.has(word) && !askingAfter.has(word)),
    )
  const telling = typed.filter((word) => word.length > 1 && !isFill(word)).slice(0, maxWords)
  return {
    text: question,
    language: spoken.language as AssistantLanguage,
    wanted: (telling.length > 0 ? telling : typed.slice(0, maxWords)).map(toWantedWord),
    years: typed.filter((word) => /^(?:1[5-9]|20)\d\d$/.test(word)),
    asksWhen: typed.some((word) => lexicons.some(({ asking }) => asking.get(word) === 'when')),
  }
}

/** A word with its stems and the words of other languages that say the same. */
function toWantedWord(typed: string): WantedWord {
  const stems = lexicons
    .map(({ stem }) => stem(typed))
    .filter((stem) => stem.length >= minStemLength)
  const same = [typed, ...stems].flatMap((word) => synonyms.get(word) ?? [])
  const forms = new Map<string, number>()
  for (const word of [typed, ...same].flatMap((each) => relatedWords.get(each) ?? []))
    forms.set(word, matchWeights.near)
  for (const word of same) forms.set(word, matchWeights.alike)
  for (const stem of stems) forms.set(stem, matchWeights.stem)
  forms.set(typed, matchWeights.itself)
  const isLight = same.length === 0 && lexicons.some(({ light, stem }) => light.has(stem(typed)))
  return { typed, forms: [...forms], weight: isLight ? lightWeight : 1, isLight }
}
