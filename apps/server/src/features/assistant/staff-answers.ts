import {
  type Answered,
  type AskedSource,
  attributeLabel,
  attributeRows,
  dayInWords,
  itemTypes,
  type SearchSubject,
  yearOf,
} from '@vitrine/contract'
import type { GroundedSentence, Source } from '@vitrine/guide'
import { citedAnswer } from '../../adapters/models/from-sources.ts'
import { seconds } from '../../base/clock.ts'
import { busy } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { timeSlice, yieldToEventLoop } from '../../db/chunks.ts'
import { partsOf } from '../../projections/index.ts'
import { catalogueOf } from '../attributes/index.ts'
import { foundStore, liveIndex, type RankedThing, shareOf, type WantedWord } from '../search/index.ts'
import {
  askedFact,
  bestPassage,
  commentThing,
  entryThing,
  itemThing,
  type Passage,
  readQuestion,
  type ScoredPassage,
  type StaffQuestion,
  sharesIn,
} from './passages.ts'
import { sourceStore } from './store.ts'

const subjects: ReadonlySet<SearchSubject> = new Set(['item', 'comment', 'journal'])
const thingsPerSubject = 20
const maxQuotes = 8
const maxSources = 16
/** What a quote must tell of what was asked, and of what the best one tells. */
const enough = { ofQuestion: 0.5, ofBest: 0.6 }
/** What an item counts that is only named. */
const nameShare = 0.6
/** The fact that was asked for tells more than a sentence with the same words. */
const factBonus = 1.5
/** What counts of a quote about something else than the item that the question names. */
const strayShare = 0.6
const maxNamed = 3
/** A question with 'when' needs a passage with a date or a year. */
const datedBonus = 1.2
const timeoutMs = seconds(25)
const task =
  'You answer somebody who works in a museum, from its journal, its comments on objects and its inventory. Lines from the journal and of comments begin with their date.'

