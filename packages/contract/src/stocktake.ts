import { identifierKey, itemIdOf } from './inventory/identifiers.ts'
import { type ItemType, itemTypes } from './inventory/types.ts'
import type { PlaceTree } from './places.ts'

/** In the order in which the phone offers them. */
export const conditions = ['good', 'watch', 'urgent'] as const
export type Condition = (typeof conditions)[number]
export const conditionNames: Record<Condition, string> = { good: 'Good', watch: 'Watch', urgent: 'Urgent' }

/** `seen` is a scan; `condition` says more about an item and is no sighting of its own. */
export const factKinds = ['seen', 'condition'] as const
export type FactKind = (typeof factKinds)[number]

export const stocktakeLimits = {
  name: 100,
  code: 500,
  remark: 2_000,
  /** Facts in one request, and in one answer. */
  sent: 200,
  answered: 5_000,
  /** How far a phone's clock may be from ours before both times are shown. */
  clockMs: 5 * 60_000,
  /** The same code within this time counts once. */
  repeatMs: 3_000,
}

/** What a label or a typed text says. It is never opened as an address. */
export type ScannedCode =
  | { readonly kind: 'item'; readonly id: number }
  | { readonly kind: 'place'; readonly id: number }
  | { readonly kind: 'text'; readonly text: string }

const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu
const itemPath = new RegExp(`^/(${itemTypes.join('|')})/(\\d{1,9})/?$`, 'i')
const placePath = /^\/places\/(\d{1,9})\/?$/i

/** As it is shown and stored: without what can't be seen, and not endless. */
export const plainCode = (scanned: string): string =>
  scanned.toWellFormed().replaceAll(invisible, '').trim().slice(0, stocktakeLimits.code)

/** Reads what was scanned or typed: the address of an item or a place, on any host, or a text. */
export function readCode(scanned: string): ScannedCode {
  const text = plainCode(scanned)
  const path = pathIn(text)
  const [, type, number] = itemPath.exec(path) ?? []
  if (type && number) return { kind: 'item', id: itemIdOf(type.toLowerCase() as ItemType, Number(number)) }
  const [, place] = placePath.exec(path) ?? []
  return place ? { kind: 'place', id: Number(place) } : { kind: 'text', text }
}

function pathIn(text: string): string {
  const address = URL.parse(text)
  return address && /^https?:$/.test(address.protocol) ? address.pathname : ''
}

interface KnownItem {
  readonly id: number
  readonly identifier: string
}

interface KnownPlace {
  readonly id: number
  readonly code: string
}

/** Items and places by what their labels say. */
export interface CodeDirectory<Item extends KnownItem, Place extends KnownPlace> {
  readonly item: (id: number) => Item | undefined
  readonly items: (identifierKey: string) => readonly Item[]
  readonly place: (id: number) => Place | undefined
  readonly placeByCode: (codeKey: string) => Place | undefined
}

export function codeDirectory<Item extends KnownItem, Place extends KnownPlace>(
  items: readonly Item[],
  places: readonly Place[],
): CodeDirectory<Item, Place> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const byIdentifier = Map.groupBy(items, ({ identifier }) => identifierKey(identifier))
  const placesById = new Map(places.map((place) => [place.id, place]))
  const placesByCode = new Map(places.map((place) => [identifierKey(place.code), place]))
  return {
    item: (id) => byId.get(id),
    items: (key) => byIdentifier.get(key) ?? [],
    place: (id) => placesById.get(id),
    placeByCode: (key) => placesByCode.get(key),
  }
}

/** What a code leads to; `several` where two museums use one inventory number. */
export type FoundCode<Item, Place> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'several'; readonly items: readonly Item[] }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'unknown' }

export function findCode<Item extends KnownItem, Place extends KnownPlace>(
  scanned: string,
  directory: CodeDirectory<Item, Place>,
): FoundCode<Item, Place> {
  const code = readCode(scanned)
  if (code.kind === 'item') return itemOr(directory.item(code.id))
  if (code.kind === 'place') return placeOr(directory.place(code.id))
  const key = identifierKey(code.text)
  const items = directory.items(key)
  if (items.length > 1) return { kind: 'several', items }
  return items.length === 1 ? itemOr(items[0]) : placeOr(directory.placeByCode(key))
}

const itemOr = <Item>(item: Item | undefined) => (item ? { kind: 'item' as const, item } : { kind: 'unknown' as const })
const placeOr = <Place>(place: Place | undefined) =>
  place ? { kind: 'place' as const, place } : { kind: 'unknown' as const }

export const outcomes = {
  here: 'Seen here',
  elsewhere: 'Seen here but expected elsewhere',
  unknown: 'Unknown code',
  twice: 'Seen twice',
} as const
export type Outcome = keyof typeof outcomes

