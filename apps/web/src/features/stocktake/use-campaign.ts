import type { Campaign, CampaignData, Facts, SentFact } from '@vitrine/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { forgetPlaces, unsentCount } from '../../session/stocktake-storage.ts'
import { keepPictures, keepScreen } from './keep-offline.ts'
import { type KeptPhoto, type KnownFact, type Outbox, openOutbox } from './outbox.ts'
import { fetchAgain, isRefusal, type Refused, sendFacts, sendPhotos } from './send-facts.ts'

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
  /** The facts whose photos wait to be sent. */
  readonly unsentPhotos: ReadonlySet<string>
  /** Facts and photos that the server does not accept. They are among the unsent. */
  readonly refused: readonly Refused[]
  readonly connection: 'sending' | 'sent' | 'unreachable' | 'failed' | 'refused'
  /** What is wrong with the storage or the server, for staff. */
  readonly problem: string
  /** What works without reception; null until it is known. */
  readonly kept: Kept | null
  /** Resolves once the facts are on the disk of the phone; rejects where they are not. */
  readonly add: (facts: readonly SentFact[], photo?: KeptPhoto) => Promise<void>
  /** Removes what the server does not accept. */
  readonly remove: (refused: Refused) => Promise<void>
  readonly send: () => void
  /** All facts, also those that another tab has just added. */
  readonly knownFacts: () => Promise<ReadonlyMap<string, KnownFact>>
  readonly unsentFacts: () => Promise<readonly SentFact[]>
}

const noRoom =
  'This phone could not store the last scan: it was NOT counted. Please free some memory, then scan it again.'
const storageGone = 'The browser has closed its storage. Please load this page again before you go on.'
const deleted =
  'The browser has deleted what this screen keeps, as after a logout in another tab. Please load this page again.'
const notSent = (error: ApiError) => `What was seen could not be sent, and stays on this phone. ${error.message}`
const lostFacts = (count: number) =>
  `The browser has deleted its storage, and with it ${count} ${count === 1 ? 'scan that was' : 'scans that were'} not yet sent. Please scan these objects again.`

const connectionAfter = (error: unknown): CampaignOnPhone['connection'] => {
  if (isRefusal(error)) return 'refused'
  return error instanceof ApiError && error.status === 0 ? 'unreachable' : 'failed'
}

const countLate = (facts: ReadonlyMap<string, KnownFact>): number =>
  [...facts.values()].filter((fact) => 'late' in fact).length

