import { findUnknownCodes, type isWithin, type ResultKind } from '@vitrine/contract'
import type { BriefFact } from './store.ts'

/** What came of an item or a code, or a late fact. */
export interface RawResult {
  readonly key: string
  readonly kind: ResultKind
  readonly itemId: number | null
  /** Where the item should be. */
  readonly expectedAt: number | null
  /** The last sighting, or what was said last; none of a missing item. */
  readonly fact: BriefFact | undefined
}

/** The last fact of each item; late ones do not count. */
export const lastFactByItem = (
  facts: readonly BriefFact[],
  kind: BriefFact['kind'],
): Map<number, BriefFact> =>
  new Map(
    facts.flatMap((fact) =>
      fact.kind === kind && fact.itemId !== null && !fact.late ? [[fact.itemId, fact]] : [],
    ),
  )

/**
 * What comes of the facts, in the order in which they were received. `expected` has the place of
 * each expected item; any other item is expected where it was noted to be when it was first seen.
 * `decided` has the keys of late facts that were counted.
 */
export function computeResults(
  expected: ReadonlyMap<number, number | null>,
  facts: readonly BriefFact[],
  within: ReturnType<typeof isWithin>,
  decided: Pick<ReadonlySet<string>, 'has'> = new Set(),
): RawResult[] {
  const counted = facts.filter(({ late }) => !late)
  const seen = lastFactByItem(counted, 'seen')
  // The first of an item wins: the others are overwritten from the end.
  const noted = new Map(
    facts.toReversed().map(({ itemId, notedPlaceId }) => [itemId, notedPlaceId]),
  )
  const placeOf = (id: number) => (expected.has(id) ? expected.get(id) : noted.get(id)) ?? null
  const result = (
    kind: ResultKind,
    key: number | string,
    itemId: number | null,
    fact?: BriefFact,
  ): RawResult => ({
    key: `${kind} ${key}`,
    kind,
    itemId,
    fact,
    expectedAt: itemId === null ? null : placeOf(itemId),
  })
  const ofItem = (kind: ResultKind, itemId: number, fact?: BriefFact) =>
    result(kind, itemId, itemId, fact)
  return [
    ...[...expected.keys()].filter((id) => !seen.has(id)).map((id) => ofItem('missing', id)),
    ...[...seen].map(([id, fact]) =>
      ofItem(within(placeOf(id), fact.placeId) ? 'seen' : 'elsewhere', id, fact),
    ),
    ...[...findUnknownCodes(counted)].map(([code, fact]) => result('unknown', code, null, fact)),
    ...[...lastFactByItem(counted, 'condition')]
      .filter(([, { condition }]) => condition === 'watch' || condition === 'urgent')
      .map(([id, fact]) => ofItem('condition', id, fact)),
    ...facts
      .map((fact) => result('late', fact.id, fact.itemId, fact))
      .filter(({ key, fact }) => fact?.late || decided.has(key)),
  ]
}
