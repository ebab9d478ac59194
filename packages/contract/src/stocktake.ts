import {
  findByLooseIdentifier,
  identifierKey,
  parseTrailingNumber,
  parseTypedNumber,
  toItemId,
} from './inventory/identifiers.ts'
import { type ItemType, itemTypes } from './inventory/types.ts'
import type { PlaceInTree, PlaceTree } from './places.ts'

/** In the order in which the phone offers them. */
export const conditions = ['good', 'watch', 'urgent'] as const
export type Condition = (typeof conditions)[number]
export const conditionNames: Record<Condition, string> = {
  good: 'Good',
  watch: 'Watch',
  urgent: 'Urgent',
}

/**
 * `seen` is a scan; `condition` says more about an item and is no sighting of its own; `dismissed` says that an unknown code
 * does not matter, until that code is scanned again.
 */
export const factKinds = ['seen', 'condition', 'dismissed'] as const
export type FactKind = (typeof factKinds)[number]

export const stocktakeLimits = {
  name: 100,
  code: 500,
  remark: 2_000,
  /** Facts in one request. */
  sent: 200,
  /** Bytes of facts in one answer, and one fact more. */
  answeredBytes: 1_000_000,
  /** Differences that one call decides in one transaction, for which other writers wait. */
  decided: {
    moved: 1_000,
    task: 200,
    later: 5_000,
    dismissed: 5_000,
    counted: 5_000,
  } satisfies Record<Decision, number>,
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
export const sanitiseCode = (scanned: string): string =>
  scanned.toWellFormed().replaceAll(invisible, '').trim().slice(0, stocktakeLimits.code)

/** Reads what was scanned or typed: the address of an item or a place, on any host, or a text. */
export function parseCode(scanned: string): ScannedCode {
  const text = sanitiseCode(scanned)
  const path = pathIn(text)
  const [, type, number] = itemPath.exec(path) ?? []
  if (type && number)
    return { kind: 'item', id: toItemId(type.toLowerCase() as ItemType, Number(number)) }
  const [, place] = placePath.exec(path) ?? []
  return place ? { kind: 'place', id: Number(place) } : { kind: 'text', text }
}

function pathIn(text: string): string {
  const address = URL.parse(text)
  return address && /^https?:$/.test(address.protocol) ? address.pathname : ''
}

/** What a code leads to; `several` if more than one item may be meant. */
export type CodeMatch<Item, Place> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'several'; readonly items: readonly Item[] }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'unknown' }

interface LabelledItem {
  readonly id: number
  readonly identifier: string
  /** The number for the visitors' keypad, which the label shows as well; absent if that is the id. */
  readonly number?: number | undefined
}

/** Finds items and places by what their labels say. */
export function codeDirectory<Item extends LabelledItem, Place extends PlaceInTree>(
  items: readonly Item[],
  places: PlaceTree<Place>,
) {
  const byId = new Map(items.map((item) => [item.id, item]))
  const byIdentifier = Map.groupBy(items, ({ identifier }) => identifierKey(identifier))
  const placesByCode = new Map(places.all.map((place) => [identifierKey(place.code), place]))
  // Made when they are first needed, for not to delay the start of a phone.
  const byNumber = lazy(() =>
    Map.groupBy(items, ({ identifier }) => parseTrailingNumber(identifier)),
  )
  const byKeypadNumber = lazy(() => Map.groupBy(items, ({ id, number }) => number ?? id))

  function findText(text: string): CodeMatch<Item, Place> {
    const exact = byIdentifier.get(identifierKey(text)) ?? []
    const place = placesByCode.get(identifierKey(text))
    if (exact.length === 0 && place) return { kind: 'place', place }
    return itemsFound(exact.length > 0 ? exact : findByLooseIdentifier(text, byNumber()))
  }

  function find(scanned: string): CodeMatch<Item, Place> {
    const code = parseCode(scanned)
    if (code.kind === 'text') return findText(code.text)
    if (code.kind === 'item')
      return itemsFound([byId.get(code.id)].filter((item) => item !== undefined))
    const place = places.get(code.id)
    return place ? { kind: 'place', place } : { kind: 'unknown' }
  }

  return {
    item: (id: number) => byId.get(id),
    find,
    /** Also understands the number alone, which a scanned code may hold by chance. */
    findTyped(typed: string): CodeMatch<Item, Place> {
      const found = find(typed)
      const number = parseTypedNumber(typed)
      if (found.kind !== 'unknown' || number === null) return found
      return itemsFound([
        ...new Set([...(byNumber().get(number) ?? []), ...(byKeypadNumber().get(number) ?? [])]),
      ])
    },
  }
}

