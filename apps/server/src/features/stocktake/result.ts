import {
  type Api,
  type AssistantLanguage,
  formatScanner,
  type HandlerOutput,
  isWithin,
  type ResultKind,
  type StocktakeResult,
  stocktakeLimits,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { yieldIfDue } from '../../base/event-loop.ts'
import { overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import { collectUpToBytes, yieldingChunks } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { readPlaces } from '../../items/places.ts'
import { maxStocktakeLines, printStocktake } from '../documents/index.ts'
import { readCampaign } from './campaigns.ts'
import { computeResults, lastFactByItem, type RawResult } from './differences.ts'
import { type BriefFact, stocktakeStore } from './store.ts'

/** What came of a stocktake so far, with what is needed to name it. */
export async function readResults({ db }: Pick<Context, 'db'>, id: number) {
  const store = stocktakeStore(db)
  const [expected, facts, places] = [
    await store.listExpected(id),
    await store.listBriefFacts(id),
    await readPlaces(db),
  ]
  const decisions = new Map((await store.listDecisions(id)).map((row) => [row.difference, row]))
  const now = await store.findItems([...new Set(facts.flatMap(({ itemId }) => itemId ?? []))])
  const expectedAt = new Map(expected.map(({ item_id, place_id }) => [item_id, place_id]))
  return {
    facts,
    places,
    // As they were called at the opening.
    items: new Map<number, { readonly identifier: string; readonly name: string }>([
      ...now.map((item) => [item.id, item] as const),
      ...expected.map((row) => [row.item_id, row] as const),
    ]),
    results: computeResults(expectedAt, facts, isWithin(places), decisions),
    decisions,
  }
}

/**
 * What came of it in words, about a megabyte at once; `next` is the `after` of the rows that
 * follow.
 */
export const readResultPage = ({ db, get }: Context, id: number, after = -1): Promise<ResultPage> =>
  get(resultQueue)(async () => {
    const found = await readResults({ db }, id)
    const positionOf = positionFinder(found.facts)
    const rest = found.results
      .map((result) => ({ result, position: positionOf(result) }))
      .filter(({ position }) => position > after)
      .sort((a, b) => a.position - b.position)
    await yieldIfDue()
    const pages = toResultPages(
      db,
      found,
      rest.map(({ result }) => result),
    )
    const { rows, more } = await collectUpToBytes(pages, stocktakeLimits.answeredBytes)
    return { rows, next: more ? (rest[rows.length - 1]?.position ?? null) : null }
  })

type ResultPage = HandlerOutput<Api['stocktake']['result']>

const maxWaiting = 100

/** One at a time: what came of a large stocktake takes many megabytes. */
const resultQueue = () => createQueue({ concurrency: 1, maxWaiting, rejection: overloaded })

type RawResults = Awaited<ReturnType<typeof readResults>>

const blockByKind: Record<ResultKind, number> = {
  missing: 0,
  seen: 1,
  elsewhere: 1,
  unknown: 2,
  condition: 3,
  late: 4,
}
const blockSize = 1_000_000_000

/** Numbers the results in their order; a number stays the same whatever facts follow. */
function positionFinder(facts: readonly BriefFact[]): (result: RawResult) => number {
  const byId = new Map(facts.map(({ id }, index) => [id, index]))
  // Reversed: the first fact about an item or a code overwrites the others.
  const first = new Map(facts.map((fact, index) => [subjectKey(fact), index] as const).toReversed())
  const numberOf = ({ kind, itemId, fact }: RawResult): number => {
    if (!fact) return itemId ?? 0
    return (kind === 'late' ? byId.get(fact.id) : first.get(subjectKey(fact))) ?? 0
  }
  return (result) => blockByKind[result.kind] * blockSize + numberOf(result)
}

const subjectKey = ({ kind, itemId, code }: BriefFact): string => `${kind} ${itemId ?? code}`

const rowsPerStep = 200

/** Texts may be long: `withTexts` says which results have theirs. */
async function* toResultPages(
  db: Db,
  { facts, places, items, decisions }: RawResults,
  results: readonly RawResult[],
  needsText: (result: RawResult) => boolean = () => true,
): AsyncGenerator<StocktakeResult[]> {
  const conditions = lastFactByItem(facts, 'condition')
  const saidOf = ({ kind, itemId, fact }: RawResult) =>
    kind === 'late' ? fact : conditions.get(itemId ?? 0)
  for await (const some of yieldingChunks(results, rowsPerStep)) {
    const ids = some
      .filter(needsText)
      .flatMap((result) => [result.fact?.id ?? [], saidOf(result)?.id ?? []].flat())
    const texts = await stocktakeStore(db).findFactTexts([...new Set(ids)])
    yield some.map((result): StocktakeResult => {
      const { key, kind, itemId, fact, expectedAt } = result
      const item = items.get(itemId ?? 0)
      const said = saidOf(result)
      const decided = decisions.get(key)
      return {
        key,
        kind,
        itemId,
        identifier: item?.identifier ?? texts.get(fact?.id ?? '')?.code ?? `No. ${itemId}`,
        name: item?.name ?? '',
        expected: places.pathOf(expectedAt ?? 0),
        seen: places.pathOf(fact?.placeId ?? 0),
        factKind: fact?.kind ?? '',
        seenAt: fact?.seenAt ?? '',
        receivedAt: fact?.receivedAt ?? '',
        by: fact?.by ?? '',
        sentBy: fact?.sentBy ?? '',
        condition: said?.condition ?? '',
        remark: texts.get(said?.id ?? '')?.remark ?? '',
        photo: said?.photo ?? false,
        ...(decided && { decision: { decision: decided.decision, by: decided.user_name } }),
      }
    })
  }
}

/** The report of a stocktake as it stands. */
export const printStocktakeReport = (
  context: Context,
  actor: Actor,
  id: number,
  lang: AssistantLanguage,
  signal: AbortSignal,
): Promise<FinishedAnswer> =>
  context.get(resultQueue)(
    async () => {
      const campaign = await readCampaign(context.db, actor, id)
      const found = await readResults(context, id)
      const printed = new Set(listPrinted(found))
      const pages = toResultPages(context.db, found, found.results, (result) => printed.has(result))
      const rows = (await Array.fromAsync(pages)).flat()
      const counted = found.facts.filter(({ late }) => !late)
      const people = new Map(
        counted.map(({ by, sentBy }) => [formatScanner({ by, sentBy }), { by, sentBy }]),
      )
      const input = {
        lang,
        campaign,
        asOf: instant(context.clock),
        rows,
        people: [...people.values()],
      }
      return printStocktake(context, input, signal)
    },
    { signal },
  )

/** Those in the tables of the report; the others are counted there. */
function listPrinted({ results, decisions }: RawResults): RawResult[] {
  const listed = results.filter(
    ({ kind, key }) => kind !== 'seen' && (kind !== 'late' || !decisions.has(key)),
  )
  return [...Map.groupBy(listed, ({ kind }) => kind).values()].flatMap((some) =>
    some.slice(0, maxStocktakeLines),
  )
}
