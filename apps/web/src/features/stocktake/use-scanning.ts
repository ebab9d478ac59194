import {
  type Campaign,
  type CampaignData,
  codeDirectory,
  type FoundCode,
  isWithin,
  outcomeOf,
  type PlaceInTree,
  placeTree,
  plainCode,
  type SentFact,
  type StocktakeItem,
  unknownCodes,
} from '@vitrine/contract'
import { useMemo, useRef } from 'react'
import { newFact } from './new-fact.ts'
import type { KnownFact } from './outbox.ts'
import { makeRepeats } from './repeats.ts'
import { signal } from './signals.ts'
import type { CampaignOnPhone } from './use-campaign.ts'
import { type LastCode, useLastCode } from './use-last-code.ts'
import { useScanPlace } from './use-scan-place.ts'

/** What is said about an item beside that it was seen. */
export type Said = Pick<SentFact, 'condition' | 'remark'> & { readonly photo?: Blob | undefined }

/** Turns codes into facts, one after the other: stored first, shown then. */
export function useScanning(
  { campaign, items, places: allPlaces, me }: CampaignData,
  { id, facts, knownFacts, add }: CampaignOnPhone,
) {
  const places = useMemo(() => placeTree(allPlaces), [allPlaces])
  const directory = useMemo(() => codeDirectory(items, places), [items, places])
  const within = isWithin(places)
  const itemOf = (itemId: number | null) => directory.item(itemId ?? 0)
  const { placeId, here, moveTo } = useScanPlace(id)
  const { last, keyInView, ledTo, remember, show } = useLastCode()
  const repeats = useMemo(makeRepeats, [])
  const queue = useRef(Promise.resolve())

  const goTo = (place: PlaceInTree, key = '') => {
    moveTo(place)
    show(key, { kind: 'place', code: '' })
  }

  /** Items that are expected here come first. */
  const sorted = (found: readonly StocktakeItem[]): StocktakeItem[] => {
    const rank = (item: StocktakeItem) => {
      if (!item.expected) return 2
      return within(item.placeId, here()) ? 0 : 1
    }
    return found.toSorted((a, b) => rank(a) - rank(b))
  }

  const factOf = (kind: SentFact['kind'], code: string, item?: StocktakeItem) =>
    newFact({ kind, code, placeId: here() || null, itemId: item?.id ?? null, by: me })

  /** Whether it is on the disk of the phone. */
  const store = async (fact: SentFact, photo?: Blob): Promise<boolean> => {
    try {
      await add([fact], photo && { factId: fact.id, itemId: fact.itemId ?? 0, photo })
      return true
    } catch {
      show('', { kind: 'failed', code: fact.code })
      signal('failed')
      return false
    }
  }

  const see = async (
    key: string,
    code: string,
    item: StocktakeItem | undefined,
    isFromList = false,
  ) => {
    const fact = factOf('seen', code, item)
    const expectation = { within, placeOf: (itemId: number) => itemOf(itemId)?.placeId ?? null }
    const before = await knownFacts().catch(() => facts)
    const kind = outcomeOf(fact, [...before.values()], expectation)
    if (await store(fact)) {
      show(key, { kind, code: fact.code, item, isFromList })
      signal(kind)
    } else repeats.forget(key)
  }

  const showAgain = (key: string, found: Found) => {
    const before = ledTo(key)
    if (found.kind === 'place') goTo(found.place, key)
    else if (before) show(key, before)
  }

  // In another place an object counts again.
  const keyHere = (code: string) => `${here()} ${code}`

  const take = async (code: string, now: number, isTyped: boolean) => {
    const found = isTyped ? directory.findTyped(code) : directory.find(code)
    const key = found.kind === 'place' ? code : keyHere(code)
    // Typing a number again is another answer to what was asked; a camera may still see the code.
    const before = ledTo(key)?.kind
    if (isTyped && (found.kind === 'several' || before === 'dismissed')) repeats.forget(key)
    // Of two codes in one picture the last stays in view.
    const staysInView = repeats.isInSight(keyInView(), now)
    if (repeats.isRepeat(key, now)) {
      if (!staysInView) showAgain(key, found)
    } else if (found.kind === 'place') {
      goTo(found.place, key)
      signal('here')
    } else if (!places.get(here())) {
      repeats.forget(key)
      show(key, { kind: 'placeFirst', code })
      signal('failed')
    } else if (found.kind === 'several') {
      show(key, { kind: 'several', code, several: sorted(found.items) })
      signal('unknown')
    } else await see(key, code, found.kind === 'item' ? found.item : undefined)
  }

  const inTurn = (work: () => Promise<void>): void => {
    queue.current = queue.current.then(work)
  }

  return {
    place: places.get(placeId),
    places,
    within,
    itemOf,
    goTo,
    last,
    seen: useMemo(
      () =>
        new Set(
          [...facts.values()].flatMap((fact) => (isCounted(fact, campaign) && fact.itemId) || []),
        ),
      [facts, campaign],
    ),
    onCode: (scanned: string, isTyped = false) => {
      const now = Date.now()
      const code = plainCode(scanned)
      if (code !== '') inTurn(() => take(code, now, isTyped))
    },
    /** Takes one of several items with the same number. */
    choose: (code: string, item: StocktakeItem) => inTurn(() => see(keyInView(), code, item)),
    /** Takes an item of the list as seen here, without its label. */
    tick: (item: StocktakeItem) =>
      inTurn(() => see(keyHere(item.identifier), item.identifier, item, true)),
    /** Says that an unknown code does not matter, until it is scanned again. */
    dismiss: (code: string) =>
      inTurn(async () => {
        if (!(await store(factOf('dismissed', code)))) return
        const dismissed: LastCode = { kind: 'dismissed', code }
        if (last?.code === code) show(keyHere(code), dismissed)
        else remember(keyHere(code), dismissed)
      }),
    isDismissed: useMemo(() => {
      const unknown = unknownCodes([...facts.values()])
      return (code: string) => !unknown.has(code)
    }, [facts]),
    /** Says more about an item; resolves to whether it is stored. */
    note: (item: StocktakeItem, { photo, ...said }: Said): Promise<boolean> =>
      store(
        { ...factOf('condition', item.identifier, item), ...said, photo: photo !== undefined },
        photo,
      ),
  }
}

type Found = FoundCode<StocktakeItem, PlaceInTree>

/** A late fact does not count, nor one that will be late when it is sent. */
const isCounted = (fact: KnownFact, { closedAt }: Campaign): boolean =>
  fact.kind === 'seen' && !('late' in fact) && (closedAt === '' || 'receivedAt' in fact)

export type Scanning = ReturnType<typeof useScanning>
