import type { Fact, isWithin, ResultKind } from '@vitrine/contract'

/** What came of an item or a code: a difference, or that it was seen in its place. */
export interface Result {
  readonly key: string
  readonly kind: ResultKind
  readonly itemId: number | null
  /** Where the item should be. */
  readonly expectedAt: number | null
  /** The last sighting, or what was said last; none of a missing item. */
  readonly fact: Fact | undefined
}

/** The last fact of each item; late ones do not count. */
export const lastFacts = (facts: readonly Fact[], kind: Fact['kind']): Map<number, Fact> =>
  new Map(
    facts.flatMap((fact) => (fact.kind === kind && fact.itemId !== null && !fact.late ? [[fact.itemId, fact]] : [])),
  )

/**
 * What comes of the facts, in the order in which they were received. `expected` has the place of each expected item; any
 * other item is expected where it was noted to be when it was first seen.
 */
export function resultsOf(
  expected: ReadonlyMap<number, number | null>,
  facts: readonly Fact[],
  within: ReturnType<typeof isWithin>,
): Result[] {
  const counted = facts.filter(({ late }) => !late)
  const seen = lastFacts(counted, 'seen')
  const unknown = counted.filter(({ kind, itemId }) => kind === 'seen' && itemId === null)
  // The first of an item wins: the others are overwritten from the end.
  const noted = new Map(counted.toReversed().map(({ itemId, notedPlaceId }) => [itemId, notedPlaceId]))
  const placeOf = (id: number) => (expected.has(id) ? expected.get(id) : noted.get(id)) ?? null
  const ofItem = (kind: ResultKind, itemId: number, fact?: Fact): Result => ({
    key: `${kind} ${itemId}`,
    kind,
    itemId,
    fact,
    expectedAt: placeOf(itemId),
  })
  return [
    ...[...expected.keys()].filter((id) => !seen.has(id)).map((id) => ofItem('missing', id)),
    ...[...seen].map(([id, fact]) => ofItem(within(placeOf(id), fact.placeId) ? 'seen' : 'elsewhere', id, fact)),
    ...[...new Map(unknown.map((fact) => [fact.code, fact])).values()].map((fact) => ({
      key: `unknown ${fact.code}`,
      kind: 'unknown' as const,
      itemId: null,
      fact,
      expectedAt: null,
    })),
    ...[...lastFacts(counted, 'condition')]
      .filter(([, { condition }]) => condition === 'watch' || condition === 'urgent')
      .map(([id, fact]) => ofItem('condition', id, fact)),
  ]
}