function itemsFound<Item>(items: readonly Item[]): CodeMatch<Item, never> {
  const [item] = items
  if (!item) return { kind: 'unknown' }
  return items.length > 1 ? { kind: 'several', items } : { kind: 'item', item }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export const scanOutcomes = {
  here: 'Seen here',
  elsewhere: 'Seen here but expected elsewhere',
  unknown: 'Unknown code',
  twice: 'Seen twice',
} as const
export type ScanOutcome = keyof typeof scanOutcomes

/** Whether a place is another one or lies in it; without a place on both sides, too. */
export const isWithin =
  (places: Pick<PlaceTree, 'ancestry'>) =>
  (inner: number | null, outer: number | null): boolean =>
    inner === outer || (inner !== null && places.ancestry(inner).some(({ id }) => id === outer))

interface Sighting {
  readonly kind: FactKind
  readonly placeId: number | null
  readonly itemId: number | null
}

interface Expectation {
  /** Where an item should be: as noted at the opening, or as it is now for one outside the campaign. */
  readonly placeOf: (itemId: number) => number | null
  readonly within: ReturnType<typeof isWithin>
}

/** What a scan says, given the facts before it. */
export function getScanOutcome(
  { itemId, placeId }: Omit<Sighting, 'kind'>,
  before: readonly Sighting[],
  { placeOf, within }: Expectation,
): ScanOutcome {
  if (itemId === null) return 'unknown'
  if (
    before.some(
      (fact) => fact.kind === 'seen' && fact.itemId === itemId && fact.placeId === placeId,
    )
  )
    return 'twice'
  return within(placeOf(itemId), placeId) ? 'here' : 'elsewhere'
}

/** The last scan of each unknown code that was not dismissed since. The facts are in the order of their arrival. */
export function findUnknownCodes<
  Scan extends { readonly kind: FactKind; readonly itemId: number | null; readonly code: string },
>(facts: Iterable<Scan>): Map<string, Scan> {
  const codes = new Map<string, Scan>()
  for (const fact of facts) {
    if (fact.kind === 'dismissed') codes.delete(fact.code)
    if (fact.kind === 'seen' && fact.itemId === null) codes.set(fact.code, fact)
  }
  return codes
}

export const differenceKinds = {
  missing: 'Missing',
  elsewhere: 'Elsewhere',
  unknown: 'Unknown codes',
  condition: 'Condition',
} as const
export type DifferenceKind = keyof typeof differenceKinds

/** What came of an item or a code: a difference, that it was seen in its place, or a fact that does not count. */
export const resultKinds = {
  ...differenceKinds,
  seen: 'Seen',
  late: 'Arrived after the end',
} as const
export type ResultKind = keyof typeof resultKinds

/** Whether a result is a difference that waits for a decision. Late facts do not: they may stay uncounted. */
export const isUndecided = ({
  kind,
  decision,
}: {
  readonly kind: ResultKind
  readonly decision?: unknown
}): boolean => kind in differenceKinds && !decision

/** What can be decided about a difference, in the words of its button and of its mark. */
export const decisions = {
  moved: { action: 'Accept the movement', mark: 'Movement accepted' },
  task: { action: 'Make a task', mark: 'Task made' },
  later: { action: 'Found later', mark: 'Found later' },
  dismissed: { action: 'Dismiss', mark: 'Dismissed' },
  counted: { action: 'Count', mark: 'Counted' },
} as const
export type Decision = keyof typeof decisions

export const decisionsFor: Record<ResultKind, readonly Decision[]> = {
  missing: ['task', 'later'],
  elsewhere: ['moved', 'task', 'later'],
  unknown: ['dismissed', 'later'],
  condition: ['task', 'later'],
  seen: [],
  late: ['counted'],
}

/** The scanner of a fact; with the account that sent it, where that is another person's. */
export const formatScanner = ({
  by,
  sentBy,
}: {
  readonly by: string
  readonly sentBy?: string
}): string => (sentBy ? `${by}, sent by ${sentBy}` : by)

/** Whether the phone's time of a fact is so far from the time of its arrival that both are shown. */
export const clocksDiffer = (seenAt: string, receivedAt: string): boolean =>
  !(Math.abs(Date.parse(seenAt) - Date.parse(receivedAt)) <= stocktakeLimits.clockMs)