export function useCampaign(campaignId: number, owner: string): CampaignOnPhone {
  const outbox = useRef<Outbox>(undefined)
  const [data, setData] = useState<CampaignData>()
  const [facts, setFacts] = useState<ReadonlyMap<string, KnownFact>>(new Map())
  // Until the outbox is open: what it held when it was last written.
  const [unsent, setUnsent] = useState(() => unsentCount.read(owner))
  const [unsentPhotos, setUnsentPhotos] = useState<ReadonlySet<string>>(new Set())
  const [refusedFacts, setRefusedFacts] = useState<readonly Refused[]>([])
  const [refusedPhotos, setRefusedPhotos] = useState<readonly Refused[]>([])
  const [connection, setConnection] = useState<CampaignOnPhone['connection']>('sending')
  const [problem, setProblem] = useState('')
  const [refusal, setRefusal] = useState('')
  const [kept, setKept] = useState<Kept | null>(null)

  // At once, unlike the state: the next code may wait already, and must be compared with the last one.
  const known = useRef(facts)
  const know = useCallback((more: readonly KnownFact[]) => {
    if (more.length === 0) return
    known.current = new Map([...known.current, ...more.map((fact) => [fact.id, fact] as const)])
    setFacts(known.current)
  }, [])

  const knownFacts = useCallback(async () => {
    const box = outbox.current
    if (box && (await box.factCount(campaignId)) > known.current.size) know(await box.facts(campaignId))
    return known.current
  }, [campaignId, know])

  const count = useCallback(async () => {
    const pending = await outbox.current?.pending(campaignId)
    if (!pending) return
    setUnsent(pending.count)
    setUnsentPhotos(pending.photosOf)
  }, [campaignId])

  const latest = useRef(data)
  const show = useCallback((shown: CampaignData | undefined) => {
    latest.current = shown
    setData(shown)
  }, [])

  /** Shows the state of the campaign, and keeps it for a start without reception. */
  const update = useCallback(
    async (box: Outbox, campaign: Campaign) => {
      const before = latest.current
      if (!before) return
      show({ ...before, campaign })
      // It is missing after a session has ended and begun again while the screen stayed open.
      const isKept = campaign.closedAt === before.campaign.closedAt && (await box.hasCampaign(campaignId))
      if (!isKept) await box.keepCampaign({ ...before, campaign })
    },
    [campaignId, show],
  )

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
      await knownFacts()
      await count()
      if (campaign && campaign.late !== countLate(known.current) && campaign.late !== lateWhenFetched.current) {
        await fetchAgain(box, campaignId, onAnswer)
        lateWhenFetched.current = campaign.late
      }
      if (campaign) await update(box, campaign)
      const photos = await sendPhotos(box, campaignId)
      setRefusedPhotos(photos.refused)
      failure ??= photos.failure
      if (failure) throw failure
    },
    [campaignId, know, knownFacts, count, update],
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
      await count().catch(() => setProblem(storageGone))
    }
    if (sending.current.again) void send()
  }, [exchange, count])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onLost = () => setProblem(storageGone)
    const onDeleted = () => {
      outbox.current = undefined
      known.current = new Map()
      setFacts(known.current)
      setUnsent(0)
      setUnsentPhotos(new Set())
      setRefusedFacts([])
      setRefusedPhotos([])
      show(undefined)
      setProblem(deleted)
      forgetPlaces()
    }
    void (async () => {
      try {
        const box = await openOutbox(owner, { onLost, onDeleted })
        if (signal.aborted) return box.close()
        signal.addEventListener('abort', () => box.close())
        outbox.current = box
        const lost = await box.lost()
        if (lost > 0) setProblem(lostFacts(lost))
        await knownFacts()
        await count()
        const before = await box.campaign(campaignId)
        if (before) show(before)
        const fresh = await call('GET /stocktake/:id', { params: { id: campaignId } }, { signal }).catch((error) => {
          if (!before) throw error
        })
        if (fresh) {
          show(fresh)
          await box.keepCampaign(fresh)
        }
        void send()
        const screen = await keepScreen()
        setKept({ screen, pictures: 0 })
        const items = (fresh ?? before)?.items ?? []
        if (screen) await keepPictures(owner, items, (pictures) => setKept({ screen, pictures }), signal)
      } catch (error) {
        if (signal.aborted) return
        setConnection(connectionAfter(error))
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
  }, [campaignId, owner, knownFacts, count, show, send])

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

  const remove = useCallback(
    async ({ fact, what }: Refused) => {
      const box = outbox.current
      if (!box) return setProblem(storageGone)
      if (what === 'photo') await box.removePhoto(fact.id)
      else {
        await box.remove(fact.id)
        known.current = new Map([...known.current].filter(([id]) => id !== fact.id))
        setFacts(known.current)
      }
      const others = (before: readonly Refused[]) => before.filter((one) => one.fact.id !== fact.id)
      setRefusedFacts(others)
      setRefusedPhotos(others)
      await count()
    },
    [count],
  )

  const refused = useMemo(() => [...refusedFacts, ...refusedPhotos], [refusedFacts, refusedPhotos])
  return {
    id: campaignId,
    data,
    facts,
    unsent,
    unsentPhotos,
    refused,
    connection: connection === 'sent' && refused.length > 0 ? 'refused' : connection,
    problem: problem || refusal,
    kept,
    add,
    remove,
    send: useCallback(() => void send(), [send]),
    knownFacts,
    unsentFacts: useCallback(async () => (await outbox.current?.unsent(campaignId)) ?? [], [campaignId]),
  }
}
