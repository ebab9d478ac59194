import { type FactsPage, stocktakeLimits } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { uploadFile } from '../../client/upload.ts'
import type { KnownFact, Outbox, UnsentPhoto } from './outbox.ts'

/** A fact or photo that the server refuses, with the reason. It stays on the phone. */
export interface RefusedUpload {
  readonly fact: KnownFact
  readonly what: 'fact' | 'photo'
  readonly reason: string
}

// Signed out, timed out or too many requests: the same request may succeed later.
const temporaryStatuses = [401, 408, 429]

/** Whether the server has answered and will refuse the same request again. */
export const isPermanentRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporaryStatuses.includes(error.status)

/**
 * Sends the unsent facts in their order, and fetches the facts of other phones. Returns the facts
 * that the server refuses, which stay in the outbox. Safe to repeat after a lost answer, because
 * the server recognises facts by their ids.
 */
export async function sendFacts(
  outbox: Outbox,
  stocktakeId: number,
  onAnswer: (answer: FactsPage) => void = () => {},
): Promise<RefusedUpload[]> {
  const refused = new Map<string, RefusedUpload>()

  const refuse = (fact: KnownFact | undefined, reason: string) => {
    if (fact) refused.set(fact.id, { fact, what: 'fact', reason })
  }

  const listUnsent = async () =>
    (await outbox.listUnsentFacts(stocktakeId)).filter(({ id }) => !refused.has(id))

  let batchSize = stocktakeLimits.sent
  for (;;) {
    const since = await outbox.lastReceivedId(stocktakeId)
    const facts = (await listUnsent()).slice(0, batchSize)

    let answer: FactsPage
    try {
      answer = await call('POST /stocktake/:id/facts', {
        params: { id: stocktakeId },
        body: { since, facts },
      })
    } catch (error) {
      const [firstFact] = facts
      if (!isPermanentRefusal(error) || error.status !== 400 || !firstFact) throw error
      // One bad fact makes the server refuse its whole batch: halve the batch until the fact is
      // alone.
      if (facts.length === 1) refuse(firstFact, error.message)
      batchSize = Math.ceil(facts.length / 2)
      continue
    }

    batchSize = stocktakeLimits.sent
    for (const { id, reason } of answer.rejected) {
      const rejectedFact = facts.find((fact) => fact.id === id)
      refuse(rejectedFact, reason)
    }

    const hasServerLostFacts = since !== '' && answer.last === ''
    if (hasServerLostFacts) {
      await outbox.markAllUnsent(stocktakeId)
      continue
    }

    await outbox.storeReceived(stocktakeId, answer.facts)
    onAnswer(answer)
    if (answer.more) continue
    if ((await listUnsent()).length === 0) return [...refused.values()]

    // Otherwise the same facts would be sent for ever.
    const storedIds = new Set(answer.facts.map(({ id }) => id))
    if (facts.some(({ id }) => !storedIds.has(id) && !refused.has(id)))
      throw new Error('The server did not list what it was sent.')
  }
}

/**
 * Fetches all facts again, because a manager who counts late facts changes facts that this phone
 * already has.
 */
export async function refetchFacts(
  outbox: Outbox,
  stocktakeId: number,
  onAnswer: (answer: FactsPage) => void,
): Promise<void> {
  let since = ''

  for (;;) {
    const answer = await call('GET /stocktake/:id/facts', {
      params: { id: stocktakeId },
      query: { since },
    })
    await outbox.storeReceived(stocktakeId, answer.facts)
    onAnswer(answer)
    if (!answer.more) return
    since = answer.last
  }
}

interface SentPhotos {
  readonly refused: readonly RefusedUpload[]
  /** The latest server error; the photo may be accepted later. */
  readonly failure: ApiError | undefined
}

/**
 * Sends the photos of facts that were sent. Photos that the server refuses, for instance because
 * the item was deleted, stay in the outbox and do not stop the others.
 */
export async function sendPhotos(outbox: Outbox, stocktakeId: number): Promise<SentPhotos> {
  const refused: RefusedUpload[] = []
  let failure: ApiError | undefined

  for (const { fact, isFactUnsent, ...photo } of await outbox.listPhotos(stocktakeId)) {
    if (isFactUnsent) continue
    try {
      await sendPhoto(photo)
      await outbox.removePhoto(photo.factId)
    } catch (error) {
      if (isPermanentRefusal(error)) refused.push({ fact, what: 'photo', reason: error.message })
      else if (error instanceof ApiError && error.status >= 500) failure = error
      else throw error
    }
  }

  return { refused, failure }
}

const sendPhoto = ({ factId, itemId, photo }: UnsentPhoto) =>
  uploadFile(
    'POST /inventory/add-condition-photo',
    {
      field: 'image',
      file: new File([photo], 'stocktake.jpg', { type: photo.type }),
      body: { itemId, key: factId },
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
