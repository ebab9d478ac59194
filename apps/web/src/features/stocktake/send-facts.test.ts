import type { Facts, SentFact } from '@vitrine/contract'
import { expect, it, vi } from 'vitest'
import { newFact } from './new-fact.ts'
import type { KnownFact, Outbox } from './outbox.ts'
import { sendFacts, sendPhotos } from './send-facts.ts'

const fact = (code: string) => newFact({ kind: 'seen', placeId: 3, code, itemId: 7, by: 'Anna' })

/** A server that refuses every request with a fact of these codes. */
function serve(refused: readonly string[]) {
  const received: SentFact[] = []
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { facts } = JSON.parse(String(init?.body)) as { facts: SentFact[] }
    if (facts.some(({ code }) => refused.includes(code))) return Response.json({ message: 'No.' }, { status: 400 })
    received.push(...facts)
    return Response.json({ campaign: {}, facts, last: facts.at(-1)?.id ?? '', more: false })
  })
  return { received, requests }
}

function outboxOf(facts: readonly SentFact[]) {
  const waiting = new Map(facts.map((one) => [one.id, one]))
  return {
    last: async () => '',
    unsent: async () => [...waiting.values()],
    receive: async (_: number, taken: Facts['facts']) => {
      for (const { id } of taken) waiting.delete(id)
    },
  } as Partial<Outbox> as Outbox
}

it('sends what waits behind facts that the server refuses, and tells which these are', async () => {
  const facts = Array.from({ length: 300 }, (_, n) => fact(String(n)))
  const bad = ['0', '77', '78', '299']
  const { received, requests } = serve(bad)
  const refused = await sendFacts(outboxOf(facts), 5)
  expect(refused.map(({ code }) => code)).toEqual(bad)
  expect(received).toEqual(facts.filter(({ code }) => !bad.includes(code)))
  expect(requests.mock.calls.length).toBeLessThan(80)
})

it('gives up where the server refuses all of it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ message: 'No.' }, { status: 403 }))
  await expect(sendFacts(outboxOf([fact('1'), fact('2')]), 5)).rejects.toMatchObject({ status: 403 })
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('a photo goes to the item once its fact is there; one of a late fact is dropped', async () => {
  const received = { receivedAt: '', notedPlaceId: null }
  const photoOf = (known: KnownFact, isWaiting = false) => ({
    factId: known.id,
    itemId: 7,
    photo: new Blob(),
    fact: known,
    isWaiting,
  })
  const late = photoOf({ ...fact('late'), ...received, late: true })
  const [waiting, there] = [photoOf(fact('waiting'), true), photoOf({ ...fact('there'), ...received })]
  const sent = vi.fn<(id: string) => Promise<void>>()
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    this.dispatchEvent(new Event('error'))
  })
  const outbox = { photos: async () => [late, waiting, there], photoSent: sent } as Partial<Outbox> as Outbox
  await expect(sendPhotos(outbox, 5)).rejects.toMatchObject({ status: 0 })
  expect(sent.mock.calls).toEqual([[late.factId]])
  expect(send).toHaveBeenCalledTimes(1)
})
