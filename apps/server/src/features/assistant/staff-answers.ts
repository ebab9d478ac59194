import {
  type AnswerList,
  type AnswerSource,
  type AssistantAnswer,
  attributeLabel,
  buildAttributeRows,
  formatLongDay,
  type ItemType,
  itemTypes,
  type PlaceTree,
  placeAttributeKey,
  type SearchSubject,
  sortByText,
  toYear,
} from '@vitrine/contract'
import type { CitableSource, GroundedSentence } from '@vitrine/guide'
import { foldLine } from '@vitrine/text'
import { writeCitedAnswer } from '../../adapters/models/from-sources.ts'
import { seconds } from '../../base/clock.ts'
import { yieldIfDue, yieldToEventLoop } from '../../base/event-loop.ts'
import { overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { readPlaceTree } from '../../items/places.ts'
import { toSearchWords } from '../../projections/index.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import {
  liveIndex,
  matchScore,
  type RankedRecord,
  rankRecords,
  searchStore,
  type WantedWord,
  type WordIndex,
} from '../search/index.ts'
import {
  findAskedFact,
  findBestPassage,
  matchScores,
  type Passage,
  parseQuestion,
  quoteLocation,
  type ScoredPassage,
  type StaffQuestion,
  toQuotableComment,
  toQuotableEntry,
  toQuotableItem,
} from './passages.ts'
import { detectNaming, findAskedLocations, readLocatedWords } from './place-question.ts'
import { sourceStore } from './store.ts'

const subjects: ReadonlySet<SearchSubject> = new Set(['item', 'comment', 'journal'])
/** Highest ranked records of each subject, of which the best are quoted. */
const recordsPerSubject = 20
/** Quotes returned without the answer of a model. */
const maxQuotes = 8
/** Quotes that a model may cite. */
const maxSources = 16
/**
 * Minimum score of a quote, relative to the question and to the best quote; tuned on half of
 * `test/demo-questions.ts`.
 */
const minScoreFactors = { ofQuestion: 0.6, ofBest: 0.65 }
/** Minimum score of a word of the question for the label of an attribute. */
const minLabelScore = 0.8
/** Factor for an item of which only the name matches. */
const nameOnlyFactor = 0.7
/** Factor for the attribute for which the question asks. */
const askedFactFactor = 1.5
/** Factor for quotes about another subject than the item named in the question. */
const otherSubjectFactor = 0.6
/** Factor for passages with a date, if the question asks when. */
const datedFactor = 1.2
/** A year, as a sign of a date in a text. */
const yearPattern = /\b\d{4}\b/
/** Items named in a question of which comments are searched. */
const maxNamedItems = 3
/** Items, and also places inside the named one, that a list shows. */
const maxListedPerType = 5
/** Maximum time for the answer of a model. */
const timeoutMs = seconds(25)

/** Words of a question, and those of them that name an item. */
interface QuestionWords {
  readonly wanted: readonly WantedWord[]
  readonly namingWords: ReadonlySet<WantedWord>
}

const modelTask =
  'You answer somebody who works in a museum, from its journal, its comments on objects and its inventory. Lines from the journal and of comments begin with their date.'

/**
 * Answers staff's questions from journal, comments and items: with quotes, or by a model that must
 * cite its sources.
 */
