import {
  type Difference,
  decisions as decisionWords,
  differenceKinds,
  differencesOf,
  type Fact,
  isWithin,
  minuteOf,
  placeTree,
  type StocktakeDecision,
  type StocktakeItem,
} from '@vitrine/contract'
import { call } from '../../client/call.ts'

export const resultKey = (id: number) => ['stocktake', id, 'result'] as const

/** A difference in words. */
export interface ResultRow extends Difference<Fact> {
  readonly identifier: string
  readonly name: string
  /** Paths of places. */
  readonly expected: string
  readonly seen: string
  readonly decision: StocktakeDecision | undefined
}

/** What came of a stocktake so far. */
export async function readResult(id: number, signal: AbortSignal) {
  const params = { id }
  const { items, places } = await call('GET /stocktake/:id', { params }, { signal })
  const decisions = await call('GET /stocktake/:id/decisions', { params }, { signal })
  const facts: Fact[] = []
  for (let since = 0, more = true; more; ) {
    const page = await call('GET /stocktake/:id/facts', { params, query: { since: String(since) } }, { signal })
    facts.push(...page.facts)
    since = page.last
    more = page.more
  }
  const tree = placeTree(places)
  const byId = new Map(items.map((item) => [item.id, item]))
  const pathOf = (placeId: number | null | undefined) => tree.pathOf(placeId ?? 0)
  const decided = new Map(decisions.map((one) => [one.key, one]))
  const differences = differencesOf(
    new Map(items.flatMap((item) => (item.expected ? [[item.id, item.placeId]] : []))),
    facts,
    isWithin(tree),
  ).map((one): ResultRow => {
    const item = byId.get(one.itemId ?? 0)
    return {
      ...one,
      identifier: item?.identifier ?? one.fact?.code ?? `No. ${one.itemId}`,
      name: item?.name ?? '',
      expected: pathOf(one.expectedAt),
      seen: pathOf(one.fact?.placeId),
      decision: decided.get(one.key),
    }
  })
  return { items, byId, facts, differences, pathOf }
}

export type Result = Awaited<ReturnType<typeof readResult>>

const header = [
  'Identifier',
  'Name',
  'Expected in',
  'Seen in',
  'Seen at',
  'Received at',
  'By',
  'Result',
  'Condition',
  'Remark',
  'Decision',
]

/** A line for every item that was expected or seen, and for every unknown code. */
export function toCsv({ items, byId, facts, differences, pathOf }: Result): string[][] {
  const counted = facts.filter(({ late }) => !late)
  const last = (kind: Fact['kind']) =>
    new Map(counted.flatMap((fact) => (fact.kind === kind ? [[fact.itemId ?? fact.code, fact]] : [])))
  const [seen, noted] = [last('seen'), last('condition')]
  const byItem = Map.groupBy(differences, ({ itemId, fact }) => itemId ?? fact?.code)
  const line = (key: number | string, item: StocktakeItem | undefined): string[] => {
    const [fact, condition, found] = [seen.get(key), noted.get(key), byItem.get(key) ?? []]
    return [
      ...[
        item?.identifier ?? String(key),
        item?.name ?? '',
        pathOf(item?.expected ? item.placeId : fact?.notedPlaceId),
        pathOf(fact?.placeId),
      ],
      ...[fact?.seenAt, fact?.receivedAt].map((at) => (at ? minuteOf(new Date(at)) : '')),
      ...[fact?.by ?? '', found.map(({ kind }) => differenceKinds[kind]).join(', ') || 'Seen'],
      ...[condition?.condition ?? '', condition?.remark ?? ''],
      found.flatMap(({ decision }) => (decision ? decisionWords[decision.decision].mark : [])).join(', '),
    ]
  }
  const expected = items.filter((item) => item.expected)
  const others = [...seen.keys()].filter((key) => typeof key === 'string' || !byId.get(key)?.expected)
  return [
    header,
    ...expected.map((item) => line(item.id, item)),
    ...others.map((key) => line(key, typeof key === 'number' ? byId.get(key) : undefined)),
  ]
}
