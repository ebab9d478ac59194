import type { Facts, SentFact } from '@vitrine/contract'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { newFact } from './new-fact.ts'
import type { KnownFact, Outbox } from './outbox.ts'
import { isRefusal, sendFacts, sendPhotos } from './send-facts.ts'

const fact = (code: string) => newFact({ kind: 'seen', placeId: 3, code, itemId: 7, by: 'Anna' })

interface Server {
  /** Every request with one of these codes is answered with 400. */
  readonly refused?: readonly string[]
  /** Facts with these codes are not stored; the others of the request are. */
  readonly rejected?: readonly string[]
}

function serve({ refused = [], rejected = [] }: Server) {
  const received: SentFact[] = []
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { facts } = JSON.parse(String(init?.body)) as { facts: SentFact[] }
    if (facts.some(({ code }) => refused.includes(code)))
      return Response.json({ message: 'No.' }, { status: 400 })
    const [bad, good] = [true, false].map((is) =>
      facts.filter(({ code }) => rejected.includes(code) === is),
    )
    received.push(...(good ?? []))
    const reasons = bad?.map(({ id }) => ({ id, reason: 'It belongs to another stocktake.' }))
    return Response.json({
      campaign: {},
      facts: good,
      last: good?.at(-1)?.id ?? '',
      more: false,
      rejected: reasons,
    })
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

it('sends the facts behind those that the server refuses, and names these', async () => {
  const facts = Array.from({ length: 300 }, (_, n) => fact(String(n)))
  const bad = ['0', '77', '78', '299']
  const { received, requests } = serve({ refused: bad })
  const refused = await sendFacts(outboxOf(facts), 5)
  expect(refused.map(({ fact: { code }, reason }) => [code, reason])).toEqual(
    bad.map((code) => [code, 'No.']),
  )
  expect(received).toEqual(facts.filter(({ code }) => !bad.includes(code)))
  expect(requests.mock.calls.length).toBeLessThan(80)
})

it('sends the facts beside those that the server rejects, and names these with the reason', async () => {
  const facts = Array.from({ length: 450 }, (_, n) => fact(String(n)))
  const { received, requests } = serve({ rejected: ['3', '299'] })
  const refused = await sendFacts(outboxOf(facts), 5)
  const reason = 'It belongs to another stocktake.'
  expect(refused.map((one) => [one.fact.code, one.what, one.reason])).toEqual([
    ['3', 'fact', reason],
    ['299', 'fact', reason],
  ])
  expect(received).toHaveLength(448)
  expect(requests).toHaveBeenCalledTimes(3)
})

it('gives up if the server refuses every request', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ message: 'No.' }, { status: 403 }),
  )
  await expect(sendFacts(outboxOf([fact('1'), fact('2')]), 5)).rejects.toMatchObject({
    status: 403,
  })
  expect(fetch).toHaveBeenCalledTimes(1)
})

describe('photos', () => {
  const received = { receivedAt: '', notedPlaceId: null, sentBy: '' }
  const photoOf = (known: KnownFact, isWaiting = false) => ({
    factId: known.id,
    itemId: 7,
    photo: new Blob(),
    fact: known,
    isWaiting,
  })
  const sentFact = (code: string) => ({ ...fact(code), ...received })

  /** Answers the uploads one after the other with these statuses; 0 is no connection. */
  function photosWith(statuses: readonly number[], photos: readonly ReturnType<typeof photoOf>[]) {
    const removed = vi.fn<(id: string) => Promise<void>>()
    const left = [...statuses]
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
    ) {
      const status = left.shift() ?? 200
      Object.defineProperties(this, {
        status: { value: status },
        responseText: { value: '{"message":"No such item."}' },
      })
      this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    })
    const outbox = {
      photos: async () => [...photos],
      removePhoto: removed,
    } as Partial<Outbox> as Outbox
    return { send, outbox, removed: () => removed.mock.calls.flat() }
  }

  it('are sent once their fact is, also for facts that arrived late', async () => {
    const late = photoOf({ ...sentFact('late'), late: true })
    const [waiting, sent] = [photoOf(fact('waiting'), true), photoOf(sentFact('sent'))]
    const { send, outbox, removed } = photosWith([], [late, waiting, sent])
    expect(await sendPhotos(outbox, 5)).toEqual({ refused: [], failure: undefined })
    expect(removed()).toEqual([late.factId, sent.factId])
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('that the server refuses stay, are named, and do not stop the others', async () => {
    const [gone, busy, sent] = ['gone', 'busy', 'sent'].map((code) => photoOf(sentFact(code)))
    const { outbox, removed } = photosWith(
      [404, 503],
      [gone, busy, sent].filter((one) => one !== undefined),
    )
    expect(await sendPhotos(outbox, 5)).toMatchObject({
      refused: [{ what: 'photo', fact: { code: 'gone' }, reason: 'No such item.' }],
      failure: { status: 503 },
    })
    expect(removed()).toEqual([sent?.factId])
  })

  it('stay if there is no connection, which is no refusal', async () => {
    const { send, outbox, removed } = photosWith(
      [0],
      [photoOf(sentFact('1')), photoOf(sentFact('2'))],
    )
    await expect(sendPhotos(outbox, 5)).rejects.toMatchObject({ status: 0 })
    expect([send.mock.calls.length, removed()]).toEqual([1, []])
  })
})

it.each([
  [400, true],
  [401, false],
  [404, true],
  [408, false],
  [429, false],
  [503, false],
])('an answer with %i is a refusal: %s', (status, is) =>
  expect(isRefusal(new ApiError(status, ''))).toBe(is),
)
