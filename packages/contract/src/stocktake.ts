import { conditionLimits } from './conditions.ts'
import {
  findByLooseIdentifier,
  identifierKey,
  parseTrailingNumber,
  parseTypedNumber,
  toItemId,
} from './inventory/identifiers.ts'
import { type ItemType, itemTypes } from './inventory/types.ts'
import type { PlaceInTree, PlaceTree } from './places.ts'

/**
 * `seen`: a scan. `condition`: a note about an item; it does not count as a sighting. `dismissed`:
 * an unknown code is ignored until it is scanned again.
 */
export const factKinds = ['seen', 'condition', 'dismissed'] as const
export type FactKind = (typeof factKinds)[number]

export const stocktakeLimits = {
  name: 100,
  code: 500,
  remark: conditionLimits.remark,
  /** Maximum facts per request. */
  sent: 200,
  /** Size of the facts in an answer, which may be exceeded by the last one. */
  answeredBytes: 1_000_000,
  /** Maximum decisions per call: they are one transaction, which blocks other writers. */
  decided: {
    moved: 1_000,
    task: 200,
    later: 5_000,
    dismissed: 5_000,
    counted: 5_000,
  } satisfies Record<Decision, number>,
  /** Maximum clock difference between phone and server; beyond it, both times are shown. */
  clockMs: 5 * 60_000,
  /** Repeated scans of a code within this time are ignored. */
  repeatMs: 3_000,
}

/** Content of a label or typed text. It is never opened as a URL. */
export type ScannedCode =
  | { readonly kind: 'item'; readonly id: number }
  | { readonly kind: 'place'; readonly id: number }
  | { readonly kind: 'text'; readonly text: string }

const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu
const itemPath = new RegExp(`^/(${itemTypes.join('|')})/(\\d{1,9})/?$`, 'i')
const placePath = /^\/places\/(\d{1,9})\/?$/i

/** Removes invisible characters and limits the length, for display and storage. */
export const sanitiseCode = (scanned: string): string =>
  scanned.toWellFormed().replaceAll(invisible, '').trim().slice(0, stocktakeLimits.code)

/** Parses scanned or typed text: the URL of an item or a place on any host, or plain text. */
export function parseCode(scanned: string): ScannedCode {
  const text = sanitiseCode(scanned)
  const path = urlPath(text)
  const [, type, number] = itemPath.exec(path) ?? []
  if (type && number)
    return { kind: 'item', id: toItemId(type.toLowerCase() as ItemType, Number(number)) }
  const [, place] = placePath.exec(path) ?? []
  return place ? { kind: 'place', id: Number(place) } : { kind: 'text', text }
}

function urlPath(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.pathname : ''
}

/**
 * Result of looking up a code; `several` if it is ambiguous. `problem` says that several places
 * have the typed name.
 */
export type CodeMatch<Item, Place> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'several'; readonly items: readonly Item[] }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'unknown'; readonly problem?: string }

interface LabelledItem {
  readonly id: number
  readonly identifier: string
  /** The printed number for the visitors' keypad; absent if it equals the id. */
  readonly number?: number | undefined
}

/** Finds items and places by the codes and texts on their labels. */
export function codeDirectory<Item extends LabelledItem, Place extends PlaceInTree>(
  items: readonly Item[],
  places: PlaceTree<Place>,
) {
  const byId = new Map(items.map((item) => [item.id, item]))
  const byIdentifier = Map.groupBy(items, ({ identifier }) => identifierKey(identifier))
  const placesByCode = new Map(places.all.map((place) => [identifierKey(place.code), place]))
  // Lazy, so that they do not delay the start of the app on a phone.
  const byNumber = lazy(() =>
    Map.groupBy(items, ({ identifier }) => parseTrailingNumber(identifier)),
  )
  const byKeypadNumber = lazy(() => Map.groupBy(items, ({ id, number }) => number ?? id))

  function findText(text: string): CodeMatch<Item, Place> {
    const exact = byIdentifier.get(identifierKey(text)) ?? []
    const place = placesByCode.get(identifierKey(text))
    if (exact.length === 0 && place) return { kind: 'place', place }
    return toCodeMatch(exact.length > 0 ? exact : findByLooseIdentifier(text, byNumber()))
  }

  function find(scanned: string): CodeMatch<Item, Place> {
    const code = parseCode(scanned)
    if (code.kind === 'text') return findText(code.text)
    if (code.kind === 'item')
      return toCodeMatch([byId.get(code.id)].filter((item) => item !== undefined))
    const place = places.get(code.id)
    return place ? { kind: 'place', place } : { kind: 'unknown' }
  }

  function findPlaceByName(typed: string): CodeMatch<Item, Place> {
    const [place, ...others] = places.findAll(typed)
    if (!place) return { kind: 'unknown' }
    if (others.length === 0) return { kind: 'place', place }
    const found = places.find(typed)
    return 'problem' in found ? { kind: 'unknown', problem: found.problem } : { kind: 'unknown' }
  }

  return {
    item: (id: number) => byId.get(id),
    find,
    /**
     * Also finds an item by its number alone and a place by its name or path; not for scans, where
     * they may be a coincidence.
     */
    findTyped(typed: string): CodeMatch<Item, Place> {
      const match = find(typed)
      const number = parseTypedNumber(typed)
      if (match.kind !== 'unknown') return match
      if (number === null) return findPlaceByName(typed)
      const numbered = toCodeMatch([
        ...new Set([...(byNumber().get(number) ?? []), ...(byKeypadNumber().get(number) ?? [])]),
      ])
      return numbered.kind === 'unknown' ? findPlaceByName(typed) : numbered
    },
  }
}

