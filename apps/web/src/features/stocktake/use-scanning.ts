import {
  buildPlaceTree,
  type CodeMatch,
  codeDirectory,
  findCountedPlace,
  findUnknownCodes,
  getScanOutcome,
  isWithin,
  type PlaceInTree,
  type Stocktake,
  type StocktakeData,
  type StocktakeItem,
  type SubmittedFact,
  sanitiseCode,
} from '@vitrine/contract'
import { useMemo } from 'react'
import { createRepeatDetector } from '../../ui/scanner/repeat-detector.ts'
import { playSignal } from '../../ui/scanner/signals.ts'
import { useWorkQueue } from '../../ui/scanner/use-work-queue.ts'
import { createFact } from './create-fact.ts'
import type { KnownFact } from './outbox.ts'
import { useScanPlace } from './use-scan-place.ts'
import { type ScannedCode, useScannedCodes } from './use-scanned-codes.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

/** Key of an outcome that belongs to no code, so that no later scan shows it again. */
const noKey = ''

/** The condition of an item, with a remark and a photo. */
export type ConditionNote = Pick<SubmittedFact, 'condition' | 'remark'> & {
  readonly photo?: Blob | undefined
}

/** Turns codes into facts, one at a time, and shows each outcome once its fact is stored. */
export function useScanning(data: StocktakeData, stocktake: StocktakeOnPhone) {
  const location = useScanLocation(data, stocktake.id)
  const scannedCodes = useScannedCodes()
  const repeats = useMemo(createRepeatDetector, [])
  const context = { author: data.me, stocktake, location, scannedCodes, repeats }
  const recorder = factRecorder(context)
  const reader = codeReader(context, recorder)
  const enqueue = useWorkQueue()

  return {
    place: location.places.get(location.placeId),
    places: location.places,
    isInside: location.isInside,
    findItem: location.findItem,
    goTo: (place: PlaceInTree) => reader.goTo(place),
    lastCode: scannedCodes.lastCode,
    ...useFactSummary(data, stocktake.facts),
    onCode: (scanned: string, isTyped = false) => {
      const timeMs = Date.now()
      const code = sanitiseCode(scanned)
      if (code !== '') enqueue(() => reader.handleCode(code, timeMs, isTyped))
    },
    /** Records one of several items with the same number. */
    choose: (code: string, item: StocktakeItem) =>
      enqueue(() => recorder.recordSeen({ key: scannedCodes.shownKey(), code, item })),
    /** Records an item of the list as seen here, without scanning its label. */
    markSeen: (item: StocktakeItem) =>
      enqueue(() => {
        const key = location.keyInPlace(item.identifier)
        return recorder.recordSeen({ key, code: item.identifier, item, isFromList: true })
      }),
    /** Dismisses an unknown code until it is scanned again. */
    dismiss: (code: string) => enqueue(() => recorder.dismiss(code)),
    /** Records the condition of an item; resolves to whether it is stored. */
    noteCondition: recorder.noteCondition,
  }
}

export type Scanning = ReturnType<typeof useScanning>

/** The items and places of a stocktake, and the place in which this phone scans. */
function useScanLocation({ campaign, items, places: rows }: StocktakeData, stocktakeId: number) {
  const places = useMemo(() => buildPlaceTree(rows), [rows])
  const directory = useMemo(() => codeDirectory(items, places), [items, places])
  const { placeId, currentPlaceId, moveTo } = useScanPlace(stocktakeId, () =>
    findCountedPlace(campaign.scope, places),
  )

  return {
    places,
    directory,
    /** For rendering. */
    placeId,
    /** For handling codes: right after a move, even before the next rendering. */
    currentPlaceId,
    moveTo,
    isInside: isWithin(places),
    findItem: (itemId: number | null) => directory.item(itemId ?? 0),
    /** Identifies a code by the current place, too: the same object counts again in another one. */
    keyInPlace: (code: string) => `${currentPlaceId()} ${code}`,
  }
}

/** What the known facts say about items and unknown codes. */
function useFactSummary(
  { campaign: stocktake }: StocktakeData,
  facts: ReadonlyMap<string, KnownFact>,
) {
  const seenItemIds = useMemo(() => {
    const itemIds = [...facts.values()]
      .filter((fact) => isCounted(fact, stocktake))
      .map(({ itemId }) => itemId)
    return new Set(itemIds.filter((itemId) => itemId !== null))
  }, [facts, stocktake])

  const isDismissed = useMemo(() => {
    const unknownCodes = findUnknownCodes([...facts.values()])
    return (code: string) => !unknownCodes.has(code)
  }, [facts])

  return { seenItemIds, isDismissed }
}

/** Excludes late facts, and unsent ones that will be late because the stocktake is closed. */
const isCounted = (fact: KnownFact, { closedAt }: Stocktake): boolean =>
  fact.kind === 'seen' && !('late' in fact) && (closedAt === '' || 'receivedAt' in fact)

interface ScanContext {
  /** Name of the person who scans. */
  readonly author: string
  readonly stocktake: StocktakeOnPhone
  readonly location: ReturnType<typeof useScanLocation>
  readonly scannedCodes: ReturnType<typeof useScannedCodes>
  readonly repeats: ReturnType<typeof createRepeatDetector>
}