export const staffAnswerService = ({ db, clock, model, get }: Context) => {
  const [catalogue, searchIndex] = [get(attributeCatalogue), get(liveIndex)]
  const records = searchStore(db)
  // A question takes some 40 ms of CPU time, so questions are answered one at a time.
  const queue = createQueue({ concurrency: 1, maxWaiting: 50, rejection: overloaded })

  async function findItem(id: number) {
    const row = await records.item(id)
    if (!row) return null
    const definitions = await catalogue.all(row.type)
    const attributeRows = buildAttributeRows(definitions, Object.fromEntries(row.tags))
    const staffOnly = definitions.filter(({ audience }) => audience === 'staff')
    return {
      row,
      attributeRows: attributeRows.filter(({ value }) => value !== ''),
      staffKeys: new Set(staffOnly.map(({ tag_key }) => tag_key)),
    }
  }

  /** Finds the best quote of a record. */
  async function findQuote(
    { subject, id }: RankedRecord,
    question: StaffQuestion,
    wanted: readonly WantedWord[],
  ) {
    if (subject === 'journal') {
      const row = await records.journal(id)
      return row ? findBestPassage(toQuotableEntry(row), wanted) : null
    }
    if (subject === 'comment') {
      const row = await records.comment(id)
      return row ? findBestPassage(toQuotableComment(row), wanted) : null
    }
    return findItemQuote(id, question, wanted)
  }

  /**
   * Finds the best quote of an item: preferably the attribute that the question asks for, or else
   * the passage that matches best, or the first one if only the name matches.
   */
  async function findItemQuote(
    id: number,
    { text, language }: StaffQuestion,
    wanted: readonly WantedWord[],
  ) {
    const item = await findItem(id)
    if (!item) return null
    const nameScore = matchScores(item.row.name, wanted).reduce(
      (sum, score, index) => sum + score * (wanted[index]?.weight ?? 0),
      0,
    )
    const fact = nameScore > 0 ? findAskedFact(item, text, language) : null
    const record = toQuotableItem(item)
    const quote = findBestPassage(record, wanted)
    if (fact)
      return {
        passage: fact,
        score: nameScore * askedFactFactor + (quote?.score ?? 0),
        context: record.context,
        isFact: true,
      }
    if (quote) return quote
    const [first] = record.passages
    return first && { passage: first, score: nameScore * nameOnlyFactor, context: record.context }
  }

  /** Finds items by attribute labels, which are not in the index: 'Which loans end in 2026?' */
  async function findItemsByAttribute({ wanted, years }: StaffQuestion): Promise<RankedRecord[]> {
    const attributes = (await Promise.all(itemTypes.map((type) => catalogue.all(type)))).flat()
    const labelWords = wanted.filter(({ typed }) => !years.includes(typed))
    const isAskedFor = (part: string) =>
      labelWords.some((word) => matchScore(part, word) >= minLabelScore)
    const matchingKeys = attributes
      .filter((attribute) =>
        toSearchWords(`${attributeLabel(attribute)} ${attribute.tag_key}`).some(isAskedFor),
      )
      .map(({ tag_key }) => tag_key)
    if (matchingKeys.length === 0) return []
    const keys = [...new Set(matchingKeys)]
    const ids = await sourceStore(db).findItemIdsByAttributes(keys, years, recordsPerSubject)
    return ids.map((id) => ({ subject: 'item', id }))
  }

  /**
   * Finds the items that a question names by the first word of their name, and the words that name
   * them.
   */
  async function findNamedItems(ranked: readonly RankedRecord[], wanted: readonly WantedWord[]) {
    const itemIds: number[] = []
    const namingWords = new Set<WantedWord>()
    for (const { id } of ranked.filter(({ subject }) => subject === 'item')) {
      const nameWords = toSearchWords((await records.item(id))?.name ?? '')
      if (wanted.some(({ typed }) => typed === nameWords[0])) {
        itemIds.push(id)
        for (const word of wanted) if (nameWords.includes(word.typed)) namingWords.add(word)
      }
      await yieldIfDue()
    }
    return { itemIds, namingWords }
  }

  /**
   * Answers 'Where is LG-024?': the locations of the items that the question names by identifier or
   * by words of their name.
   */
  async function findLocations(wordIndex: WordIndex, question: string): Promise<Passage[]> {
    const locatedWords = readLocatedWords(question)
    if (locatedWords.length === 0) return []
    const exactWords = locatedWords.map(
      (typed): WantedWord => ({ typed, forms: [[typed, 1]], weight: 1, isLight: false }),
    )
    const { ranked } = rankRecords(wordIndex, exactWords, new Set(['item']), recordsPerSubject)
    const places = await readPlaceTree(db)
    const locations = []
    for (const { id } of ranked) {
      await yieldIfDue()
      const item = await findItem(id)
      if (!item) continue
      const naming = detectNaming(locatedWords, item.row)
      if (!naming) continue
      const passage = quoteLocation(item, places)
      if (passage) locations.push({ naming, passage })
    }
    const byIdentifier = locations.filter(({ naming }) => naming === 'identifier')
    const preferred = byIdentifier.length > 0 ? byIdentifier : locations
    return sortByText(
      preferred.map(({ passage }) => passage),
      ({ title }) => title,
    )
  }

  /** Finds the passages that answer a question, best first. */
  async function findPassages(question: StaffQuestion): Promise<Passage[]> {
    await yieldToEventLoop()
    const wordIndex = await searchIndex.current()
    const locations = await findLocations(wordIndex, question.text)
    if (locations.length > 0) return locations

    const { wanted, ranked } = rankRecords(wordIndex, question.wanted, subjects, recordsPerSubject)
    const { itemIds, namingWords } = await findNamedItems(ranked, wanted)
    const candidates = await listCandidates(question, ranked, itemIds)
    const scoredQuotes = await scoreCandidates(candidates, question, { wanted, namingWords })
    // For 'How heavy is the Lambda?', texts that only mention the Lambda are no answer.
    const askedWords =
      namingWords.size === 0 ? [] : wanted.filter((word) => !namingWords.has(word) && !word.isLight)
    const relevant = keepQuotesWithAskedWords(scoredQuotes, askedWords)
    // Of equal scores, the newest comes first.
    relevant.sort((a, b) => b.score - a.score || b.passage.date.localeCompare(a.passage.date))
    const minScore = minScoreFactors.ofBest * (relevant[0]?.score ?? 0)
    return relevant.filter(({ score }) => score >= minScore).map(({ passage }) => passage)
  }

  /** Lists the ranked records, comments on the named items, and items found by an attribute. */
  async function listCandidates(
    question: StaffQuestion,
    ranked: readonly RankedRecord[],
    namedItemIds: readonly number[],
  ): Promise<RankedRecord[]> {
    const commentIds = await sourceStore(db).findNewestComments(
      namedItemIds.slice(0, maxNamedItems),
      recordsPerSubject,
    )
    const candidates = [
      ...ranked,
      ...commentIds.map((id): RankedRecord => ({ subject: 'comment', id })),
      ...(await findItemsByAttribute(question)),
    ]
    const candidateByKey = new Map(
      candidates.map((record) => [`${record.subject} ${record.id}`, record]),
    )
    return [...candidateByKey.values()]
  }

  /** Scores the best quote of each record; leaves out those that match too little. */
  async function scoreCandidates(
    candidates: readonly RankedRecord[],
    question: StaffQuestion,
    { wanted, namingWords }: QuestionWords,
  ): Promise<ScoredPassage[]> {
    const totalWeight = wanted.reduce((sum, { weight }) => sum + weight, 0)
    const scoredQuotes: ScoredPassage[] = []
    for (const record of candidates) {
      await yieldIfDue()
      const quote = await findQuote(record, question, wanted)
      if (!quote) continue
      const isAboutOtherSubject =
        namingWords.size > 0 &&
        matchScores(quote.context, [...namingWords]).every((score) => score === 0)
      const isDated = quote.passage.date !== '' || yearPattern.test(quote.passage.text)
      const subjectFactor = isAboutOtherSubject ? otherSubjectFactor : 1
      const dateFactor = question.asksWhen && isDated ? datedFactor : 1
      const score = quote.score * subjectFactor * dateFactor
      if (score >= minScoreFactors.ofQuestion * totalWeight) scoredQuotes.push({ ...quote, score })
    }
    return scoredQuotes
  }

  /** Counts the items of a type in places inside those with one of these names. */
  async function countInside(type: ItemType, placeNames: readonly string[], tree: PlaceTree) {
    const nameKeys = new Set(placeNames.map(foldLine))
    const namedPlaces = tree.all.filter(({ id, name }) =>
      [name, tree.pathOf(id)].some((text) => nameKeys.has(foldLine(text))),
    )
    const idsInside = new Set(namedPlaces.flatMap(({ id }) => tree.below(id)))
    for (const { id } of namedPlaces) idsInside.delete(id)
    const counts = await sourceStore(db).countItemsInPlaces(type, [...idsInside])
    const inside = [...counts].map(([id, count]) => ({ id, name: tree.get(id)?.name ?? '', count }))
    return {
      insideCount: inside.reduce((sum, { count }) => sum + count, 0),
      inside: sortByText(inside, ({ name }) => name).slice(0, maxListedPerType),
    }
  }

  /** Lists the items in the places that a question names, by type. */
  async function listItemsInPlaces(question: string): Promise<AnswerList[]> {
    const store = sourceStore(db)
    const locations = findAskedLocations(question, await store.countValues(placeAttributeKey))
    if (locations.length === 0) return []

    const tree = await readPlaceTree(db)
    const locationsByType = Map.groupBy(locations, ({ type }) => type)
    return Promise.all(
      [...locationsByType].map(async ([type, locationsOfType]) => {
        const values = locationsOfType.map(({ value }) => value)
        const inside = await countInside(type, values, tree)
        const items = sortByText(
          await store.listItemsWithValue(type, placeAttributeKey, values),
          ({ identifier }) => identifier,
        )
        const first = items.slice(0, maxListedPerType).map(({ id, identifier, name }) => ({
          id,
          title: `${identifier} ${name}`.trim(),
        }))
        return { type, attribute: placeAttributeKey, values, count: items.length, first, ...inside }
      }),
    )
  }

  return {
    async ask(text: string, signal: AbortSignal): Promise<AssistantAnswer> {
      const lists = await queue(() => listItemsInPlaces(text), { signal })
      if (lists.length > 0)
        return { lists, answer: [], sources: [], engine: 'embedded', fellBack: false }
      const question = parseQuestion(text, toYear(clock.now()))
      const quotes = (await queue(() => findPassages(question), { signal }))
        .slice(0, maxSources)
        .map((passage, index) => ({ id: index + 1, ...passage }))
      const quotesOnly = {
        lists: [],
        answer: [],
        sources: quotes.slice(0, maxQuotes),
        engine: 'embedded',
      }
      // Internal texts are never sent to a model provider.
      const sources = quotes
        .filter(({ isInternal }) => !isInternal)
        .map((quote) => toSource(quote, question))
      if (!model || sources.length === 0) return { ...quotesOnly, fellBack: false }
      const request = { question: text, language: question.language, sources }
      const answer = await writeCitedAnswer(model, request, { signal, timeoutMs, task: modelTask })
      if (!answer) return { ...quotesOnly, fellBack: true }
      return { lists: [], ...renumberSources(answer, quotes), engine: model.label, fellBack: false }
    },
  }
}

