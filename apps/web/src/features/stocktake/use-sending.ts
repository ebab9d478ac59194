import type { Campaign, Facts } from '@vitrine/contract'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import type { KnownFact, Outbox } from './outbox.ts'
import { fetchAgain, isRefusal, type Refused, sendFacts, sendPhotos } from './send-facts.ts'
import type { KnownFacts } from './use-known-facts.ts'

export type Connection = 'sending' | 'sent' | 'unreachable' | 'failed' | 'refused'

interface SendingParts extends Pick<KnownFacts, 'know' | 'readFacts' | 'countUnsent'> {
  readonly outbox: RefObject<Outbox | undefined>
  readonly campaignId: number
  readonly update: (box: Outbox, campaign: Campaign) => Promise<void>
  readonly onStorageGone: () => void
}

/** Sends what waits on this phone, and fetches what others have seen. All functions stay the same if those of the parts do. */
export function useSending(parts: SendingParts) {
  const { outbox, campaignId, know, readFacts, countUnsent, update, onStorageGone } = parts
  const [connection, setConnection] = useState<Connection>('sending')
  const [refusal, setRefusal] = useState('')
  const [refusedFacts, setRefusedFacts] = useState<readonly Refused[]>([])
  const [refusedPhotos, setRefusedPhotos] = useState<readonly Refused[]>([])
  const refused = useMemo(() => [...refusedFacts, ...refusedPhotos], [refusedFacts, refusedPhotos])

  const lateWhenFetched = useRef(-1)
  const exchange = useCallback(
    async (box: Outbox) => {
      let campaign: Campaign | undefined
      const onAnswer = (answer: Facts) => {
        // Photos take their time: there is reception as soon as there is an answer.
        setConnection('sending')
        know(answer.facts)
        campaign = answer.campaign
      }
      let failure: ApiError | undefined
      try {
        setRefusedFacts(await sendFacts(box, campaignId, onAnswer))
      } catch (error) {
        if (!isRefusal(error)) throw error
        failure = error
      }
      const facts = await readFacts()
      await countUnsent()
      if (
        campaign &&
        campaign.late !== countLate(facts) &&
        campaign.late !== lateWhenFetched.current
      ) {
        await fetchAgain(box, campaignId, onAnswer)
        lateWhenFetched.current = campaign.late
      }
      if (campaign) await update(box, campaign)
      const photos = await sendPhotos(box, campaignId)
      setRefusedPhotos(photos.refused)
      failure ??= photos.failure
      if (failure) throw failure
    },
    [campaignId, know, readFacts, countUnsent, update],
  )

  const sending = useRef({ now: false, again: false })
  const send = useCallback(async () => {
    const box = outbox.current
    if (!box) return
    // One at a time: what came meanwhile is sent with the next.
    sending.current.again = sending.current.now
    if (sending.current.now) return
    sending.current.now = true
    setConnection((before) => (before === 'sent' ? 'sending' : before))
    try {
      await exchange(box)
      setConnection('sent')
      setRefusal('')
    } catch (error) {
      setConnection(connectionAfter(error))
      setRefusal(isRefusal(error) ? notSent(error) : '')
    } finally {
      sending.current.now = false
      await countUnsent().catch(onStorageGone)
    }
    if (sending.current.again) void send()
  }, [outbox, exchange, countUnsent, onStorageGone])

  return {
    connection: connection === 'sent' && refused.length > 0 ? 'refused' : connection,
    /** Why the server accepts nothing. */
    refusal,
    refused,
    send,
    onFailure: useCallback((error: unknown) => setConnection(connectionAfter(error)), []),
    /** No longer lists a fact or its photo, or any at all, as refused. */
    forgetRefused: useCallback((factId?: string) => {
      const others = (before: readonly Refused[]) =>
        factId === undefined ? [] : before.filter(({ fact }) => fact.id !== factId)
      setRefusedFacts(others)
      setRefusedPhotos(others)
    }, []),
  }
}

const notSent = (error: ApiError) =>
  `What was seen could not be sent, and stays on this phone. ${error.message}`

function connectionAfter(error: unknown): Connection {
  if (isRefusal(error)) return 'refused'
  return error instanceof ApiError && error.status === 0 ? 'unreachable' : 'failed'
}

const countLate = (facts: ReadonlyMap<string, KnownFact>): number =>
  [...facts.values()].filter((fact) => 'late' in fact).length
