import type { StocktakeData, SubmittedFact } from '@vitrine/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { forgetScanPlaces } from '../../session/stocktake-storage.ts'
import { cachePictures, cacheScreen } from './offline-cache.ts'
import { type KnownFact, type Outbox, openOutbox, type UnsentPhoto } from './outbox.ts'
import type { RefusedUpload } from './send-facts.ts'
import { useKnownFacts } from './use-known-facts.ts'
import { type ConnectionState, useSending } from './use-sending.ts'
import { useShownStocktake } from './use-shown-stocktake.ts'

/** How often facts of other phones are fetched while the screen is visible. */
const pollMs = 10_000

interface OfflineSupport {
  readonly screen: boolean
  readonly pictures: number
}

/** A stocktake on this phone, with or without a connection. */
export interface StocktakeOnPhone {
  readonly id: number
  readonly data: StocktakeData | undefined
  /** Facts by id, of this phone and others; this phone's own appear at once. */
  readonly facts: ReadonlyMap<string, KnownFact>
  /** Number of unsent facts and photos. */
  readonly unsent: number
  /** Ids of the facts with unsent photos. */
  readonly unsentPhotos: ReadonlySet<string>
  /** Facts and photos that the server refuses. They count as unsent. */
  readonly refused: readonly RefusedUpload[]
  readonly connection: ConnectionState
  /** A message for staff about the storage or the server; '' if there is no problem. */
  readonly problem: string
  /** Null until it is known. */
  readonly offline: OfflineSupport | null
  /** Resolves once the facts are on the phone's disk; rejects if they could not be stored. */
  readonly add: (facts: readonly SubmittedFact[], photo?: UnsentPhoto) => Promise<void>
  /** Removes a refused fact or photo from the phone. */
  readonly remove: (refused: RefusedUpload) => Promise<void>
  readonly send: () => void
  /** Resolves to all facts, including those that another tab has just added. */
  readonly refreshFacts: () => Promise<ReadonlyMap<string, KnownFact>>
  readonly listUnsentFacts: () => Promise<readonly SubmittedFact[]>
}

const storageFullMessage =
  'This phone could not store the last scan: it was NOT counted. Please free some memory, then scan it again.'
const storageLostMessage =
  'The browser has closed its storage. Please reload this page before you continue.'
const dataDeletedMessage =
  'The browser has deleted the data of this screen, for instance because you logged out in another tab. Please reload this page.'

function formatLostFacts(count: number): string {
  const scans = count === 1 ? '1 scan that was' : `${count} scans that were`
  return `The browser has deleted its storage, and with it ${scans} not yet sent. Please scan these objects again.`
}

export function useStocktake(stocktakeId: number, owner: string): StocktakeOnPhone {
  const outboxRef = useRef<Outbox>(undefined)
  const [problem, setProblem] = useState('')
  const [offline, setOffline] = useState<OfflineSupport | null>(null)
  const onStorageLost = useCallback(() => setProblem(storageLostMessage), [])
  const { data, show, update } = useShownStocktake(stocktakeId)
  const knownFacts = useKnownFacts(outboxRef, stocktakeId, owner)
  const { addFacts, refreshFacts, countUnsent, removeFact, clearFacts } = knownFacts

  const sending = useSending({
    outboxRef,
    stocktakeId,
    addFacts,
    refreshFacts,
    countUnsent,
    update,
    onStorageLost,
  })

  const { send, onFailure, forgetRefused } = sending

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onDeleted = () => {
      outboxRef.current = undefined
      clearFacts()
      forgetRefused()
      show(undefined)
      setProblem(dataDeletedMessage)
      forgetScanPlaces()
    }
    const start = async () => {
      try {
        const outbox = await openOutbox(owner, { onLost: onStorageLost, onDeleted })
        if (signal.aborted) return outbox.close()
        signal.addEventListener('abort', () => outbox.close())
        outboxRef.current = outbox
        const lostCount = await outbox.countLost()
        if (lostCount > 0) setProblem(formatLostFacts(lostCount))
        await refreshFacts()
        await countUnsent()

        const storedData = await outbox.findStocktake(stocktakeId)
        if (storedData) show(storedData)
        const fetched = await fetchStocktake(stocktakeId, signal).catch((error) => {
          if (!storedData) throw error
        })
        if (fetched) {
          show(fetched)
          await outbox.saveStocktake(fetched)
        }

        void send()

        const screen = await cacheScreen()
        setOffline({ screen, pictures: 0 })
        const items = (fetched ?? storedData)?.items ?? []
        if (screen)
          await cachePictures(owner, items, (pictures) => setOffline({ screen, pictures }), signal)
      } catch (error) {
        if (signal.aborted) return
        onFailure(error)
        setProblem(error instanceof ApiError ? error.message : storageLostMessage)
      }
    }
    void start()
    return () => controller.abort()
  }, [
    stocktakeId,
    owner,
    refreshFacts,
    countUnsent,
    show,
    send,
    onFailure,
    onStorageLost,
    clearFacts,
    forgetRefused,
  ])

  useRegularSending(send)

  const add = useCallback(
    async (newFacts: readonly SubmittedFact[], photo?: UnsentPhoto) => {
      try {
        if (!outboxRef.current) throw new Error('The outbox is not open.')
        await outboxRef.current.addFacts(stocktakeId, newFacts, photo)
      } catch (error) {
        setProblem(storageFullMessage)
        throw error
      }

      setProblem((before) => (before === storageFullMessage ? '' : before))
      addFacts(newFacts)
      await countUnsent()
      void send()
    },
    [stocktakeId, addFacts, countUnsent, send],
  )

  const remove = useCallback(
    async ({ fact, what }: RefusedUpload) => {
      const outbox = outboxRef.current
      if (!outbox) return setProblem(storageLostMessage)
      if (what === 'photo') await outbox.removePhoto(fact.id)
      else {
        await outbox.removeFact(fact.id)
        removeFact(fact.id)
      }
      forgetRefused(fact.id)
      await countUnsent()
    },
    [removeFact, forgetRefused, countUnsent],
  )

  return {
    id: stocktakeId,
    data,
    facts: knownFacts.facts,
    unsent: knownFacts.unsent,
    unsentPhotos: knownFacts.unsentPhotos,
    refused: sending.refused,
    connection: sending.connection,
    problem: problem || sending.refusal,
    offline,
    add,
    remove,
    send: useCallback(() => void send(), [send]),
    refreshFacts,
    listUnsentFacts: useCallback(
      async () => (await outboxRef.current?.listUnsentFacts(stocktakeId)) ?? [],
      [stocktakeId],
    ),
  }
}

const fetchStocktake = (id: number, signal: AbortSignal): Promise<StocktakeData> =>
  call('GET /stocktake/:id', { params: { id } }, { signal })

/** Sends while the screen is visible: regularly, when it becomes visible, and when back online. */
function useRegularSending(send: () => Promise<void>): void {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const sendIfVisible = () => document.visibilityState === 'visible' && void send()
    const timer = setInterval(sendIfVisible, pollMs)
    window.addEventListener('online', send, { signal })
    document.addEventListener('visibilitychange', sendIfVisible, { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [send])
}
