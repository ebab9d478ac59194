import { findUnknownCodes, type isWithin, type ResultKind } from '@vitrine/contract'
import type { BriefFact } from './store.ts'

/** The result for an item, an unknown code or a late fact. */
export interface RawResult {
  readonly key: string
  readonly kind: ResultKind
  readonly itemId: number | null
  /** Id of the expected place. */
  readonly expectedAt: number | null
  /** The last fact about it; undefined for a missing item. */
  readonly fact: BriefFact | undefined
}

/** The last fact of a kind about each item, ignoring late facts. */
export const lastFactByItem = (
  facts: readonly BriefFact[],
  kind: BriefFact['kind'],
): Map<number, BriefFact> =>
  new Map(
    facts
      .filter((fact) => fact.kind === kind && !fact.late)
      .flatMap((fact) => (fact.itemId === null ? [] : [[fact.itemId, fact]])),
  )

/**
 * Compares the facts, in order of arrival, with the expected items. `expected` maps each expected
 * item to its place; any other item is expected where it was noted when first seen. `countedKeys`
 * holds the keys of counted late facts.
 */
export function computeResults(
  expected: ReadonlyMap<number, number | null>,
  facts: readonly BriefFact[],
  isInside: ReturnType<typeof isWithin>,
  countedKeys: Pick<ReadonlySet<string>, 'has'> = new Set(),
): RawResult[] {
  const countedFacts = facts.filter(({ late }) => !late)
  const lastSightings = lastFactByItem(countedFacts, 'seen')
  // Reversed, so that the first fact of each item wins.
  const notedPlaceIds = new Map(
    facts.toReversed().map(({ itemId, notedPlaceId }) => [itemId, notedPlaceId]),
  )
  const getExpectedPlaceId = (id: number) =>
    (expected.has(id) ? expected.get(id) : notedPlaceIds.get(id)) ?? null
  const toResult = (
    kind: ResultKind,
    key: number | string,
    itemId: number | null,
    fact?: BriefFact,
  ): RawResult => ({
    key: `${kind} ${key}`,
    kind,
    itemId,
    fact,
    expectedAt: itemId === null ? null : getExpectedPlaceId(itemId),
  })
  const toItemResult = (kind: ResultKind, itemId: number, fact?: BriefFact) =>
    toResult(kind, itemId, itemId, fact)

  const missing = [...expected.keys()]
    .filter((id) => !lastSightings.has(id))
    .map((id) => toItemResult('missing', id))
  const seen = [...lastSightings].map(([id, fact]) =>
    toItemResult(isInside(getExpectedPlaceId(id), fact.placeId) ? 'seen' : 'elsewhere', id, fact),
  )
  const unknown = [...findUnknownCodes(countedFacts)].map(([code, fact]) =>
    toResult('unknown', code, null, fact),
  )
  const conditions = [...lastFactByItem(countedFacts, 'condition')]
    .filter(([, { condition }]) => condition === 'watch' || condition === 'urgent')
    .map(([id, fact]) => toItemResult('condition', id, fact))
  const late = facts
    .map((fact) => toResult('late', fact.id, fact.itemId, fact))
    .filter(({ key, fact }) => fact?.late || countedKeys.has(key))
  return [...missing, ...seen, ...unknown, ...conditions, ...late]
}
