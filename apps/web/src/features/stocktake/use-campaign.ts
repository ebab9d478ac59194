import type { CampaignData, SentFact } from '@vitrine/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { forgetScanPlaces } from '../../session/stocktake-storage.ts'
import { keepPictures, keepScreen } from './keep-offline.ts'
import { type KeptPhoto, type KnownFact, type Outbox, openOutbox } from './outbox.ts'
import type { Refused } from './send-facts.ts'
import { useKnownFacts } from './use-known-facts.ts'
import { type Connection, useSending } from './use-sending.ts'
import { useShownCampaign } from './use-shown-campaign.ts'

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
  readonly connection: Connection
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
const storageGone =
  'The browser has closed its storage. Please load this page again before you go on.'
const deleted =
  'The browser has deleted what this screen keeps, as after a logout in another tab. Please load this page again.'
const lostFacts = (count: number) =>
  `The browser has deleted its storage, and with it ${count} ${count === 1 ? 'scan that was' : 'scans that were'} not yet sent. Please scan these objects again.`

export function useCampaign(campaignId: number, owner: string): CampaignOnPhone {
  const outbox = useRef<Outbox>(undefined)
  const [problem, setProblem] = useState('')
  const [kept, setKept] = useState<Kept | null>(null)
  const onStorageGone = useCallback(() => setProblem(storageGone), [])
  const { data, show, update } = useShownCampaign(campaignId)
  const known = useKnownFacts(outbox, campaignId, owner)
  const { know, readFacts, countUnsent, forget, forgetAll } = known
  const sending = useSending({
    outbox,
    campaignId,
    know,
    readFacts,
    countUnsent,
    update,
    onStorageGone,
  })
  const { send, onFailure, forgetRefused } = sending

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onDeleted = () => {
      outbox.current = undefined
      forgetAll()
      forgetRefused()
      show(undefined)
      setProblem(deleted)
      forgetScanPlaces()
    }
    void (async () => {
      try {
        const box = await openOutbox(owner, { onLost: onStorageGone, onDeleted })
        if (signal.aborted) return box.close()
        signal.addEventListener('abort', () => box.close())
        outbox.current = box
        const lost = await box.lost()
        if (lost > 0) setProblem(lostFacts(lost))
        await readFacts()
        await countUnsent()
        const before = await box.campaign(campaignId)
        if (before) show(before)
        const fresh = await call(
          'GET /stocktake/:id',
          { params: { id: campaignId } },
          { signal },
        ).catch((error) => {
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
        if (screen)
          await keepPictures(owner, items, (pictures) => setKept({ screen, pictures }), signal)
      } catch (error) {
        if (signal.aborted) return
        onFailure(error)
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
  }, [
    campaignId,
    owner,
    readFacts,
    countUnsent,
    show,
    send,
    onFailure,
    onStorageGone,
    forgetAll,
    forgetRefused,
  ])

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
      await countUnsent()
      void send()
    },
    [campaignId, know, countUnsent, send],
  )

  const remove = useCallback(
    async ({ fact, what }: Refused) => {
      const box = outbox.current
      if (!box) return setProblem(storageGone)
      if (what === 'photo') await box.removePhoto(fact.id)
      else {
        await box.remove(fact.id)
        forget(fact.id)
      }
      forgetRefused(fact.id)
      await countUnsent()
    },
    [forget, forgetRefused, countUnsent],
  )

  return {
    id: campaignId,
    data,
    facts: known.facts,
    unsent: known.unsent,
    unsentPhotos: known.unsentPhotos,
    refused: sending.refused,
    connection: sending.connection,
    problem: problem || sending.refusal,
    kept,
    add,
    remove,
    send: useCallback(() => void send(), [send]),
    knownFacts: readFacts,
    unsentFacts: useCallback(
      async () => (await outbox.current?.unsent(campaignId)) ?? [],
      [campaignId],
    ),
  }
}
