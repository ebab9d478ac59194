import type { FactsPage, SubmittedFact } from '@vitrine/contract'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { createFact } from './create-fact.ts'
import type { KnownFact, Outbox } from './outbox.ts'
import { isPermanentRefusal, sendFacts, sendPhotos } from './send-facts.ts'

const createSighting = (code: string) =>
  createFact({ kind: 'seen', placeId: 3, code, itemId: 7, by: 'Anna' })

interface Server {
  /** Codes that make the server answer the whole request with 400. */
  readonly refused?: readonly string[]
  /** Codes that the server rejects, while it stores the other facts of the request. */
  readonly rejected?: readonly string[]
}

function serve({ refused = [], rejected = [] }: Server) {
  const received: SubmittedFact[] = []
  const requests = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { facts } = JSON.parse(String(init?.body)) as { facts: SubmittedFact[] }
    if (facts.some(({ code }) => refused.includes(code)))
      return Response.json({ message: 'No.' }, { status: 400 })
    const rejectedFacts = facts.filter(({ code }) => rejected.includes(code))
    const storedFacts = facts.filter(({ code }) => !rejected.includes(code))
    received.push(...storedFacts)
    const reason = 'It belongs to another stocktake.'
    return Response.json({
      campaign: {},
      facts: storedFacts,
      last: storedFacts.at(-1)?.id ?? '',
      more: false,
      rejected: rejectedFacts.map(({ id }) => ({ id, reason })),
    })
  })
  return { received, requests }
}

function createOutbox(facts: readonly SubmittedFact[]) {
  const waiting = new Map(facts.map((unsent) => [unsent.id, unsent]))
  return {
    lastReceivedId: async () => '',
    listUnsentFacts: async () => [...waiting.values()],
    storeReceived: async (_: number, stored: FactsPage['facts']) => {
      for (const { id } of stored) waiting.delete(id)
    },
  } as Partial<Outbox> as Outbox
}

it('sends the other facts of a batch if one makes the server refuse all of it', async () => {
  const facts = Array.from({ length: 300 }, (_, n) => createSighting(String(n)))
  const refusedCodes = ['0', '77', '78', '299']
  const { received, requests } = serve({ refused: refusedCodes })
  const refused = await sendFacts(createOutbox(facts), 5)
  expect(refused.map(({ fact: { code }, reason }) => [code, reason])).toEqual(
    refusedCodes.map((code) => [code, 'No.']),
  )
  expect(received).toEqual(facts.filter(({ code }) => !refusedCodes.includes(code)))
  expect(requests.mock.calls.length).toBeLessThan(80)
})

it('returns the facts that the server rejects, with the reason', async () => {
  const facts = Array.from({ length: 450 }, (_, n) => createSighting(String(n)))
  const { received, requests } = serve({ rejected: ['3', '299'] })
  const refused = await sendFacts(createOutbox(facts), 5)
  const reason = 'It belongs to another stocktake.'
  expect(refused.map((upload) => [upload.fact.code, upload.what, upload.reason])).toEqual([
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
  const outbox = createOutbox([createSighting('1'), createSighting('2')])
  await expect(sendFacts(outbox, 5)).rejects.toMatchObject({ status: 403 })
  expect(fetch).toHaveBeenCalledTimes(1)
})

describe('photos', () => {
  const received = { receivedAt: '', notedPlaceId: null, sentBy: '' }
  const photoFor = (known: KnownFact, isFactUnsent = false) => ({
    factId: known.id,
    itemId: 7,
    photo: new Blob(),
    fact: known,
    isFactUnsent,
  })
  const sentFact = (code: string) => ({ ...createSighting(code), ...received })

  /** Answers the uploads with these statuses in turn; 0 means no connection. */
  function photosWith(statuses: readonly number[], photos: readonly ReturnType<typeof photoFor>[]) {
    const removed = vi.fn<(id: string) => Promise<void>>()
    const remainingStatuses = [...statuses]
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
    ) {
      const status = remainingStatuses.shift() ?? 200
      Object.defineProperties(this, {
        status: { value: status },
        responseText: { value: '{"message":"No such item."}' },
      })
      this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    })
    const outbox = {
      listPhotos: async () => [...photos],
      removePhoto: removed,
    } as Partial<Outbox> as Outbox
    return { send, outbox, removed: () => removed.mock.calls.flat() }
  }

  it('are sent only after their fact', async () => {
    const late = photoFor({ ...sentFact('late'), late: true })
    const [waiting, sent] = [photoFor(createSighting('waiting'), true), photoFor(sentFact('sent'))]
    const { send, outbox, removed } = photosWith([], [late, waiting, sent])
    expect(await sendPhotos(outbox, 5)).toEqual({ refused: [], failure: undefined })
    expect(removed()).toEqual([late.factId, sent.factId])
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('stay in the outbox if the server refuses them, and do not stop the others', async () => {
    const gone = photoFor(sentFact('gone'))
    const busy = photoFor(sentFact('busy'))
    const sent = photoFor(sentFact('sent'))
    const { outbox, removed } = photosWith([404, 503], [gone, busy, sent])
    expect(await sendPhotos(outbox, 5)).toMatchObject({
      refused: [{ what: 'photo', fact: { code: 'gone' }, reason: 'No such item.' }],
      failure: { status: 503 },
    })
    expect(removed()).toEqual([sent.factId])
  })

  it('stay in the outbox if there is no connection', async () => {
    const { send, outbox, removed } = photosWith(
      [0],
      [photoFor(sentFact('1')), photoFor(sentFact('2'))],
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
])('treats status %i as a permanent refusal: %s', (status, isExpected) =>
  expect(isPermanentRefusal(new ApiError(status, ''))).toBe(isExpected),
)
