import { type Facts, stocktakeLimits } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { upload } from '../../client/upload.ts'
import type { Outbox } from './outbox.ts'

/**
 * Sends what waits in the outbox, in its order, and fetches what other phones have sent. A lost answer does no harm: the same
 * facts are sent again, and the server knows them by their ids.
 */
export async function sendFacts(
  outbox: Outbox,
  campaignId: number,
  onAnswer: (answer: Facts) => void = () => {},
): Promise<void> {
  for (;;) {
    const since = await outbox.last(campaignId)
    const facts = (await outbox.unsent(campaignId)).slice(0, stocktakeLimits.sent)
    const answer = await call('POST /stocktake/:id/facts', { params: { id: campaignId }, body: { since, facts } })
    if (since !== '' && answer.last === '') {
      await outbox.sendAgain(campaignId)
      continue
    }
    await outbox.receive(campaignId, answer.facts)
    onAnswer(answer)
    if (answer.more) continue
    if ((await outbox.unsent(campaignId)).length === 0) return
    const taken = new Set(answer.facts.map(({ id }) => id))
    if (facts.some(({ id }) => !taken.has(id))) throw new Error('The server did not list what it was sent.')
  }
}

/** The photos of facts that the server has. */
export async function sendPhotos(outbox: Outbox): Promise<void> {
  for (const { factId, itemId, photo } of await outbox.photos()) {
    const file = new File([photo], 'stocktake.jpg', { type: photo.type })
    await upload(
      'POST /inventory/add-picture',
      { field: 'image', file, body: { itemId, kind: 'condition' } },
      { signal: new AbortController().signal, onProgress: () => {} },
    )
    await outbox.photoSent(factId)
  }
}
