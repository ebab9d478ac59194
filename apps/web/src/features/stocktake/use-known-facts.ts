import { type RefObject, useCallback, useRef, useState } from 'react'
import { unsentCount } from '../../session/stocktake-storage.ts'
import type { KnownFact, Outbox } from './outbox.ts'

/**
 * The facts of this phone and of others, and how many are unsent. The returned functions are
 * stable.
 */
export function useKnownFacts(
  outboxRef: RefObject<Outbox | undefined>,
  stocktakeId: number,
  owner: string,
) {
  const [facts, setFacts] = useState<ReadonlyMap<string, KnownFact>>(new Map())
  // Until the outbox is open, show the count of its last write.
  const [unsent, setUnsent] = useState(() => unsentCount.read(owner))
  const [unsentPhotos, setUnsentPhotos] = useState<ReadonlySet<string>>(new Set())

  // Unlike the state, the ref changes at once: the next code may be queued and must be compared
  // with the latest fact.
  const latestFacts = useRef(facts)

  const replaceFacts = useCallback((updatedFacts: ReadonlyMap<string, KnownFact>) => {
    latestFacts.current = updatedFacts
    setFacts(updatedFacts)
  }, [])

  const addFacts = useCallback(
    (newFacts: readonly KnownFact[]) => {
      if (newFacts.length === 0) return
      replaceFacts(
        new Map([...latestFacts.current, ...newFacts.map((fact) => [fact.id, fact] as const)]),
      )
    },
    [replaceFacts],
  )

  return {
    facts,
    unsent,
    unsentPhotos,
    addFacts,

    /** Resolves to all facts, including those that another tab has just added. */
    refreshFacts: useCallback(async () => {
      const outbox = outboxRef.current
      if (outbox && (await outbox.countFacts(stocktakeId)) > latestFacts.current.size)
        addFacts(await outbox.listFacts(stocktakeId))
      return latestFacts.current
    }, [outboxRef, stocktakeId, addFacts]),

    countUnsent: useCallback(async () => {
      const pending = await outboxRef.current?.countPending(stocktakeId)
      if (!pending) return
      setUnsent(pending.count)
      setUnsentPhotos(pending.photoFactIds)
    }, [outboxRef, stocktakeId]),

    removeFact: useCallback(
      (factId: string) =>
        replaceFacts(new Map([...latestFacts.current].filter(([id]) => id !== factId))),
      [replaceFacts],
    ),

    clearFacts: useCallback(() => {
      replaceFacts(new Map())
      setUnsent(0)
      setUnsentPhotos(new Set())
    }, [replaceFacts]),
  }
}

export type KnownFacts = ReturnType<typeof useKnownFacts>
