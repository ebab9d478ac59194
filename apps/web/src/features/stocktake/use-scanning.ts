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
import { useMemo, useRef } from 'react'
import { createRepeatDetector } from '../../ui/scanner/repeat-detector.ts'
import { playSignal } from '../../ui/scanner/signals.ts'
import { createFact } from './create-fact.ts'
import type { KnownFact } from './outbox.ts'
import { useScanPlace } from './use-scan-place.ts'
import { type ScannedCode, useScannedCodes } from './use-scanned-codes.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

/** The condition of an item, with a remark and a photo. */
export type ConditionNote = Pick<SubmittedFact, 'condition' | 'remark'> & {
  readonly photo?: Blob | undefined
}

/** Turns codes into facts, one at a time, and shows each outcome once its fact is stored. */
export function useScanning(
  { campaign: stocktake, items, places: allPlaces, me }: StocktakeData,
  { id, facts, refreshFacts, add }: StocktakeOnPhone,
) {
  const places = useMemo(() => buildPlaceTree(allPlaces), [allPlaces])
  const directory = useMemo(() => codeDirectory(items, places), [items, places])
  const isInside = isWithin(places)
  const findItem = (itemId: number | null) => directory.item(itemId ?? 0)
  const { placeId, currentPlaceId, moveTo } = useScanPlace(id, () =>
    findCountedPlace(stocktake.scope, places),
  )
  const { lastCode, shownKey, findOutcome, remember, show } = useScannedCodes()
  const repeats = useMemo(createRepeatDetector, [])
  const queue = useRef(Promise.resolve())

  const goTo = (place: PlaceInTree, key = '') => {
    moveTo(place)
    show(key, { kind: 'place', code: '' })
  }

  /** Sorts items expected in the current place first, and unexpected ones last. */
  const sortByExpectation = (resolved: readonly StocktakeItem[]): StocktakeItem[] => {
    const rank = (item: StocktakeItem) => {
      if (!item.expected) return 2
      return isInside(item.placeId, currentPlaceId()) ? 0 : 1
    }
    return resolved.toSorted((a, b) => rank(a) - rank(b))
  }

  const createScanFact = (kind: SubmittedFact['kind'], code: string, item?: StocktakeItem) =>
    createFact({ kind, code, placeId: currentPlaceId() || null, itemId: item?.id ?? null, by: me })

  /** Resolves to whether the fact is on the phone's disk. */
  const store = async (fact: SubmittedFact, photo?: Blob): Promise<boolean> => {
    try {
      await add([fact], photo && { factId: fact.id, itemId: fact.itemId ?? 0, photo })
      return true
    } catch {
      show('', { kind: 'failed', code: fact.code })
      playSignal('failed')
      return false
    }
  }

  const recordSeen = async (
    key: string,
    code: string,
    item: StocktakeItem | undefined,
    isFromList = false,
  ) => {
    const fact = createScanFact('seen', code, item)
    const expectation = {
      within: isInside,
      placeOf: (itemId: number) => findItem(itemId)?.placeId ?? null,
    }
    const knownFacts = await refreshFacts().catch(() => facts)
    const kind = getScanOutcome(fact, [...knownFacts.values()], expectation)
    if (await store(fact)) {
      show(key, { kind, code: fact.code, item, isFromList })
      playSignal(kind)
    } else repeats.forget(key)
  }

  const showAgain = (key: string, resolved: ResolvedCode) => {
    const outcome = findOutcome(key)
    if (resolved.kind === 'place') goTo(resolved.place, key)
    else if (outcome) show(key, outcome)
  }

  // The same object counts again in another place.
  const keyInPlace = (code: string) => `${currentPlaceId()} ${code}`

  const handleCode = async (code: string, timeMs: number, isTyped: boolean) => {
    const resolved = isTyped ? directory.findTyped(code) : directory.find(code)
    const key = resolved.kind === 'place' ? code : keyInPlace(code)

    // Typing a number again is deliberate, whereas a camera may just still see the code.
    const previousKind = findOutcome(key)?.kind
    if (isTyped && (resolved.kind === 'several' || previousKind === 'dismissed'))
      repeats.forget(key)

    const isShownCodeInSight = repeats.isInSight(shownKey(), timeMs)
    if (repeats.isRepeat(key, timeMs)) {
      // With two codes in the picture, keep showing the last one.
      if (!isShownCodeInSight) showAgain(key, resolved)
      return
    }

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

    await recordSeen(key, code, resolved.kind === 'item' ? resolved.item : undefined)
  }

  const enqueue = (work: () => Promise<void>): void => {
    queue.current = queue.current.then(work)
  }

  return {
    place: places.get(placeId),
    places,
    isInside,
    findItem,
    goTo,
    lastCode,
    seenItemIds: useMemo(() => {
      const itemIds = [...facts.values()]
        .filter((fact) => isCounted(fact, stocktake))
        .map(({ itemId }) => itemId)
      return new Set(itemIds.filter((itemId) => itemId !== null))
    }, [facts, stocktake]),
    onCode: (scanned: string, isTyped = false) => {
      const now = Date.now()
      const code = sanitiseCode(scanned)
      if (code !== '') enqueue(() => handleCode(code, now, isTyped))
    },
    /** Records one of several items with the same number. */
    choose: (code: string, item: StocktakeItem) =>
      enqueue(() => recordSeen(shownKey(), code, item)),
    /** Records an item of the list as seen here, without scanning its label. */
    markSeen: (item: StocktakeItem) =>
      enqueue(() => recordSeen(keyInPlace(item.identifier), item.identifier, item, true)),
    /** Dismisses an unknown code until it is scanned again. */
    dismiss: (code: string) =>
      enqueue(async () => {
        if (!(await store(createScanFact('dismissed', code)))) return
        const dismissed: ScannedCode = { kind: 'dismissed', code }
        if (lastCode?.code === code) show(keyInPlace(code), dismissed)
        else remember(keyInPlace(code), dismissed)
      }),
    isDismissed: useMemo(() => {
      const unknown = findUnknownCodes([...facts.values()])
      return (code: string) => !unknown.has(code)
    }, [facts]),
    /** Records the condition of an item; resolves to whether it is stored. */
    noteCondition: (
      item: StocktakeItem,
      { photo, ...conditionNote }: ConditionNote,
    ): Promise<boolean> =>
      store(
        {
          ...createScanFact('condition', item.identifier, item),
          ...conditionNote,
          photo: photo !== undefined,
        },
        photo,
      ),
  }
}

type ResolvedCode = CodeMatch<StocktakeItem, PlaceInTree>

/** Excludes late facts, and unsent ones that will be late because the stocktake is closed. */
const isCounted = (fact: KnownFact, { closedAt }: Stocktake): boolean =>
  fact.kind === 'seen' && !('late' in fact) && (closedAt === '' || 'receivedAt' in fact)

export type Scanning = ReturnType<typeof useScanning>