/** Whether a place is another one or lies in it; without a place on both sides, too. */
export const isWithin =
  (places: Pick<PlaceTree, 'ancestry'>) =>
  (inner: number | null, outer: number | null): boolean =>
    inner === outer || (inner !== null && places.ancestry(inner).some(({ id }) => id === outer))

/** One sighting, or something said about an item. Facts are never changed. */
export interface SeenFact {
  readonly id: string
  readonly kind: FactKind
  readonly placeId: number | null
  readonly code: string
  readonly itemId: number | null
  readonly condition: Condition | ''
  /** It came after the campaign was closed: kept, and not counted. */
  readonly late?: boolean | undefined
}

interface Expectation {
  /** Where an item should be: as noted at the opening, or as it is now for one outside the campaign. */
  readonly placeOf: (itemId: number) => number | null
  readonly within: ReturnType<typeof isWithin>
}

/** What a scan says, given the scans before it. */
export function outcomeOf(
  { itemId, placeId }: Pick<SeenFact, 'itemId' | 'placeId'>,
  before: readonly SeenFact[],
  { placeOf, within }: Expectation,
): Outcome {
  if (itemId === null) return 'unknown'
  if (before.some((fact) => fact.kind === 'seen' && fact.itemId === itemId && fact.placeId === placeId)) return 'twice'
  return within(placeOf(itemId), placeId) ? 'here' : 'elsewhere'
}

export const differenceKinds = {
  missing: 'Missing',
  elsewhere: 'Elsewhere',
  unknown: 'Unknown codes',
  condition: 'Condition',
} as const
export type DifferenceKind = keyof typeof differenceKinds

/** A fact that has arrived. */
export interface ReceivedFact extends SeenFact {
  /** Where its item was noted to be at that time. */
  readonly notedPlaceId: number | null
}

export interface Difference<Fact extends ReceivedFact> {
  /** Names it in a decision: 'missing 12', 'unknown https://…'. */
  readonly key: string
  readonly kind: DifferenceKind
  readonly itemId: number | null
  /** Where the item should be. */
  readonly expectedAt: number | null
  /** The last sighting, or what was said last; none of a missing item. */
  readonly fact: Fact | null
}

/**
 * What the facts, in the order in which they were received, leave to decide. `expected` has the place of each expected item;
 * any other item is expected where it was noted to be when it was first seen.
 */
export function differencesOf<Fact extends ReceivedFact>(
  expected: ReadonlyMap<number, number | null>,
  facts: readonly Fact[],
  within: Expectation['within'],
): Difference<Fact>[] {
  const counted = facts.filter(({ late }) => !late)
  const lastOf = (kind: FactKind) =>
    new Map(counted.flatMap((fact) => (fact.kind === kind && fact.itemId !== null ? [[fact.itemId, fact]] : [])))
  const seen = lastOf('seen')
  const unknown = new Map(
    counted.flatMap((fact) => (fact.kind === 'seen' && fact.itemId === null ? [[fact.code, fact]] : [])),
  )
  // The first of an item wins: the others are overwritten from the end.
  const noted = new Map(counted.toReversed().map(({ itemId, notedPlaceId }) => [itemId, notedPlaceId]))
  const placeOf = (id: number) => (expected.has(id) ? expected.get(id) : noted.get(id)) ?? null
  const ofItem = (kind: DifferenceKind, itemId: number, fact: Fact | null) => ({
    ...{ key: `${kind} ${itemId}`, kind, itemId, fact, expectedAt: placeOf(itemId) },
  })
  return [
    ...[...expected.keys()].filter((id) => !seen.has(id)).map((id) => ofItem('missing', id, null)),
    ...[...seen]
      .filter(([id, fact]) => !within(placeOf(id), fact.placeId))
      .map(([id, fact]) => ofItem('elsewhere', id, fact)),
    ...[...unknown].map(([code, fact]) => ({
      ...{ key: `unknown ${code}`, kind: 'unknown' as const, itemId: null, fact, expectedAt: null },
    })),
    ...[...lastOf('condition')]
      .filter(([, { condition }]) => condition === 'watch' || condition === 'urgent')
      .map(([id, fact]) => ofItem('condition', id, fact)),
  ]
}

/** What can be decided about a difference, in the words of its button and of its mark. */
export const decisions = {
  moved: { action: 'Accept the movement', mark: 'Movement accepted' },
  task: { action: 'Make a task', mark: 'Task made' },
  later: { action: 'Found later', mark: 'Found later' },
} as const
export type Decision = keyof typeof decisions

export const decisionsFor: Record<DifferenceKind, readonly Decision[]> = {
  missing: ['task', 'later'],
  elsewhere: ['moved', 'task', 'later'],
  unknown: ['later'],
  condition: ['task', 'later'],
}

/** Whether the phone's time of a fact is so far from the time of its arrival that both are shown. */
export const clocksDiffer = (seenAt: string, receivedAt: string): boolean =>
  !(Math.abs(Date.parse(seenAt) - Date.parse(receivedAt)) <= stocktakeLimits.clockMs)
