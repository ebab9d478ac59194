import {
  type Campaign,
  type CampaignData,
  codeDirectory,
  type FoundCode,
  isWithin,
  type Outcome,
  outcomeOf,
  type PlaceInTree,
  placeTree,
  type SentFact,
  type StocktakeItem,
} from '@vitrine/contract'
import { useMemo, useRef, useState } from 'react'
import { placeKey } from '../../session/stocktake-storage.ts'
import { newFact } from './new-fact.ts'
import type { KnownFact } from './outbox.ts'
import { makeRepeats } from './repeats.ts'
import { signal } from './signals.ts'
import type { CampaignOnPhone } from './use-campaign.ts'

/** What the last code led to. */
export interface LastCode {
  readonly kind: Outcome | 'place' | 'placeFirst' | 'several' | 'failed'
  readonly code: string
  readonly item?: StocktakeItem | undefined
  /** Those with this number, to choose from. */
  readonly several?: readonly StocktakeItem[]
}

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
  const [placeId, setPlaceId] = useState(() => Number(sessionStorage.getItem(placeKey(id))))
  // At once, unlike the state: the next code may wait already.
  const here = useRef(placeId)
  const [last, setLast] = useState<LastCode>()
  const repeats = useMemo(makeRepeats, [])
  /** What each code led to, to show it again; and the one in view. */
  const shown = useRef(new Map<string, LastCode>())
  const inView = useRef('')
  const queue = useRef(Promise.resolve())

  const show = (key: string, what: LastCode) => {
    shown.current.set(key, what)
    inView.current = key
    setLast(what)
  }

  const goTo = ({ id: next }: PlaceInTree, key = '') => {
    sessionStorage.setItem(placeKey(id), String(next))
    here.current = next
    setPlaceId(next)
    show(key, { kind: 'place', code: '' })
  }

  const factOf = (kind: SentFact['kind'], code: string, item?: StocktakeItem) =>
    newFact({ kind, code, placeId: here.current || null, itemId: item?.id ?? null, by: me })

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

  const see = async (key: string, code: string, item: StocktakeItem | undefined) => {
    const fact = factOf('seen', code, item)
    const expectation = { within, placeOf: (itemId: number) => itemOf(itemId)?.placeId ?? null }
    const before = await knownFacts().catch(() => facts)
    const kind = outcomeOf(fact, [...before.values()], expectation)
    if (await store(fact)) {
      show(key, { kind, code: fact.code, item })
      signal(kind)
    } else repeats.forget(key)
  }

  const showAgain = (key: string, found: Found) => {
    const before = shown.current.get(key)
    if (found.kind === 'place') goTo(found.place, key)
    else if (before) show(key, before)
  }

  const take = async (code: string, now: number) => {
    const found = directory.find(code)
    // In another place an object counts again.
    const key = found.kind === 'place' ? code : `${here.current} ${code}`
    // Of two codes in one picture the last stays in view.
    const staysInView = repeats.isInSight(inView.current, now)
    if (repeats.isRepeat(key, now)) {
      if (!staysInView) showAgain(key, found)
    } else if (found.kind === 'place') {
      goTo(found.place, key)
      signal('here')
    } else if (!places.get(here.current)) {
      repeats.forget(key)
      show(key, { kind: 'placeFirst', code })
      signal('failed')
    } else if (found.kind === 'several') {
      show(key, { kind: 'several', code, several: found.items })
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
      () => new Set([...facts.values()].flatMap((fact) => (isCounted(fact, campaign) && fact.itemId) || [])),
      [facts, campaign],
    ),
    onCode: (code: string) => {
      const now = Date.now()
      if (code.trim() !== '') inTurn(() => take(code, now))
    },
    /** One of several items with the same number. */
    choose: (code: string, item: StocktakeItem) => inTurn(() => see(inView.current, code, item)),
    /** Says more about an item; resolves to whether it is stored. */
    note: (item: StocktakeItem, { photo, ...said }: Said): Promise<boolean> =>
      store({ ...factOf('condition', item.identifier, item), ...said, photo: photo !== undefined }, photo),
  }
}

type Found = FoundCode<StocktakeItem, PlaceInTree>

/** A late fact does not count, nor one that will be late when it is sent. */
const isCounted = (fact: KnownFact, { closedAt }: Campaign): boolean =>
  fact.kind === 'seen' && !('late' in fact) && (closedAt === '' || 'receivedAt' in fact)

export type Scanning = ReturnType<typeof useScanning>
