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
  type PlaceTree,
  placeAttributeKey,
  toDay,
} from '@vitrine/contract'
import { answerQuestion, getLexicon, maxSentenceLength, prepareItem } from '@vitrine/guide'
import { splitSentences } from '@vitrine/text'
import { toSearchWords } from '../../projections/index.ts'
import { matchScore, type SearchRow, type WantedWord } from '../search/index.ts'
import words from './words.json' with { type: 'json' }

/** A text that may be quoted in an answer, which gives it an id. */
export interface Passage extends Omit<AnswerSource, 'id'> {
  /** From a field for staff only, such as the internal note; never sent to a model provider. */
  readonly isInternal?: boolean
}

/** A record split into passages, with the text around them. */
interface QuotableRecord {
  readonly passages: readonly Passage[]
  readonly context: string
}

/** Texts of up to this number of characters are quoted as a whole. */
const maxWholeTextLength = 280
/** Sentences of a longer text that may be quoted. */
const maxSentences = 200

const splitIntoPassages = (text: string): string[] => {
  const singleLine = text.replaceAll(/\s+/g, ' ').trim()
  if (singleLine.length <= maxWholeTextLength) return [singleLine].filter(Boolean)
  return splitSentences(text, maxSentenceLength)
    .slice(0, maxSentences)
    .map((sentence) => sentence.text)
}

const formatFullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

export function toQuotableEntry(row: SearchRow<'journal'>): QuotableRecord {
  const sourceFields = {
    kind: 'journal',
    subject_id: row.id,
    item_id: null,
    title: '',
    date: row.date,
    author: formatFullName(row),
  } as const
  return {
    passages: splitIntoPassages(row.comment).map((text) => ({ ...sourceFields, text })),
    context: [row.comment, ...row.tags, formatFullName(row)].join(' '),
  }
}

export function toQuotableComment(row: SearchRow<'comment'>): QuotableRecord {
  const title = `${row.identifier} ${row.name}`.trim()
  const date = toDay(new Date(row.created_at))
  const sourceFields = {
    kind: 'comment',
    subject_id: row.id,
    item_id: row.item_id,
    title,
    date,
    author: formatFullName(row),
  } as const
  return {
    passages: splitIntoPassages(row.comment).map((text) => ({ ...sourceFields, text })),
    context: [title, row.comment, formatFullName(row)].join(' '),
  }
}

export interface QuotableItem {
  readonly row: SearchRow<'item'>
  readonly attributeRows: readonly AttributeRow[]
  /** Keys of attributes that visitors don't see, such as the location. */
  readonly staffKeys: ReadonlySet<string>
}

/**
 * Splits an item into passages: attributes as 'Label: value', texts and translations by sentence.
 */
export function toQuotableItem({ row, attributeRows, staffKeys }: QuotableItem): QuotableRecord {
  const sourceFields = toItemSource(row)
  // Leaves out texts that repeat the name.
  const translations = row.texts.flatMap(({ field, text }) => (field === 'name' ? [] : text))
  const attributes = attributeRows.filter(({ value }) => value !== row.name)
  return {
    passages: [
      ...[row.description, ...translations]
        .flatMap(splitIntoPassages)
        .map((text) => ({ ...sourceFields, text })),
      ...attributes.map((attribute) => ({
        ...sourceFields,
        text: formatAttribute(attribute),
        isInternal: staffKeys.has(attribute.key),
      })),
      ...internalFields
        .flatMap((name) => listInternalTexts(name, row))
        .map((text) => ({ ...sourceFields, text, isInternal: true })),
    ],
    context: sourceFields.title,
  }
}

const internalFields = fieldNames(itemFields).filter((name) => {
  const { search, visitors } = getItemField(name)
  return search !== null && !visitors
})

/** Short fields are quoted with their label. */
function listInternalTexts(name: ItemFieldName, row: SearchRow<'item'>): string[] {
  const { kind, label } = getItemField(name)
  const value = row[name]
  if (kind === 'prose') return splitIntoPassages(value)
  return value.trim() === '' ? [] : [formatAttribute({ label, value })]
}

