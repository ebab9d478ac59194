import {
  type AnswerList,
  type AnswerSource,
  type AssistantAnswer,
  attributeLabel,
  buildAttributeRows,
  formatLongDay,
  itemTypes,
  type SearchSubject,
  sortByText,
  toYear,
} from '@vitrine/contract'
import type { GroundedSentence, Source } from '@vitrine/guide'
import { writeCitedAnswer } from '../../adapters/models/from-sources.ts'
import { seconds } from '../../base/clock.ts'
import { yieldIfDue, yieldToEventLoop } from '../../base/event-loop.ts'
import { overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { toSearchWords } from '../../projections/index.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import {
  liveIndex,
  matchScore,
  type RankedRecord,
  rankRecords,
  searchStore,
  type WantedWord,
} from '../search/index.ts'
import {
  findAskedFact,
  findBestPassage,
  matchScores,
  type Passage,
  parseQuestion,
  type ScoredPassage,
  type StaffQuestion,
  toQuotableComment,
  toQuotableEntry,
  toQuotableItem,
} from './passages.ts'
import { findAskedLocations } from './place-question.ts'
import { sourceStore } from './store.ts'

const subjects: ReadonlySet<SearchSubject> = new Set(['item', 'comment', 'journal'])
const recordsPerSubject = 20
const maxQuotes = 8
const maxSources = 16
/**
 * What a quote must tell of what was asked, and of what the best one tells; chosen on half of
 * `test/asked-questions.ts`.
 */
const minScores = { ofQuestion: 0.6, ofBest: 0.65 }
/** What an item counts that is only named. */
const nameShare = 0.7
/** The fact that was asked for tells more than a sentence with the same words. */
const factBonus = 1.5
/** What counts of a quote about something else than the item that the question names. */
const strayShare = 0.6
const maxNamedItems = 3
/** The attribute that says where an item is. */
const placeKey = 'location'
const maxListed = 5
/** A question with 'when' needs a passage with a date or a year. */
const datedBonus = 1.2
const timeoutMs = seconds(25)
const task =
  'You answer somebody who works in a museum, from its journal, its comments on objects and its inventory. Lines from the journal and of comments begin with their date.'

/**
 * Answers staff from what is written in journal, comments and items: with quotes, or by a model
 * that has to cite them.
 */
