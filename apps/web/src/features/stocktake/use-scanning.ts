import {
  type CampaignData,
  codeDirectory,
  isWithin,
  type Outcome,
  outcomeOf,
  type PlaceInTree,
  placeTree,
  type SentFact,
  type StocktakeItem,
} from '@vitrine/contract'
import { useMemo, useRef, useState } from 'react'
import { newFact } from './new-fact.ts'
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

const placeKey = (campaignId: number) => `vitrine stocktake place ${campaignId}`

/** Turns codes into facts, one after the other: stored first, shown then. */
export function useScanning({ items, places: known, me }: CampaignData, { id, facts, add }: CampaignOnPhone) {
  const places = useMemo(() => placeTree(known), [known])
  const directory = useMemo(() => codeDirectory(items, places), [items, places])
  const within = isWithin(places)
  const itemOf = (itemId: number | null) => directory.item(itemId ?? 0)
  const [placeId, setPlaceId] = useState(() => Number(sessionStorage.getItem(placeKey(id))))
  // At once, unlike the state: the next code may wait already.
  const here = useRef(placeId)
  const [last, setLast] = useState<LastCode>()
  const repeats = useMemo(makeRepeats, [])
  // A code may come before the last one is stored, and must be compared with it.
  const before = useRef(facts)
  before.current = facts
  const queue = useRef(Promise.resolve())

  const goTo = ({ id: next }: PlaceInTree) => {
    sessionStorage.setItem(placeKey(id), String(next))
    here.current = next
    setPlaceId(next)
    setLast({ kind: 'place', code: '' })
  }

  const factOf = (kind: SentFact['kind'], code: string, item?: StocktakeItem) =>
    newFact({ kind, code, placeId: here.current || null, itemId: item?.id ?? null, by: me })

  /** Whether it is on the disk of the phone. */
  const store = async (fact: SentFact, photo?: Blob): Promise<boolean> => {
    try {
      await add([fact], photo && { factId: fact.id, itemId: fact.itemId ?? 0, photo })
      return true
    } catch {
      repeats.forget(fact.code)
      setLast({ kind: 'failed', code: fact.code })
      signal('failed')
      return false
    }
  }

  const see = async (code: string, item: StocktakeItem | undefined) => {
    const fact = factOf('seen', code, item)
    const expectation = { within, placeOf: (itemId: number) => itemOf(itemId)?.placeId ?? null }
    const kind = outcomeOf(fact, [...before.current.values()], expectation)
    if (!(await store(fact))) return
    before.current = new Map([...before.current, [fact.id, fact]])
    setLast({ kind, code: fact.code, item })
    signal(kind)
  }

  const take = async (code: string) => {
    const found = directory.find(code)
    if (found.kind === 'place') {
      goTo(found.place)
      signal('here')
    } else if (!places.get(here.current)) {
      repeats.forget(code)
      setLast({ kind: 'placeFirst', code })
      signal('failed')
    } else if (found.kind === 'several') {
      setLast({ kind: 'several', code, several: found.items })
      signal('unknown')
    } else await see(code, found.kind === 'item' ? found.item : undefined)
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
      () => new Set([...facts.values()].flatMap((fact) => (fact.kind === 'seen' && fact.itemId) || [])),
      [facts],
    ),
    onCode: (code: string) => {
      if (code.trim() !== '' && !repeats.isRepeat(code, Date.now())) inTurn(() => take(code))
    },
    /** One of several items with the same number. */
    choose: (code: string, item: StocktakeItem) => inTurn(() => see(code, item)),
    /** Says more about an item; resolves to whether it is stored. */
    note: (item: StocktakeItem, { photo, ...said }: Said): Promise<boolean> =>
      store({ ...factOf('condition', item.identifier, item), ...said, photo: photo !== undefined }, photo),
  }
}

export type Scanning = ReturnType<typeof useScanning>