const formatAttribute = ({ label, value }: Pick<AttributeRow, 'label' | 'value'>): string =>
  `${label}: ${value}`

const toItemSource = ({ id, identifier, name }: SearchRow<'item'>) =>
  ({
    kind: 'item',
    subject_id: id,
    item_id: id,
    title: `${identifier} ${name}`.trim(),
    date: '',
    author: '',
  }) as const

/**
 * Finds the attribute that a question asks for ('How heavy is the Bugatti?'), with the visitors'
 * guide.
 */
export function findAskedFact(
  { row, attributeRows, staffKeys }: QuotableItem,
  question: string,
  language: AssistantLanguage,
): Passage | null {
  const result = answerQuestion(
    prepareItem(
      { name: row.name, rows: attributeRows, text: '', textLanguage: language },
      language,
    ),
    question,
  )
  if (result.kind !== 'fact') return null
  return {
    ...toItemSource(row),
    text: result.attributes.map(formatAttribute).join(', '),
    isInternal: result.attributes.some(({ key }) => staffKeys.has(key)),
  }
}

/** Quotes where an item is, with the path of its place; null if that is not known. */
export function quoteLocation(
  { row, attributeRows, staffKeys }: QuotableItem,
  places: PlaceTree,
): Passage | null {
  const location = attributeRows.find(({ key }) => key === placeAttributeKey)
  if (!location) return null
  const value = row.place_id === null ? location.value : places.pathOf(row.place_id)
  return {
    ...toItemSource(row),
    text: formatAttribute({ label: location.label, value: value || location.value }),
    isInternal: staffKeys.has(location.key),
  }
}

/** Score of a word that is in the context of a passage, relative to one in the passage. */
const contextFactor = 0.5

export interface ScoredPassage {
  readonly passage: Passage
  readonly score: number
  /** Text of the whole record. */
  readonly context: string
  /** Whether the passage is the attribute that the question asks for. */
  readonly isFact?: boolean
}

/**
 * Finds the passage of a record with the best score; null if none contains a word of the question.
 */
export function findBestPassage(
  { passages, context }: QuotableRecord,
  wanted: readonly WantedWord[],
): ScoredPassage | null {
  const contextScores = matchScores(context, wanted)
  let best: ScoredPassage | null = null
  for (const passage of passages) {
    // The item, author and date of a comment or entry match even if its text does not name them.
    const metadata =
      passage.kind === 'item' ? '' : `${passage.title} ${passage.author} ${passage.date}`
    const scores = matchScores(`${passage.text} ${metadata}`, wanted)
    if (!scores.some((score) => score > 0)) continue
    const weightedScores = wanted.map(
      ({ weight }, index) =>
        weight * Math.max(scores[index] ?? 0, (contextScores[index] ?? 0) * contextFactor),
    )
    const score = weightedScores.reduce((sum, wordScore) => sum + wordScore, 0)
    if (score > (best?.score ?? 0)) best = { passage, score, context }
  }
  return best
}

/** Finds, for each wanted word, the score of the word of a text that matches it best. */
export function matchScores(text: string, wanted: readonly WantedWord[]): number[] {
  const textWords = [...new Set(toSearchWords(text))]
  return wanted.map((wantedWord) =>
    Math.max(0, ...textWords.map((word) => matchScore(word, wantedWord))),
  )
}

/** A parsed question. */
export interface StaffQuestion {
  readonly text: string
  readonly language: AssistantLanguage
  readonly wanted: readonly WantedWord[]
  /** Years mentioned, also as 'last year'. */
  readonly years: readonly string[]
  readonly asksWhen: boolean
}

const maxWantedWords = 12
/** In letters; shorter stems are not matched. */
const minStemLength = 4
/** Certainty of a match, by the kind of word that matches. */
const matchScoreByForm = { typed: 1, stem: 0.95, synonym: 0.85, related: 0.5 }
/** Weight of less important words: 'get', 'find'. */
const lightWeight = 0.35

