import type { FactsPage, Stocktake } from '@vitrine/contract'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import type { KnownFact, Outbox } from './outbox.ts'
import {
  isPermanentRefusal,
  type RefusedUpload,
  refetchFacts,
  sendFacts,
  sendPhotos,
} from './send-facts.ts'
import type { KnownFacts } from './use-known-facts.ts'

export type ConnectionState = 'sending' | 'sent' | 'unreachable' | 'failed' | 'refused'

interface SendingOptions extends Pick<KnownFacts, 'addFacts' | 'refreshFacts' | 'countUnsent'> {
  readonly outboxRef: RefObject<Outbox | undefined>
  readonly stocktakeId: number
  readonly update: (outbox: Outbox, stocktake: Stocktake) => Promise<void>
  readonly onStorageLost: () => void
}

/**
 * Sends this phone's unsent facts and fetches those of others. The returned functions are stable if
 * those passed in are.
 */
export function useSending(options: SendingOptions) {
  const { outboxRef, stocktakeId, addFacts, refreshFacts, countUnsent, update, onStorageLost } =
    options
  const [connection, setConnection] = useState<ConnectionState>('sending')
  const [refusal, setRefusal] = useState('')
  const [refusedFacts, setRefusedFacts] = useState<readonly RefusedUpload[]>([])
  const [refusedPhotos, setRefusedPhotos] = useState<readonly RefusedUpload[]>([])
  const refused = useMemo(() => [...refusedFacts, ...refusedPhotos], [refusedFacts, refusedPhotos])

  /** The server's number of late facts when all were last fetched again; -1 before. */
  const lateCountAtRefetch = useRef(-1)

  const syncWithServer = useCallback(
    async (outbox: Outbox) => {
      let stocktake: Stocktake | undefined
      const onAnswer = (answer: FactsPage) => {
        // Any answer means that there is reception, even while photos are still being sent.
        setConnection('sending')
        addFacts(answer.facts)
        stocktake = answer.campaign
      }
      let failure: ApiError | undefined
      try {
        setRefusedFacts(await sendFacts(outbox, stocktakeId, onAnswer))
      } catch (error) {
        if (!isPermanentRefusal(error)) throw error
        failure = error
      }

      const facts = await refreshFacts()
      await countUnsent()
      if (stocktake) {
        const isLateCountNew =
          stocktake.late !== countLate(facts) && stocktake.late !== lateCountAtRefetch.current
        if (isLateCountNew) {
          await refetchFacts(outbox, stocktakeId, onAnswer)
          lateCountAtRefetch.current = stocktake.late
        }
        await update(outbox, stocktake)
      }

      const photos = await sendPhotos(outbox, stocktakeId)
      setRefusedPhotos(photos.refused)
      failure ??= photos.failure
      if (failure) throw failure
    },
    [stocktakeId, addFacts, refreshFacts, countUnsent, update],
  )

  const sending = useRef({ isRunning: false, isQueued: false })

  const send = useCallback(async () => {
    const outbox = outboxRef.current
    if (!outbox) return
    // Only one run at a time; facts that were added meanwhile are sent by another run.
    sending.current.isQueued = sending.current.isRunning
    if (sending.current.isRunning) return
    sending.current.isRunning = true
    setConnection((state) => (state === 'sent' ? 'sending' : state))
    try {
      await syncWithServer(outbox)
      setConnection('sent')
      setRefusal('')
    } catch (error) {
      setConnection(toConnectionState(error))
      setRefusal(isPermanentRefusal(error) ? formatRefusal(error) : '')
    } finally {
      sending.current.isRunning = false
      await countUnsent().catch(onStorageLost)
    }

    if (sending.current.isQueued) void send()
  }, [outboxRef, syncWithServer, countUnsent, onStorageLost])

  return {
    connection: connection === 'sent' && refused.length > 0 ? 'refused' : connection,
    /** The message if the server refuses to accept anything; otherwise ''. */
    refusal,
    refused,
    send,
    onFailure: useCallback((error: unknown) => setConnection(toConnectionState(error)), []),
    /** Drops a fact and its photo, or everything, from the list of refused uploads. */
    forgetRefused: useCallback((factId?: string) => {
      const withoutFact = (uploads: readonly RefusedUpload[]) =>
        factId === undefined ? [] : uploads.filter(({ fact }) => fact.id !== factId)
      setRefusedFacts(withoutFact)
      setRefusedPhotos(withoutFact)
    }, []),
  }
}

const formatRefusal = (error: ApiError) =>
  `Scans could not be sent and stay on this phone. ${error.message}`

function toConnectionState(error: unknown): ConnectionState {
  if (isPermanentRefusal(error)) return 'refused'
  return error instanceof ApiError && error.status === 0 ? 'unreachable' : 'failed'
}

const countLate = (facts: ReadonlyMap<string, KnownFact>): number =>
  [...facts.values()].filter((fact) => 'late' in fact).length
