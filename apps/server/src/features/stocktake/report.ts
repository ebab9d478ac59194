import { type AssistantLanguage, clocksDiffer, type DifferenceKind, differenceKinds, minuteOf } from '@vitrine/contract'
import { fail, missing } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/access.ts'
import type { Finished } from '../../http/finished.ts'
import { printStocktake } from '../documents/index.ts'
import { readDifferences } from './differences.ts'
import { stocktakeStore } from './store.ts'
import { toCampaigns } from './view.ts'

/** The report of a stocktake as it stands. */
export async function printStocktakeReport(
  context: Context,
  actor: Actor,
  id: number,
  lang: AssistantLanguage,
  signal: AbortSignal,
): Promise<Finished> {
  const store = stocktakeStore(context.db)
  const row = (await store.find(id)) ?? fail(missing('There is no such stocktake.'))
  const [campaign] = await toCampaigns(store, actor, [row])
  const { differences, decisions, items, places, facts } = await readDifferences(context, id)
  const decided = new Map(decisions.map(({ difference, decision }) => [difference, decision]))
  const lines = differences.map(({ key, kind, itemId, fact, expectedAt }) => {
    const item = items.get(itemId ?? 0)
    const times = fact && [fact.seenAt, ...(clocksDiffer(fact.seenAt, fact.receivedAt) ? [fact.receivedAt] : [])]
    return {
      kind,
      identifier: item?.identifier ?? fact?.code ?? '',
      name: item?.name ?? '',
      expected: places.pathOf(expectedAt ?? 0),
      seen: fact
        ? [places.pathOf(fact.placeId ?? 0), times?.map((at) => minuteOf(new Date(at))).join(' / '), fact.by]
            .filter(Boolean)
            .join('\n')
        : '',
      condition: fact?.condition ?? '',
      remark: fact?.remark ?? '',
      decision: decided.get(key) ?? '',
    } as const
  })
  const of = (kind: DifferenceKind) => lines.filter((line) => line.kind === kind)
  const kinds = Object.keys(differenceKinds) as DifferenceKind[]
  return printStocktake(
    context,
    {
      ...{ lang, name: row.name, scope: row.scope },
      ...{ opened: row.opened_at, openedBy: row.opened_by, closed: row.closed_at ?? '', closedBy: row.closed_by },
      people: [...new Set(facts.map(({ by }) => by))],
      ...{ expected: campaign?.expected ?? 0, seen: campaign?.seen ?? 0, late: campaign?.late ?? 0 },
      differences: Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<DifferenceKind, typeof lines>,
    },
    signal,
  )
}