const lexicons = assistantLanguages.map(getLexicon)

/** Maps each word to all words of its groups. */
function groupByWord(groups: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wordsByWord = new Map<string, string[]>()
  for (const group of groups.map((line) => line.split(' ')))
    for (const word of group) wordsByWord.set(word, [...(wordsByWord.get(word) ?? []), ...group])
  return wordsByWord
}

const synonyms = groupByWord(words.alike)
/** Related terms: a question about a repair also matches a leak. */
const relatedWords = new Map(
  Object.entries(words.near).map(([word, related]) => [word, related.split(' ')]),
)
const yearPhrases = Object.entries(words.years)
const phrases = Object.entries(words.phrases)
/** Verbs without meaning of their own: 'what do the comments say'. */
const fillerVerbs = new Set(words.saying.split(' '))

/** From 1500 to 2099. */
const yearPattern = /^(?:1[5-9]|20)\d\d$/

/** Parses a question; `thisYear` is needed for phrases such as 'last year'. */
export function parseQuestion(question: string, thisYear: number): StaffQuestion {
  const typedWords = [...new Set(toSearchWords(replacePhrases(question, thisYear)))]
  const meaningfulWords = typedWords.filter((word) => word.length > 1 && !isFiller(word))
  const wantedWords = meaningfulWords.length > 0 ? meaningfulWords : typedWords
  return {
    text: question,
    language: detectLanguage(typedWords),
    wanted: wantedWords.slice(0, maxWantedWords).map(toWantedWord),
    years: typedWords.filter((word) => yearPattern.test(word)),
    asksWhen: typedWords.some((word) =>
      lexicons.some(({ questionWordKinds }) => questionWordKinds.get(word) === 'when'),
    ),
  }
}

/** Replaces 'last year' by the year, and phrases by the word that is searched for. */
function replacePhrases(question: string, thisYear: number): string {
  let text = fold(question)
  for (const [phrase, offset] of yearPhrases)
    text = text.replaceAll(phrase, ` ${thisYear + offset} `)
  for (const [phrase, word] of phrases) text = text.replaceAll(phrase, word)
  return text
}

/** Finds the language with the most fillers among the words. */
function detectLanguage(typedWords: readonly string[]): AssistantLanguage {
  const counts = lexicons.map(({ language, fillers }) => ({
    language: language as AssistantLanguage,
    count: typedWords.filter((word) => fillers.has(word)).length,
  }))
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best))
    .language
}

const isFiller = (word: string): boolean =>
  fillerVerbs.has(word) ||
  // Question words such as 'how' are fillers, but not 'heavy', which asks only after 'how'.
  lexicons.some(
    ({ fillers, questionWordKinds, requiredPredecessors }) =>
      fillers.has(word) || (questionWordKinds.has(word) && !requiredPredecessors.has(word)),
  )

/** Expands a typed word by stems, synonyms in all languages, and related words. */
function toWantedWord(typed: string): WantedWord {
  const stems = lexicons
    .map(({ stem }) => stem(typed))
    .filter((stem) => stem.length >= minStemLength)
  const equivalents = [typed, ...stems].flatMap((word) => synonyms.get(word) ?? [])
  // From the least to the most certain: a form that is set again gets the higher score.
  const forms = new Map<string, number>()
  for (const word of [typed, ...equivalents].flatMap((form) => relatedWords.get(form) ?? []))
    forms.set(word, matchScoreByForm.related)
  for (const word of equivalents) forms.set(word, matchScoreByForm.synonym)
  for (const stem of stems) forms.set(stem, matchScoreByForm.stem)
  forms.set(typed, matchScoreByForm.typed)
  const isLight =
    equivalents.length === 0 && lexicons.some(({ lightStems, stem }) => lightStems.has(stem(typed)))
  return { typed, forms: [...forms], weight: isLight ? lightWeight : 1, isLight }
}
