import type { StocktakeData, SubmittedFact } from '@vitrine/contract'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { forgetScanPlaces } from '../../session/stocktake-storage.ts'
import { cachePictures, cacheScreen } from './offline-cache.ts'
import { type KnownFact, type Outbox, openOutbox, type UnsentPhoto } from './outbox.ts'
import type { RefusedUpload } from './send-facts.ts'
import { type KnownFacts, useKnownFacts } from './use-known-facts.ts'
import { type ConnectionState, useSending } from './use-sending.ts'
import { useShownStocktake } from './use-shown-stocktake.ts'

/** Interval at which facts are sent, and those of other phones fetched, on a visible screen. */
const pollMs = 10_000

/** What is stored on this phone for use without reception. */
interface OfflineSupport {
  /** Whether the code of the screen is stored. */
  readonly screen: boolean
  /** Number of stored pictures. */
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
  const onStorageLost = useCallback(() => setProblem(storageLostMessage), [])
  const { data, show, update } = useShownStocktake(stocktakeId)
  const knownFacts = useKnownFacts(outboxRef, stocktakeId, owner)
  const { addFacts, refreshFacts, countUnsent } = knownFacts

  const sending = useSending({
    outboxRef,
    stocktakeId,
    addFacts,
    refreshFacts,
    countUnsent,
    update,
    onStorageLost,
  })

  const parts = { outboxRef, stocktakeId, owner, knownFacts, sending, setProblem }
  const offline = useStartOnPhone({ ...parts, show, onStorageLost })
  useRegularSending(sending.send)

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
    ...useFactChanges(parts),
    send: useCallback(() => void sending.send(), [sending.send]),
    refreshFacts,
    listUnsentFacts: useCallback(
      async () => (await outboxRef.current?.listUnsentFacts(stocktakeId)) ?? [],
      [stocktakeId],
    ),
  }
}

interface StocktakeParts {
  readonly outboxRef: RefObject<Outbox | undefined>
  readonly stocktakeId: number
  readonly owner: string
  readonly knownFacts: KnownFacts
  readonly sending: ReturnType<typeof useSending>
  readonly setProblem: Dispatch<SetStateAction<string>>
}

interface StartOptions extends StocktakeParts {
  readonly show: (data: StocktakeData | undefined) => void
  readonly onStorageLost: () => void
}

/**
 * Opens the outbox, shows the stored stocktake and then the server's, sends, and stores the screen
 * and its pictures for use without reception. Returns what is stored so far.
 */
function useStartOnPhone(options: StartOptions): OfflineSupport | null {
  const { outboxRef, stocktakeId, owner, knownFacts, sending, show } = options
  const { setProblem, onStorageLost } = options
  const { refreshFacts, countUnsent, clearFacts } = knownFacts
  const { send, onFailure, forgetRefused } = sending
  const [offline, setOffline] = useState<OfflineSupport | null>(null)

  const onDeleted = useCallback(() => {
    outboxRef.current = undefined
    clearFacts()
    forgetRefused()
    show(undefined)
    setProblem(dataDeletedMessage)
    forgetScanPlaces()
  }, [outboxRef, clearFacts, forgetRefused, show, setProblem])

  const loadData = useCallback(
    async (outbox: Outbox, signal: AbortSignal) => {
      const storedData = await outbox.findStocktake(stocktakeId)
      if (storedData) show(storedData)
      const fetchedData = await fetchStocktake(stocktakeId, signal).catch((error) => {
        // If fetching fails, the stored stocktake is shown.
        if (!storedData) throw error
      })
      if (fetchedData) {
        show(fetchedData)
        await outbox.saveStocktake(fetchedData)
      }

      return fetchedData ?? storedData
    },
    [stocktakeId, show],
  )

  const start = useCallback(
    async (signal: AbortSignal) => {
      const outbox = await openOutbox(owner, { onLost: onStorageLost, onDeleted })
      if (signal.aborted) return outbox.close()
      signal.addEventListener('abort', () => outbox.close())
      outboxRef.current = outbox

      const lostCount = await outbox.countLost()
      if (lostCount > 0) setProblem(formatLostFacts(lostCount))
      await refreshFacts()
      await countUnsent()

      const data = await loadData(outbox, signal)
      void send()

      const screen = await cacheScreen()
      setOffline({ screen, pictures: 0 })
      if (!screen) return
      const onProgress = (pictures: number) => setOffline({ screen, pictures })
      await cachePictures(owner, data?.items ?? [], onProgress, signal)
    },
    [
      outboxRef,
      owner,
      refreshFacts,
      countUnsent,
      loadData,
      send,
      onStorageLost,
      onDeleted,
      setProblem,
    ],
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    start(signal).catch((error) => {
      if (signal.aborted) return
      onFailure(error)
      setProblem(error instanceof ApiError ? error.message : storageLostMessage)
    })
    return () => controller.abort()
  }, [start, onFailure, setProblem])

  return offline
}

/** Adds facts to the outbox, and removes those that the server refuses. */
function useFactChanges({
  outboxRef,
  stocktakeId,
  knownFacts,
  sending,
  setProblem,
}: StocktakeParts): Pick<StocktakeOnPhone, 'add' | 'remove'> {
  const { addFacts, countUnsent, removeFact } = knownFacts
  const { send, forgetRefused } = sending

  const add = useCallback(
    async (newFacts: readonly SubmittedFact[], photo?: UnsentPhoto) => {
      try {
        if (!outboxRef.current) throw new Error('The outbox is not open.')
        await outboxRef.current.addFacts(stocktakeId, newFacts, photo)
      } catch (error) {
        setProblem(storageFullMessage)
        throw error
      }

      // There is space again; other problems remain.
      setProblem((problem) => (problem === storageFullMessage ? '' : problem))
      addFacts(newFacts)
      await countUnsent()
      void send()
    },
    [outboxRef, stocktakeId, addFacts, countUnsent, send, setProblem],
  )

  const remove = useCallback(
    async ({ fact, what }: RefusedUpload) => {
      const outbox = outboxRef.current
      if (!outbox) return setProblem(storageLostMessage)
      if (what === 'photo') {
        await outbox.removePhoto(fact.id)
      } else {
        await outbox.removeFact(fact.id)
        removeFact(fact.id)
      }

      forgetRefused(fact.id)
      await countUnsent()
    },
    [outboxRef, removeFact, forgetRefused, countUnsent, setProblem],
  )

  return { add, remove }
}

const fetchStocktake = (id: number, signal: AbortSignal): Promise<StocktakeData> =>
  call('GET /stocktake/:id', { params: { id } }, { signal })

/** Sends regularly while the screen is visible, once it becomes visible, and once back online. */
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