export type StaffAnswerService = ReturnType<typeof staffAnswerService>

/**
 * Keeps quotes that contain one of the asked words. Also keeps other comments on items with such a
 * comment, because a reply need not repeat the words.
 */
function keepQuotesWithAskedWords(
  scored: readonly ScoredPassage[],
  askedWords: readonly WantedWord[],
): ScoredPassage[] {
  if (askedWords.length === 0) return [...scored]
  const hasAskedWord = ({ passage, isFact }: ScoredPassage) =>
    isFact || matchScores(passage.text, askedWords).some((score) => score > 0)
  const itemIds = new Set(
    scored
      .filter(hasAskedWord)
      .flatMap(({ passage: { kind, item_id } }) => (kind === 'comment' ? item_id : [])),
  )
  const isOnSameItem = ({ passage }: ScoredPassage) =>
    passage.kind === 'comment' && itemIds.has(passage.item_id)
  return scored.filter((quote) => hasAskedWord(quote) || isOnSameItem(quote))
}

const toSource = (
  { id, title, date, text }: AnswerSource,
  { language }: StaffQuestion,
): CitableSource => ({
  id,
  text: [formatLongDay(date, language), title, text].filter(Boolean).join(': '),
})

/** Keeps only the cited sources, numbered in the order of citation. */
function renumberSources(answer: readonly GroundedSentence[], quotes: readonly AnswerSource[]) {
  const cited = [...new Set(answer.flatMap(({ sources }) => sources))]
  const numbers = new Map(cited.map((id, index) => [id, index + 1]))
  return {
    answer: answer.map(({ text, sources }) => ({
      text,
      sources: sources.flatMap((id) => numbers.get(id) ?? []),
    })),
    sources: cited.flatMap((id) =>
      quotes
        .filter((quote) => quote.id === id)
        .map((quote) => ({ ...quote, id: numbers.get(id) ?? id })),
    ),
  }
}
