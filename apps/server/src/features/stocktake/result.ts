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
import { collectUpToBytes, splitIntoYieldingBatches } from '../../db/batches.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { readPlaceTree } from '../../items/places.ts'
import { maxStocktakeLines, printStocktake } from '../documents/index.ts'
import { computeResults, lastFactByItem, type RawResult } from './differences.ts'
import { readStocktake } from './read-stocktakes.ts'
import { type BriefFact, stocktakeStore } from './store.ts'

/**
 * Reads the current results of a stocktake, with the places, items and decisions to describe them.
 */
export async function readResults({ db }: Pick<Context, 'db'>, id: number) {
  const store = stocktakeStore(db)
  const expectedItems = await store.listExpected(id)
  const facts = await store.listBriefFacts(id)
  const places = await readPlaceTree(db)
  const decisions = new Map((await store.listDecisions(id)).map((row) => [row.difference, row]))
  const currentItems = await store.findItems([
    ...new Set(facts.flatMap(({ itemId }) => itemId ?? [])),
  ])
  const expectedPlaceIds = new Map(expectedItems.map((row) => [row.item_id, row.place_id]))
  return {
    facts,
    places,
    // Expected items keep the names that they had at the opening.
    items: new Map<number, { readonly identifier: string; readonly name: string }>([
      ...currentItems.map((item) => [item.id, item] as const),
      ...expectedItems.map((row) => [row.item_id, row] as const),
    ]),
    results: computeResults(expectedPlaceIds, facts, isWithin(places), decisions),
    decisions,
  }
}

/**
 * Reads a page of results in words, about a megabyte, beyond the position `after`; `next` is the
 * `after` of the following page.
 */
export const readResultPage = ({ db, get }: Context, id: number, after = -1): Promise<ResultPage> =>
  get(resultQueue)(async () => {
    const data = await readResults({ db }, id)
    const getPosition = createPositionFinder(data.facts)
    const remaining = data.results
      .map((result) => ({ result, position: getPosition(result) }))
      .filter(({ position }) => position > after)
      .sort((a, b) => a.position - b.position)
    await yieldIfDue()
    const pages = toResultPages(
      db,
      data,
      remaining.map(({ result }) => result),
    )
    const { rows, more } = await collectUpToBytes(pages, stocktakeLimits.answeredBytes)
    return { rows, next: more ? (remaining[rows.length - 1]?.position ?? null) : null }
  })

type ResultPage = HandlerOutput<Api['stocktake']['result']>

const maxWaiting = 100

/** Runs one job at a time, because the results of a large stocktake take many megabytes. */
const resultQueue = () => createQueue({ concurrency: 1, maxWaiting, rejection: overloaded })

type ResultData = Awaited<ReturnType<typeof readResults>>

/** Blocks in the order of the list. Items that were seen share one, wherever they were. */
const blockByKind: Record<ResultKind, number> = {
  missing: 0,
  seen: 1,
  elsewhere: 1,
  unknown: 2,
  condition: 3,
  late: 4,
}
/** More than there are positions in a block, which are item ids or indexes of facts. */
const blockSize = 1_000_000_000

/**
 * Gives each result a fixed position in the order of the list, so that facts that arrive between
 * two pages shift none.
 */
function createPositionFinder(facts: readonly BriefFact[]): (result: RawResult) => number {
  const indexById = new Map(facts.map(({ id }, index) => [id, index]))
  // Reversed, so that the first fact about an item or a code wins.
  const firstIndexBySubject = new Map(
    facts.map((fact, index) => [toSubjectKey(fact), index] as const).toReversed(),
  )
  const positionInBlock = ({ kind, itemId, fact }: RawResult): number => {
    if (!fact) return itemId ?? 0
    return (
      (kind === 'late' ? indexById.get(fact.id) : firstIndexBySubject.get(toSubjectKey(fact))) ?? 0
    )
  }
  return (result) => blockByKind[result.kind] * blockSize + positionInBlock(result)
}

const toSubjectKey = ({ kind, itemId, code }: BriefFact): string => `${kind} ${itemId ?? code}`

const rowsPerStep = 200

/**
 * Converts results in steps. Texts may be long, so they are read only for results that need them.
 */
async function* toResultPages(
  db: Db,
  { facts, places, items, decisions }: ResultData,
  results: readonly RawResult[],
  needsText: (result: RawResult) => boolean = () => true,
): AsyncGenerator<StocktakeResult[]> {
  const conditions = lastFactByItem(facts, 'condition')
  const findConditionFact = ({ kind, itemId, fact }: RawResult) =>
    kind === 'late' ? fact : conditions.get(itemId ?? 0)
  for await (const batch of splitIntoYieldingBatches(results, rowsPerStep)) {
    const ids = batch
      .filter(needsText)
      .flatMap((result) => [result.fact, findConditionFact(result)])
      .flatMap((fact) => fact?.id ?? [])
    const texts = await stocktakeStore(db).findFactTexts([...new Set(ids)])
    yield batch.map((result): StocktakeResult => {
      const { key, kind, itemId, fact, expectedAt } = result
      const item = items.get(itemId ?? 0)
      const conditionFact = findConditionFact(result)
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
        condition: conditionFact?.condition ?? '',
        remark: texts.get(conditionFact?.id ?? '')?.remark ?? '',
        photo: conditionFact?.photo ?? false,
        ...(decided && { decision: { decision: decided.decision, by: decided.user_name } }),
      }
    })
  }
}

/** Prints the report of a stocktake in its current state. */
export const printStocktakeReport = (
  context: Context,
  actor: Actor,
  id: number,
  lang: AssistantLanguage,
  signal: AbortSignal,
): Promise<FinishedAnswer> =>
  context.get(resultQueue)(
    async () => {
      const stocktake = await readStocktake(context.db, actor, id)
      const data = await readResults(context, id)
      const printedResults = new Set(selectPrintedResults(data))
      const pages = toResultPages(context.db, data, data.results, (result) =>
        printedResults.has(result),
      )
      const rows = (await Array.fromAsync(pages)).flat()
      const countedFacts = data.facts.filter(({ late }) => !late)
      const people = new Map(
        countedFacts.map(({ by, sentBy }) => [formatScanner({ by, sentBy }), { by, sentBy }]),
      )
      const input = {
        lang,
        stocktake,
        asOf: instant(context.clock),
        rows,
        people: [...people.values()],
      }
      return printStocktake(context, input, signal)
    },
    { signal },
  )

/** The results that the report lists in tables; it only counts the others. */
function selectPrintedResults({ results, decisions }: ResultData): RawResult[] {
  const listed = results.filter(
    ({ kind, key }) => kind !== 'seen' && (kind !== 'late' || !decisions.has(key)),
  )
  return [...Map.groupBy(listed, ({ kind }) => kind).values()].flatMap((resultsOfKind) =>
    resultsOfKind.slice(0, maxStocktakeLines),
  )
}
