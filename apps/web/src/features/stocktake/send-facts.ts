import { type Facts, stocktakeLimits } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { uploadFile } from '../../client/upload.ts'
import type { KeptPhoto, KnownFact, Outbox } from './outbox.ts'

/** What the server does not accept, and why. It stays on the phone. */
export interface Refused {
  readonly fact: KnownFact
  readonly what: 'fact' | 'photo'
  readonly reason: string
}

// Signed out, timed out, too many requests: the same request may succeed later.
const temporary = [401, 408, 429]

/** Whether the server has answered, and will say the same when it is asked again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporary.includes(error.status)

/**
 * Sends what waits in the outbox, in its order, and fetches what other phones have sent. A lost answer does no harm: the same
 * facts are sent again, and the server knows them by their ids. Facts that the server refuses stay, and the others are sent.
 */
export async function sendFacts(
  outbox: Outbox,
  campaignId: number,
  onAnswer: (answer: Facts) => void = () => {},
): Promise<Refused[]> {
  const refused = new Map<string, Refused>()
  const refuse = (fact: KnownFact | undefined, reason: string) => {
    if (fact) refused.set(fact.id, { fact, what: 'fact', reason })
  }
  const unsent = async () => (await outbox.unsent(campaignId)).filter(({ id }) => !refused.has(id))
  let atOnce = stocktakeLimits.sent
  for (;;) {
    const since = await outbox.last(campaignId)
    const facts = (await unsent()).slice(0, atOnce)
    let answer: Facts
    try {
      answer = await call('POST /stocktake/:id/facts', {
        params: { id: campaignId },
        body: { since, facts },
      })
    } catch (error) {
      const [first, second] = facts
      if (!isRefusal(error) || error.status !== 400 || !first) throw error
      // One bad fact makes the server refuse all that came with it: halve the batch until it is found.
      if (!second) refuse(first, error.message)
      atOnce = Math.ceil(facts.length / 2)
      continue
    }
    atOnce = stocktakeLimits.sent
    for (const { id, reason } of answer.rejected) {
      refuse(
        facts.find((fact) => fact.id === id),
        reason,
      )
    }
    if (since !== '' && answer.last === '') {
      await outbox.sendAgain(campaignId)
      continue
    }
    await outbox.receive(campaignId, answer.facts)
    onAnswer(answer)
    if (answer.more) continue
    if ((await unsent()).length === 0) return [...refused.values()]
    const taken = new Set(answer.facts.map(({ id }) => id))
    if (facts.some(({ id }) => !taken.has(id) && !refused.has(id)))
      throw new Error('The server did not list what it was sent.')
  }
}

/** Fetches all facts again: a manager has counted late ones, which changes facts that this phone has. */
export async function fetchAgain(
  outbox: Outbox,
  campaignId: number,
  onAnswer: (answer: Facts) => void,
): Promise<void> {
  let since = ''
  for (;;) {
    const answer = await call('GET /stocktake/:id/facts', {
      params: { id: campaignId },
      query: { since },
    })
    await outbox.receive(campaignId, answer.facts)
    onAnswer(answer)
    if (!answer.more) return
    since = answer.last
  }
}

interface SentPhotos {
  readonly refused: readonly Refused[]
  /** The last photo that may be accepted later. */
  readonly failure: ApiError | undefined
}

/**
 * Sends the photos of facts that the server has. A photo that the server refuses, as for an item that was deleted, stays, and the
 * others are sent.
 */
export async function sendPhotos(outbox: Outbox, campaignId: number): Promise<SentPhotos> {
  const refused: Refused[] = []
  let failure: ApiError | undefined
  for (const { fact, isWaiting, ...photo } of await outbox.photos(campaignId)) {
    if (isWaiting) continue
    try {
      await sendPhoto(photo)
      await outbox.removePhoto(photo.factId)
    } catch (error) {
      if (isRefusal(error)) refused.push({ fact, what: 'photo', reason: error.message })
      else if (error instanceof ApiError && error.status >= 500) failure = error
      else throw error
    }
  }
  return { refused, failure }
}

const sendPhoto = ({ itemId, photo }: KeptPhoto) =>
  uploadFile(
    'POST /inventory/add-picture',
    {
      field: 'image',
      file: new File([photo], 'stocktake.jpg', { type: photo.type }),
      body: { itemId, kind: 'condition' },
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
