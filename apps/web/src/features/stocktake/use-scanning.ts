import {
  codeDirectory,
  findCode,
  isWithin,
  type Outcome,
  outcomeOf,
  placeTree,
  type SentFact,
  type StocktakeItem,
  type StocktakePlace,
} from '@vitrine/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { newFact } from './new-fact.ts'
import type { KeptPhoto } from './outbox.ts'
import { makeRepeats } from './repeats.ts'
import { signal } from './signals.ts'
import type { CampaignOnPhone } from './use-campaign.ts'

/** What the last code led to. */
export type Result =
  | { readonly kind: 'place'; readonly place: StocktakePlace }
  | { readonly kind: 'placeFirst'; readonly code: string }
  | { readonly kind: 'several'; readonly code: string; readonly items: readonly StocktakeItem[] }
  | { readonly kind: 'seen'; readonly outcome: Outcome; readonly code: string; readonly item: StocktakeItem | null }
  | { readonly kind: 'failed'; readonly code: string }

const placeKey = (campaignId: number) => `vitrine stocktake place ${campaignId}`

/** Turns codes into facts, one after the other: stored first, shown then. */
export function useScanning(campaignId: number, { data, facts, add }: CampaignOnPhone) {
  const directory = useMemo(() => codeDirectory(data?.items ?? [], data?.places ?? []), [data?.items, data?.places])
  const places = useMemo(() => placeTree(data?.places ?? []), [data?.places])
  const expectation = useMemo(
    () => ({
      within: isWithin(places),
      placeOf: (itemId: number) => directory.item(itemId)?.placeId ?? null,
    }),
    [places, directory],
  )
  const [placeId, setPlaceId] = useState(() => Number(sessionStorage.getItem(placeKey(campaignId))))
  const place = directory.place(placeId)
  const [result, setResult] = useState<Result>()
  const repeats = useMemo(makeRepeats, [])
  // A code may come before the last one is stored, and must be compared with it.
  const before = useRef(facts)
  before.current = facts
  const queue = useRef(Promise.resolve())

  const goTo = useCallback(
    (next: StocktakePlace) => {
      sessionStorage.setItem(placeKey(campaignId), String(next.id))
      setPlaceId(next.id)
      setResult({ kind: 'place', place: next })
    },
    [campaignId],
  )

  const store = async (fact: SentFact, photo?: KeptPhoto): Promise<boolean> => {
    try {
      await add([fact], photo)
      return true
    } catch {
      repeats.forget(fact.code)
      setResult({ kind: 'failed', code: fact.code })
      signal('failed')
      return false
    }
  }

  const by = data?.me ?? ''
  const see = async (code: string, item: StocktakeItem | null, at: StocktakePlace) => {
    const fact = newFact({ kind: 'seen', placeId: at.id, code, itemId: item?.id ?? null, by })
    const outcome = outcomeOf(fact, [...before.current.values()], expectation)
    if (!(await store(fact))) return
    before.current = new Map([...before.current, [fact.id, fact]])
    setResult({ kind: 'seen', outcome, code: fact.code, item })
    signal(outcome)
  }

  const take = async (code: string) => {
    const found = findCode(code, directory)
    if (found.kind === 'place') {
      goTo(found.place)
      signal('here')
    } else if (!place) {
      repeats.forget(code)
      setResult({ kind: 'placeFirst', code })
      signal('failed')
    } else if (found.kind === 'several') {
      setResult({ kind: 'several', code, items: found.items })
      signal('unknown')
    } else await see(code, found.kind === 'item' ? found.item : null, place)
  }

  const inTurn = (work: () => Promise<void>): void => {
    queue.current = queue.current.then(work)
  }

  return {
    ...{ place, places, goTo, result, directory, expectation },
    onCode: (code: string) => {
      if (code.trim() !== '' && !repeats.isRepeat(code, Date.now())) inTurn(() => take(code))
    },
    /** One of several items with the same number. */
    choose: (code: string, item: StocktakeItem) => place && inTurn(() => see(code, item, place)),
    /** Says more about an item; resolves to whether it is stored. */
    note: (item: StocktakeItem, said: Pick<SentFact, 'condition' | 'remark'>, photo: Blob | null): Promise<boolean> => {
      const fact = newFact({
        ...{ kind: 'condition', placeId: place?.id ?? null, code: item.identifier, itemId: item.id, by },
        ...{ ...said, photo: photo !== null },
      })
      return store(fact, photo ? { factId: fact.id, itemId: item.id, photo } : undefined)
    },
  }
}

export type Scanning = ReturnType<typeof useScanning>
