import { type Facts, type SentFact, stocktakeLimits } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { upload } from '../../client/upload.ts'
import type { Outbox } from './outbox.ts'

/** Whether the server has answered, and will say the same when it is asked again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401

/**
 * Sends what waits in the outbox, in its order, and fetches what other phones have sent. A lost answer does no harm: the same
 * facts are sent again, and the server knows them by their ids. Resolves to the facts that the server refuses; they stay.
 */
export async function sendFacts(
  outbox: Outbox,
  campaignId: number,
  onAnswer: (answer: Facts) => void = () => {},
): Promise<readonly SentFact[]> {
  const refused = new Map<string, SentFact>()
  const unsent = async () => (await outbox.unsent(campaignId)).filter(({ id }) => !refused.has(id))
  let atOnce = stocktakeLimits.sent
  for (;;) {
    const since = await outbox.last(campaignId)
    const facts = (await unsent()).slice(0, atOnce)
    let answer: Facts
    try {
      answer = await call('POST /stocktake/:id/facts', { params: { id: campaignId }, body: { since, facts } })
    } catch (error) {
      const [first, second] = facts
      if (!isRefusal(error) || error.status !== 400 || !first) throw error
      // One bad fact makes the server refuse all that came with it: halve the batch until it is found.
      if (!second) refused.set(first.id, first)
      atOnce = Math.ceil(facts.length / 2)
      continue
    }
    atOnce = stocktakeLimits.sent
    if (since !== '' && answer.last === '') {
      await outbox.sendAgain(campaignId)
      continue
    }
    await outbox.receive(campaignId, answer.facts)
    onAnswer(answer)
    if (answer.more) continue
    if ((await unsent()).length === 0) return [...refused.values()]
    const taken = new Set(answer.facts.map(({ id }) => id))
    if (facts.some(({ id }) => !taken.has(id))) throw new Error('The server did not list what it was sent.')
  }
}

/** The photos of facts that the server has. A late fact changes no item: its photo is dropped. */
export async function sendPhotos(outbox: Outbox, campaignId: number): Promise<void> {
  let refusal: ApiError | undefined
  for (const { factId, itemId, photo, fact, isWaiting } of await outbox.photos(campaignId)) {
    if (isWaiting) continue
    try {
      if (!('late' in fact)) await sendPhoto(itemId, photo)
      await outbox.photoSent(factId)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusal = error
    }
  }
  if (refusal) throw refusal
}

const sendPhoto = (itemId: number, photo: Blob) =>
  upload(
    'POST /inventory/add-picture',
    {
      field: 'image',
      file: new File([photo], 'stocktake.jpg', { type: photo.type }),
      body: { itemId, kind: 'condition' },
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