/** Answers staff from what is written in journal, comments and items: with quotes, or by a model that has to cite them. */
export const staffAnswers = ({ db, clock, model, get }: Context) => {
  const [catalogue, index] = [get(catalogueOf), get(liveIndex)]
  const found = foundStore(db)
  // A question takes some 40 ms of the processor: of many at once, others get their turn in between.
  const queue = createQueue({ concurrency: 1, maxWaiting: 50, rejection: busy })

  async function itemOf(id: number) {
    const row = await found.item(id)
    if (!row) return null
    const rows = attributeRows(await catalogue.all(row.type), Object.fromEntries(row.tags))
    return { row, rows: rows.filter(({ value }) => value !== '') }
  }

  /** What a thing says about the question: an item that it names may have the very fact. */
  async function told({ subject, id }: RankedThing, { text, language }: StaffQuestion, wanted: readonly WantedWord[]) {
    if (subject === 'journal') {
      const row = await found.journal(id)
      return row ? bestPassage(entryThing(row), wanted) : null
    }
    if (subject === 'comment') {
      const row = await found.comment(id)
      return row ? bestPassage(commentThing(row), wanted) : null
    }
    const item = await itemOf(id)
    if (!item) return null
    const named = sharesIn(item.row.name, wanted).reduce((sum, share, at) => sum + share * (wanted[at]?.weight ?? 0), 0)
    const fact = named > 0 ? askedFact(item.row, item.rows, text, language) : null
    const thing = itemThing(item.row, item.rows)
    const best = bestPassage(thing, wanted)
    if (fact) return { passage: fact, score: named * factBonus + (best?.score ?? 0), context: thing.context }
    const [first] = thing.passages
    return best ?? (first && { passage: first, score: named * nameShare, context: thing.context })
  }

  /** Labels are not in the index: 'Which loans end in 2026?' asks for items whose attribute says so. */
  async function itemsByAttribute({ wanted, years }: StaffQuestion): Promise<RankedThing[]> {
    const all = (await Promise.all(itemTypes.map((type) => catalogue.all(type)))).flat()
    const asked = wanted.filter(({ typed }) => !years.includes(typed))
    const keys = all.filter((attribute) =>
      partsOf(`${attributeLabel(attribute)} ${attribute.tag_key}`).some((part) =>
        asked.some((word) => shareOf(part, word) >= 0.8),
      ),
    )
    if (keys.length === 0) return []
    const ids = await sourceStore(db).itemsWith(
      [...new Set(keys.map(({ tag_key }) => tag_key))],
      years,
      thingsPerSubject,
    )
    return ids.map((id) => ({ subject: 'item', id }))
  }

  /** The items that a question calls by what their names begin with, by that word. */
  async function namedItems(ranked: readonly RankedThing[], wanted: readonly WantedWord[]) {
    const items = new Map<number, WantedWord>()
    const yieldIfDue = timeSlice()
    for (const { id } of ranked.filter(({ subject }) => subject === 'item')) {
      const [first = ''] = partsOf((await found.item(id))?.name ?? '')
      const word = wanted.find(({ typed }) => typed === first)
      if (word) items.set(id, word)
      await yieldIfDue()
    }
    return items
  }

  async function passages(question: StaffQuestion): Promise<Passage[]> {
    await yieldToEventLoop()
    const engine = await index.current()
    const { wanted, ranked } = engine.rank(question.wanted, subjects, thingsPerSubject)
    const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
    const named = await namedItems(ranked, wanted)
    const names = [...new Set(named.values())]
    const comments = await sourceStore(db).commentsOn([...named.keys()].slice(0, maxNamed), thingsPerSubject)
    const candidates = new Map(
      [
        ...ranked,
        ...comments.map((id): RankedThing => ({ subject: 'comment', id })),
        ...(await itemsByAttribute(question)),
      ].map((thing) => [`${thing.subject} ${thing.id}`, thing]),
    )
    const scored: ScoredPassage[] = []
    const yieldIfDue = timeSlice()
    for (const thing of candidates.values()) {
      await yieldIfDue()
      const quote = await told(thing, question, wanted)
      if (!quote) continue
      const isStray = names.length > 0 && sharesIn(quote.context, names).every((share) => share === 0)
      const best = isStray ? { ...quote, score: quote.score * strayShare } : quote
      if (best.score < enough.ofQuestion * total) continue
      const isDated = best.passage.date !== '' || /\b\d{4}\b/.test(best.passage.text)
      scored.push(question.asksWhen && isDated ? { ...best, score: best.score * datedBonus } : best)
    }
    scored.sort((a, b) => b.score - a.score || b.passage.date.localeCompare(a.passage.date))
    const least = enough.ofBest * (scored[0]?.score ?? 0)
    return scored.filter(({ score }) => score >= least).map(({ passage }) => passage)
  }

  return {
    async ask(text: string, signal: AbortSignal): Promise<Answered> {
      const question = readQuestion(text, yearOf(clock.now()))
      const quotes = (await queue(() => passages(question), { signal }))
        .slice(0, maxSources)
        .map((passage, at) => ({ id: at + 1, ...passage }))
      const asWritten = { answer: [], sources: quotes.slice(0, maxQuotes), engine: 'embedded' }
      if (!model || quotes.length === 0) return { ...asWritten, fellBack: false }
      const sources = quotes.filter(({ isNote }) => !isNote).map((quote) => toSource(quote, question))
      const request = { question: text, language: question.language, sources }
      const answer = await citedAnswer(model, request, { signal, timeoutMs, task })
      if (!answer) return { ...asWritten, fellBack: true }
      return { ...renumbered(answer, quotes), engine: model.label, fellBack: false }
    },
  }
}

export type StaffAnswers = ReturnType<typeof staffAnswers>

const toSource = ({ id, title, date, text }: AskedSource, { language }: StaffQuestion): Source => ({
  id,
  text: [dayInWords(date, language), title, text].filter(Boolean).join(': '),
})

/** Only what the answer cites, numbered as it is cited. */
function renumbered(answer: readonly GroundedSentence[], quotes: readonly AskedSource[]) {
  const cited = [...new Set(answer.flatMap(({ sources }) => sources))]
  const numbers = new Map(cited.map((id, at) => [id, at + 1]))
  return {
    answer: answer.map(({ text, sources }) => ({ text, sources: sources.flatMap((id) => numbers.get(id) ?? []) })),
    sources: cited.flatMap((id) =>
      quotes.filter((quote) => quote.id === id).map((quote) => ({ ...quote, id: numbers.get(id) ?? id })),
    ),
  }
}
