import { type RefObject, useCallback, useRef, useState } from 'react'
import { unsentCount } from '../../session/stocktake-storage.ts'
import type { KnownFact, Outbox } from './outbox.ts'

/** What this phone and others have seen, and how much of it waits to be sent. All functions stay the same. */
export function useKnownFacts(
  outbox: RefObject<Outbox | undefined>,
  campaignId: number,
  owner: string,
) {
  const [facts, setFacts] = useState<ReadonlyMap<string, KnownFact>>(new Map())
  // Until the outbox is open: what it held when it was last written.
  const [unsent, setUnsent] = useState(() => unsentCount.read(owner))
  const [unsentPhotos, setUnsentPhotos] = useState<ReadonlySet<string>>(new Set())

  // At once, unlike the state: the next code may wait already, and must be compared with the last one.
  const known = useRef(facts)
  const replace = useCallback((next: ReadonlyMap<string, KnownFact>) => {
    known.current = next
    setFacts(next)
  }, [])

  const know = useCallback(
    (more: readonly KnownFact[]) => {
      if (more.length === 0) return
      replace(new Map([...known.current, ...more.map((fact) => [fact.id, fact] as const)]))
    },
    [replace],
  )

  return {
    facts,
    unsent,
    unsentPhotos,
    know,

    /** All facts, also those that another tab has just added. */
    readFacts: useCallback(async () => {
      const box = outbox.current
      if (box && (await box.factCount(campaignId)) > known.current.size)
        know(await box.facts(campaignId))
      return known.current
    }, [outbox, campaignId, know]),

    countUnsent: useCallback(async () => {
      const pending = await outbox.current?.pending(campaignId)
      if (!pending) return
      setUnsent(pending.count)
      setUnsentPhotos(pending.photosOf)
    }, [outbox, campaignId]),

    forget: useCallback(
      (factId: string) => replace(new Map([...known.current].filter(([id]) => id !== factId))),
      [replace],
    ),

    forgetAll: useCallback(() => {
      replace(new Map())
      setUnsent(0)
      setUnsentPhotos(new Set())
    }, [replace]),
  }
}

export type KnownFacts = ReturnType<typeof useKnownFacts>
