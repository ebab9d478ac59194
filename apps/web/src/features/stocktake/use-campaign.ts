import type { CampaignData, SentFact } from '@vitrine/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { keepPictures, keepScreen } from './keep-offline.ts'
import { type KeptPhoto, type KnownFact, type Outbox, openOutbox } from './outbox.ts'
import { sendFacts, sendPhotos } from './send-facts.ts'

/** How often others' facts are fetched while the screen is in sight. */
const pollMs = 10_000

interface Kept {
  readonly screen: boolean
  readonly pictures: number
}

/** A campaign as this phone has it, online or not. */
export interface CampaignOnPhone {
  readonly id: number
  readonly data: CampaignData | undefined
  /** What this phone and others have seen; this phone's own at once. */
  readonly facts: ReadonlyMap<string, KnownFact>
  /** How many facts and photos wait to be sent. */
  readonly unsent: number
  readonly connection: 'sending' | 'sent' | 'unreachable'
  /** What is wrong with the storage or the server, for staff. */
  readonly problem: string
  /** What works without reception; null until it is known. */
  readonly kept: Kept | null
  /** Resolves once the facts are on the disk of the phone; rejects where they are not. */
  readonly add: (facts: readonly SentFact[], photo?: KeptPhoto) => Promise<void>
  readonly send: () => void
  readonly unsentFacts: () => Promise<readonly SentFact[]>
}

const noRoom =
  'This phone could not store the last scan: it was NOT counted. Please free some memory, then scan it again.'
const storageGone = 'The browser has closed its storage. Please load this page again before you go on.'
const lostFacts = (count: number) =>
  `The browser has deleted its storage, and with it ${count} ${count === 1 ? 'scan that was' : 'scans that were'} not yet sent. Please scan these objects again.`

export function useCampaign(campaignId: number, owner: string): CampaignOnPhone {
  const outbox = useRef<Outbox>(undefined)
  const [data, setData] = useState<CampaignData>()
  const [facts, setFacts] = useState<ReadonlyMap<string, KnownFact>>(new Map())
  const [unsent, setUnsent] = useState(0)
  const [connection, setConnection] = useState<CampaignOnPhone['connection']>('sending')
  const [problem, setProblem] = useState('')
  const [kept, setKept] = useState<Kept | null>(null)

  const know = useCallback((more: readonly KnownFact[]) => {
    if (more.length > 0) setFacts((before) => new Map([...before, ...more.map((fact) => [fact.id, fact] as const)]))
  }, [])

  const count = useCallback(async () => {
    const box = outbox.current
    if (box) setUnsent((await box.unsent(campaignId)).length + (await box.photos()).length)
  }, [campaignId])

  const sending = useRef({ now: false, again: false })
  const send = useCallback(async () => {
    const box = outbox.current
    if (!box) return
    // One at a time: what came meanwhile goes with the next.
    sending.current.again = sending.current.now
    if (sending.current.now) return
    sending.current.now = true
    setConnection((before) => (before === 'unreachable' ? before : 'sending'))
    try {
      await sendFacts(box, campaignId, ({ campaign, facts: received }) => {
        know(received)
        setData((before) => before && { ...before, campaign })
      })
      await sendPhotos(box)
      setConnection('sent')
      setProblem((before) => (before === noRoom || before === storageGone ? before : ''))
    } catch (error) {
      setConnection('unreachable')
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401)
        setProblem(`What was seen could not be sent, and stays on this phone. ${error.message}`)
    } finally {
      sending.current.now = false
      await count().catch(() => setProblem(storageGone))
    }
    if (sending.current.again) void send()
  }, [campaignId, know, count])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void (async () => {
      try {
        const box = await openOutbox(owner, () => setProblem(storageGone))
        if (signal.aborted) return box.close()
        signal.addEventListener('abort', () => box.close())
        outbox.current = box
        const lost = await box.lost()
        if (lost > 0) setProblem(lostFacts(lost))
        know(await box.facts(campaignId))
        const before = await box.campaign(campaignId)
        if (before) setData(before)
        await count()
        const fresh = await call('GET /stocktake/:id', { params: { id: campaignId } }, { signal }).catch((error) => {
          if (!before) throw error
        })
        if (fresh) {
          setData(fresh)
          await box.keepCampaign(fresh)
        }
        void send()
        const screen = await keepScreen()
        setKept({ screen, pictures: 0 })
        const pictures = (how: number) => setKept({ screen, pictures: how })
        if (fresh && screen) pictures(await keepPictures(fresh.items, pictures, signal))
      } catch (error) {
        if (signal.aborted) return
        setConnection('unreachable')
        setProblem(error instanceof ApiError ? error.message : storageGone)
      }
    })()
    const whenVisible = () => document.visibilityState === 'visible' && void send()
    const timer = setInterval(whenVisible, pollMs)
    window.addEventListener('online', send, { signal })
    document.addEventListener('visibilitychange', whenVisible, { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [campaignId, owner, know, count, send])

  const add = useCallback(
    async (more: readonly SentFact[], photo?: KeptPhoto) => {
      try {
        if (!outbox.current) throw new Error('The outbox is not open.')
        await outbox.current.add(campaignId, more, photo)
      } catch (error) {
        setProblem(noRoom)
        throw error
      }
      setProblem((before) => (before === noRoom ? '' : before))
      know(more)
      await count()
      void send()
    },
    [campaignId, know, count, send],
  )

  return {
    id: campaignId,
    data,
    facts,
    unsent,
    connection,
    problem,
    kept,
    add,
    send: useCallback(() => void send(), [send]),
    unsentFacts: useCallback(async () => (await outbox.current?.unsent(campaignId)) ?? [], [campaignId]),
  }
}
