import { type AssistantLanguage, isWithin, type StocktakeResult, scannedBy } from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import { readPlaces } from '../../db/places.ts'
import type { Actor } from '../../http/access.ts'
import type { Finished } from '../../http/finished.ts'
import { printStocktake } from '../documents/index.ts'
import { readCampaign } from './campaigns.ts'
import { lastFacts, resultsOf } from './differences.ts'
import { stocktakeStore } from './store.ts'

/** What came of a stocktake so far, with what is needed to name it. */
export async function readResults({ db }: Pick<Context, 'db'>, id: number) {
  const store = stocktakeStore(db)
  const [expected, facts, places] = [await store.expected(id), await store.facts(id), await readPlaces(db)]
  const decisions = new Map((await store.decisions(id)).map((row) => [row.difference, row]))
  const now = await store.itemsOf([...new Set(facts.flatMap(({ itemId }) => itemId ?? []))])
  const expectedAt = new Map(expected.map(({ item_id, place_id }) => [item_id, place_id]))
  return {
    facts,
    places,
    types: new Map(now.map((item) => [item.id, item.type])),
    // As they were called at the opening.
    items: new Map<number, { readonly identifier: string; readonly name: string }>([
      ...now.map((item) => [item.id, item] as const),
      ...expected.map((row) => [row.item_id, row] as const),
    ]),
    results: resultsOf(expectedAt, facts, isWithin(places), decisions),
    decisions,
  }
}

/** The same in words, and who scanned and sent the facts that count. */
export async function readResult(context: Pick<Context, 'db'>, id: number) {
  const { facts, places, items, results, decisions } = await readResults(context, id)
  const conditions = lastFacts(facts, 'condition')
  const rows = results.map(({ key, kind, itemId, fact, expectedAt }): StocktakeResult => {
    const item = items.get(itemId ?? 0)
    const said = kind === 'late' ? fact : conditions.get(itemId ?? 0)
    const decided = decisions.get(key)
    return {
      key,
      kind,
      itemId,
      identifier: item?.identifier ?? fact?.code ?? `No. ${itemId}`,
      name: item?.name ?? '',
      expected: places.pathOf(expectedAt ?? 0),
      seen: places.pathOf(fact?.placeId ?? 0),
      factKind: fact?.kind ?? '',
      seenAt: fact?.seenAt ?? '',
      receivedAt: fact?.receivedAt ?? '',
      by: fact?.by ?? '',
      sentBy: fact?.sentBy ?? '',
      condition: said?.condition ?? '',
      remark: said?.remark ?? '',
      photo: said?.photo ?? false,
      ...(decided && { decision: { decision: decided.decision, by: decided.user_name } }),
    }
  })
  const counted = facts.filter(({ late }) => !late)
  const people = new Map(counted.map(({ by, sentBy }) => [scannedBy({ by, sentBy }), { by, sentBy }]))
  return { rows, people: [...people.values()] }
}

/** The report of a stocktake as it stands. */
export async function printResult(
  context: Context,
  actor: Actor,
  id: number,
  lang: AssistantLanguage,
  signal: AbortSignal,
): Promise<Finished> {
  const campaign = await readCampaign(context.db, actor, id)
  const input = { lang, campaign, asOf: instant(context.clock), ...(await readResult(context, id)) }
  return printStocktake(context, input, signal)
}