interface SeenCode {
  /** Identifies the outcome among the scanned codes. */
  readonly key: string
  readonly code: string
  /** Undefined if the code is unknown. */
  readonly item: StocktakeItem | undefined
  readonly isFromList?: boolean
}

/** Stores facts and shows their outcomes. */
function factRecorder({ author, stocktake, location, scannedCodes, repeats }: ScanContext) {
  const { lastCode, remember, show } = scannedCodes

  const createFactHere = (kind: SubmittedFact['kind'], code: string, item?: StocktakeItem) =>
    createFact({
      kind,
      code,
      placeId: location.currentPlaceId() || null,
      itemId: item?.id ?? null,
      by: author,
    })

  /** Resolves to whether the fact is on the phone's disk. */
  const store = async (fact: SubmittedFact, photo?: Blob): Promise<boolean> => {
    try {
      await stocktake.add([fact], photo && { factId: fact.id, itemId: fact.itemId ?? 0, photo })
      return true
    } catch {
      show(noKey, { kind: 'failed', code: fact.code })
      playSignal('failed')
      return false
    }
  }

  return {
    async recordSeen({ key, code, item, isFromList = false }: SeenCode): Promise<void> {
      const fact = createFactHere('seen', code, item)
      const knownFacts = await stocktake.refreshFacts().catch(() => stocktake.facts)
      const outcome = getScanOutcome(fact, [...knownFacts.values()], {
        within: location.isInside,
        placeOf: (itemId) => location.findItem(itemId)?.placeId ?? null,
      })

      if (await store(fact)) {
        show(key, { kind: outcome, code: fact.code, item, isFromList })
        playSignal(outcome)
      } else {
        repeats.forget(key)
      }
    },

    async dismiss(code: string): Promise<void> {
      if (!(await store(createFactHere('dismissed', code)))) return
      const key = location.keyInPlace(code)
      const dismissed: ScannedCode = { kind: 'dismissed', code }
      if (lastCode?.code === code) show(key, dismissed)
      else remember(key, dismissed)
    },

    noteCondition(item: StocktakeItem, { photo, ...note }: ConditionNote): Promise<boolean> {
      const fact = createFactHere('condition', item.identifier, item)
      return store({ ...fact, ...note, photo: photo !== undefined }, photo)
    },
  }
}

type ResolvedCode = CodeMatch<StocktakeItem, PlaceInTree>

/** Decides what a code means and how to react to it. */
function codeReader(
  { location, scannedCodes, repeats }: ScanContext,
  { recordSeen }: ReturnType<typeof factRecorder>,
) {
  const { places, directory, isInside, currentPlaceId, keyInPlace } = location
  const { shownKey, findOutcome, show } = scannedCodes

  const goTo = (place: PlaceInTree, key = noKey) => {
    location.moveTo(place)
    show(key, { kind: 'place', code: '' })
  }

  /** Sorts items expected in the current place first, and unexpected ones last. */
  const sortByExpectation = (items: readonly StocktakeItem[]): StocktakeItem[] => {
    const rank = (item: StocktakeItem) => {
      if (!item.expected) return 2
      return isInside(item.placeId, currentPlaceId()) ? 0 : 1
    }
    return items.toSorted((a, b) => rank(a) - rank(b))
  }

  const showAgain = (key: string, resolved: ResolvedCode) => {
    const outcome = findOutcome(key)
    if (resolved.kind === 'place') goTo(resolved.place, key)
    else if (outcome) show(key, outcome)
  }

  const handleNewCode = async (key: string, code: string, resolved: ResolvedCode) => {
    if (resolved.kind === 'place') {
      goTo(resolved.place, key)
      playSignal('here')
      return
    }

    if (!places.get(currentPlaceId())) {
      repeats.forget(key)
      show(key, { kind: 'placeFirst', code })
      playSignal('failed')
      return
    }

    if (resolved.kind === 'several') {
      show(key, { kind: 'several', code, several: sortByExpectation(resolved.items) })
      playSignal('unknown')
      return
    }

    const item = resolved.kind === 'item' ? resolved.item : undefined
    await recordSeen({ key, code, item })
  }

  return {
    goTo,

    async handleCode(code: string, timeMs: number, isTyped: boolean): Promise<void> {
      const resolved = isTyped ? directory.findTyped(code) : directory.find(code)
      const key = resolved.kind === 'place' ? code : keyInPlace(code)

      // Typing a number again is deliberate, whereas a camera may just still see the code.
      const previousKind = findOutcome(key)?.kind
      if (isTyped && (resolved.kind === 'several' || previousKind === 'dismissed'))
        repeats.forget(key)

      const isShownCodeInSight = repeats.isInSight(shownKey(), timeMs)
      if (!repeats.isRepeat(key, timeMs)) return handleNewCode(key, code, resolved)
      // With two codes in the picture, keep showing the last one.
      if (!isShownCodeInSight) showAgain(key, resolved)
    },
  }
}