function toCodeMatch<Item>(items: readonly Item[]): CodeMatch<Item, never> {
  const [item] = items
  if (!item) return { kind: 'unknown' }
  return items.length > 1 ? { kind: 'several', items } : { kind: 'item', item }
}

function lazy<Value>(compute: () => Value): () => Value {
  let cache: { readonly value: Value } | undefined
  return () => {
    cache ??= { value: compute() }
    return cache.value
  }
}

export const scanOutcomes = {
  here: 'Seen here',
  elsewhere: 'Seen here but expected elsewhere',
  unknown: 'Unknown code',
  twice: 'Seen twice',
} as const
export type ScanOutcome = keyof typeof scanOutcomes

/** Whether a place equals another one or is inside it. Two missing places (null) are equal. */
export const isWithin =
  (places: Pick<PlaceTree, 'ancestry'>) =>
  (inner: number | null, outer: number | null): boolean =>
    inner === outer || (inner !== null && places.ancestry(inner).some(({ id }) => id === outer))

/**
 * Finds the place of a stocktake of one place, by the path that its scope states. Undefined for
 * other scopes, and after a renaming.
 */
export function findCountedPlace<Place extends PlaceInTree>(
  scope: string,
  places: PlaceTree<Place>,
): Place | undefined {
  const [place, ...others] = places.all.filter(({ id }) => places.pathOf(id) === scope)
  return others.length === 0 ? place : undefined
}

interface Sighting {
  readonly kind: FactKind
  readonly placeId: number | null
  readonly itemId: number | null
}

interface Expectation {
  /** Expected place: as noted at the opening, or the current one for items outside the stocktake. */
  readonly placeOf: (itemId: number) => number | null
  readonly within: ReturnType<typeof isWithin>
}

/** Evaluates a scan in view of the earlier facts. */
export function getScanOutcome(
  { itemId, placeId }: Omit<Sighting, 'kind'>,
  earlier: readonly Sighting[],
  { placeOf, within }: Expectation,
): ScanOutcome {
  if (itemId === null) return 'unknown'
  const isRepeated = earlier.some(
    (fact) => fact.kind === 'seen' && fact.itemId === itemId && fact.placeId === placeId,
  )
  if (isRepeated) return 'twice'
  return within(placeOf(itemId), placeId) ? 'here' : 'elsewhere'
}

/**
 * The last scan of each unknown code, unless it was dismissed later. Facts must be in order of
 * arrival.
 */
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

/**
 * Result for an item or a code: a difference, a sighting in its place, or an uncounted late fact.
 */
export const resultKinds = {
  ...differenceKinds,
  seen: 'Seen',
  late: 'Arrived after the end',
} as const
export type ResultKind = keyof typeof resultKinds

/** Whether a result is a difference without a decision. Late facts may stay undecided. */
export const isUndecided = ({
  kind,
  decision,
}: {
  readonly kind: ResultKind
  readonly decision?: unknown
}): boolean => kind in differenceKinds && !decision

/** Decisions about a difference, with the labels of their buttons and badges. */
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

/** The person who scanned a fact, and the account that sent it if it is another person's. */
export const formatScanner = ({
  by,
  sentBy,
}: {
  readonly by: string
  readonly sentBy?: string
}): string => (sentBy ? `${by}, sent by ${sentBy}` : by)

/** Whether the times of scan and arrival differ so much that both are shown. */
export const clocksDiffer = (seenAt: string, receivedAt: string): boolean =>
  !(Math.abs(Date.parse(seenAt) - Date.parse(receivedAt)) <= stocktakeLimits.clockMs)