export const staffAnswerService = ({ db, clock, model, get }: Context) => {
  const [catalogue, index] = [get(attributeCatalogue), get(liveIndex)]
  const records = searchStore(db)
  // A question takes some 40 ms of the processor: of many at once, others get their turn in
  // between.
  const queue = createQueue({ concurrency: 1, maxWaiting: 50, rejection: overloaded })

  async function findItem(id: number) {
    const row = await records.item(id)
    if (!row) return null
    const rows = buildAttributeRows(await catalogue.all(row.type), Object.fromEntries(row.tags))
    return { row, rows: rows.filter(({ value }) => value !== '') }
  }

  /** What a thing says about the question: an item that it names may have the very fact. */
  async function findQuote(
    { subject, id }: RankedRecord,
    { text, language }: StaffQuestion,
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
    const item = await findItem(id)
    if (!item) return null
    const named = matchScores(item.row.name, wanted).reduce(
      (sum, share, at) => sum + share * (wanted[at]?.weight ?? 0),
      0,
    )
    const fact = named > 0 ? findAskedFact(item.row, item.rows, text, language) : null
    const thing = toQuotableItem(item.row, item.rows)
    const best = findBestPassage(thing, wanted)
    if (fact)
      return {
        passage: fact,
        score: named * factBonus + (best?.score ?? 0),
        context: thing.context,
        isFact: true,
      }
    const [first] = thing.passages
    return best ?? (first && { passage: first, score: named * nameShare, context: thing.context })
  }

  /**
   * Labels are not in the index: 'Which loans end in 2026?' asks for items whose attribute says so.
   */
  async function findItemsByAttribute({ wanted, years }: StaffQuestion): Promise<RankedRecord[]> {
    const all = (await Promise.all(itemTypes.map((type) => catalogue.all(type)))).flat()
    const asked = wanted.filter(({ typed }) => !years.includes(typed))
    const keys = all.filter((attribute) =>
      toSearchWords(`${attributeLabel(attribute)} ${attribute.tag_key}`).some((part) =>
        asked.some((word) => matchScore(part, word) >= 0.8),
      ),
    )
    if (keys.length === 0) return []
    const ids = await sourceStore(db).findItemsWith(
      [...new Set(keys.map(({ tag_key }) => tag_key))],
      years,
      recordsPerSubject,
    )
    return ids.map((id) => ({ subject: 'item', id }))
  }

  /**
   * The items that a question calls by what their names begin with, and the words of the question
   * that name them.
   */
  async function findNamedItems(ranked: readonly RankedRecord[], wanted: readonly WantedWord[]) {
    const ids: number[] = []
    const names = new Set<WantedWord>()
    for (const { id } of ranked.filter(({ subject }) => subject === 'item')) {
      const own = toSearchWords((await records.item(id))?.name ?? '')
      if (wanted.some(({ typed }) => typed === own[0])) {
        ids.push(id)
        for (const word of wanted) if (own.includes(word.typed)) names.add(word)
      }
      await yieldIfDue()
    }
    return { ids, names }
  }

  async function findPassages(question: StaffQuestion): Promise<Passage[]> {
    await yieldToEventLoop()
    const current = await index.current()
    const { wanted, ranked } = rankRecords(current, question.wanted, subjects, recordsPerSubject)
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
    const { ids, names } = await findNamedItems(ranked, wanted)
    // 'How heavy is the Lambda?' is not answered by whatever else was written about it.
    const asked = names.size === 0 ? [] : wanted.filter((word) => !names.has(word) && !word.isLight)
    const comments = await sourceStore(db).newestCommentsOn(
      ids.slice(0, maxNamedItems),
      recordsPerSubject,
    )
    const candidates = new Map(
      [
        ...ranked,
        ...comments.map((id): RankedRecord => ({ subject: 'comment', id })),
        ...(await findItemsByAttribute(question)),
      ].map((thing) => [`${thing.subject} ${thing.id}`, thing]),
    )
    const scored: ScoredPassage[] = []
    for (const thing of candidates.values()) {
      await yieldIfDue()
      const quote = await findQuote(thing, question, wanted)
      if (!quote) continue
      const isStray =
        names.size > 0 && matchScores(quote.context, [...names]).every((share) => share === 0)
      const isDated = quote.passage.date !== '' || /\b\d{4}\b/.test(quote.passage.text)
      const factor = (isStray ? strayShare : 1) * (question.asksWhen && isDated ? datedBonus : 1)
      const score = quote.score * factor
      if (score >= minScores.ofQuestion * total) scored.push({ ...quote, score })
    }
    const telling = keepAsked(scored, asked)
    telling.sort((a, b) => b.score - a.score || b.passage.date.localeCompare(a.passage.date))
    const least = minScores.ofBest * (telling[0]?.score ?? 0)
    return telling.filter(({ score }) => score >= least).map(({ passage }) => passage)
  }

  /** The items in the places that a question names, by type. */
  async function listItemsInPlaces(question: string): Promise<AnswerList[]> {
    const store = sourceStore(db)
    const asked = findAskedLocations(question, await store.countValues(placeKey))
    const lists = Map.groupBy(asked, ({ type }) => type)
    return Promise.all(
      [...lists].map(async ([type, places]) => {
        const values = places.map(({ value }) => value)
        const items = sortByText(
          await store.listItemsWithValue(type, placeKey, values),
          ({ identifier }) => identifier,
        )
        const first = items.slice(0, maxListed).map(({ id, identifier, name }) => ({
          id,
          title: `${identifier} ${name}`.trim(),
        }))
        return { type, attribute: placeKey, values, count: items.length, first }
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
        .map((passage, at) => ({ id: at + 1, ...passage }))
      const asWritten = {
        lists: [],
        answer: [],
        sources: quotes.slice(0, maxQuotes),
        engine: 'embedded',
      }
      if (!model || quotes.length === 0) return { ...asWritten, fellBack: false }
      const sources = quotes
        .filter(({ isInternal }) => !isInternal)
        .map((quote) => toSource(quote, question))
      const request = { question: text, language: question.language, sources }
      const answer = await writeCitedAnswer(model, request, { signal, timeoutMs, task })
      if (!answer) return { ...asWritten, fellBack: true }
      return { lists: [], ...renumberSources(answer, quotes), engine: model.label, fellBack: false }
    },
  }
}

export type StaffAnswerService = ReturnType<typeof staffAnswerService>

/**
 * The quotes that have one of the words asked for; and comments on an item of which another comment
 * has: an answer repeats no words.
 */
function keepAsked(
  scored: readonly ScoredPassage[],
  asked: readonly WantedWord[],
): ScoredPassage[] {
  if (asked.length === 0) return [...scored]
  const hasAsked = ({ passage, isFact }: ScoredPassage) =>
    isFact || matchScores(passage.text, asked).some((share) => share > 0)
  const items = new Set(
    scored
      .filter(hasAsked)
      .flatMap(({ passage: { kind, item_id } }) => (kind === 'comment' ? item_id : [])),
  )
  return scored.filter(
    (quote) =>
      hasAsked(quote) || (quote.passage.kind === 'comment' && items.has(quote.passage.item_id)),
  )
}

const toSource = (
  { id, title, date, text }: AnswerSource,
  { language }: StaffQuestion,
): Source => ({
  id,
  text: [formatLongDay(date, language), title, text].filter(Boolean).join(': '),
})

/** Only what the answer cites, numbered as it is cited. */
function renumberSources(answer: readonly GroundedSentence[], quotes: readonly AnswerSource[]) {
  const cited = [...new Set(answer.flatMap(({ sources }) => sources))]
  const numbers = new Map(cited.map((id, at) => [id, at + 1]))
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
