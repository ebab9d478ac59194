import { act, cleanup, renderHook } from '@testing-library/react'
import type { StocktakeData, SubmittedFact } from '@vitrine/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFact } from './create-fact.ts'
import type { KnownFact } from './outbox.ts'
import { useScanning } from './use-scanning.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

const item = (id: number) => ({
  id,
  identifier: `ST-${id}`,
  name: `Blatt ${id}`,
  picture: '',
  placeId: 3,
  expected: true,
})
const place = (id: number) => ({
  id,
  code: `P${id}`,
  name: `Saal ${id}`,
  parent_id: null,
  archived: false,
})
const data = (closedAt = '') =>
  ({
    campaign: { closedAt },
    me: 'Anna',
    items: [item(1), item(2)],
    places: [place(3), place(4)],
  }) as unknown as StocktakeData

function scanning(stocktakeData: StocktakeData, facts = new Map<string, KnownFact>()) {
  const added: SubmittedFact[] = []
  const stocktake = {
    id: 5,
    facts,
    refreshFacts: async () => facts,
    add: async (more: readonly SubmittedFact[]) => {
      added.push(...more)
      for (const fact of more) facts.set(fact.id, fact)
    },
  } as Partial<StocktakeOnPhone> as StocktakeOnPhone
  const { result, rerender } = renderHook(() =>
    useScanning(stocktakeData, { ...stocktake, facts: new Map(facts) }),
  )
  const read = (code: string) => act(async () => result.current.onCode(code))
  const type = (code: string) => act(async () => result.current.onCode(code, true))
  return { result, added, read, type, rerender }
}

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('starts in the place of a stocktake of one place, else where it was', async () => {
  const inOnePlace = { ...data(), campaign: { ...data().campaign, scope: 'Saal 4' } }
  expect(scanning(data()).result.current.place).toBeUndefined()
  const { result, added, read } = scanning(inOnePlace)
  await read('ST-1')
  expect(added).toMatchObject([{ placeId: 4 }])
  await read('P3')
  expect(result.current.place?.id).toBe(3)
  expect(scanning(inOnePlace).result.current.place?.id).toBe(3)
})

it('ignores a repeated code for three seconds, unless the place has changed', async () => {
  const { result, added, read } = scanning(data())
  const codes = () => added.map(({ code, placeId }) => [code, placeId])
  for (const code of ['P3', 'ST-1', 'ST-2']) await read(code)
  expect(codes()).toEqual([
    ['ST-1', 3],
    ['ST-2', 3],
  ])
  // Both codes stay in the picture, so the shown result must not flicker.
  for (const code of ['ST-1', 'ST-2']) await read(code)
  expect(result.current.lastCode).toMatchObject({ item: { id: 2 } })
  vi.advanceTimersByTime(600)
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'here', item: { id: 1 } })
  expect(codes()).toHaveLength(2)
  await read('P4')
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'elsewhere', item: { id: 1 } })
  expect(codes()[2]).toEqual(['ST-1', 4])
  vi.advanceTimersByTime(600)
  await read('P3')
  expect(result.current.place).toMatchObject({ id: 3 })
})

it('uses the place label from the same picture as the object', async () => {
  const { result, added } = scanning(data())
  for (let picture = 0; picture < 2; picture++)
    await act(async () => {
      for (const code of ['P4', 'ST-1']) result.current.onCode(code)
    })
  expect(added.map(({ placeId }) => placeId)).toEqual([4])
})

it('treats an item as seen twice if another tab stored it first', async () => {
  const facts = new Map<string, KnownFact>()
  const { result, read } = scanning(data(), facts)
  await read('P3')
  const other = createFact({ kind: 'seen', placeId: 3, code: 'x', itemId: 1, by: 'Anna' })
  facts.set(other.id, other)
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'twice' })
})

it('excludes late facts, and unsent facts of a closed stocktake, from the seen items', () => {
  const seenItemIds = (itemId: number) =>
    createFact({ kind: 'seen', placeId: 3, code: 'x', itemId, by: 'Anna' })
  const received = { receivedAt: '2026-11-18T10:00:00.000Z', notedPlaceId: null, sentBy: '' }
  const facts = [
    { ...seenItemIds(1), ...received },
    { ...seenItemIds(2), ...received, late: true as const },
    seenItemIds(8),
  ]
  const seenIn = (closedAt: string) => [
    ...scanning(data(closedAt), new Map(facts.map((fact) => [fact.id, fact]))).result.current
      .seenItemIds,
  ]
  expect(seenIn('')).toEqual([1, 8])
  expect(seenIn('2026-11-18T09:00:00.000Z')).toEqual([1])
})

it('revives a dismissed code only after it has left the picture', async () => {
  const { result, added, read, rerender } = scanning(data())
  for (const code of ['P3', 'ticket', 'P3']) await read(code)
  expect(result.current.isDismissed('ticket')).toBe(false)
  await act(async () => result.current.dismiss('ticket'))
  rerender()
  expect(result.current.isDismissed('ticket')).toBe(true)
  vi.advanceTimersByTime(600)
  await read('ticket')
  expect(result.current.lastCode).toEqual({ kind: 'dismissed', code: 'ticket' })
  vi.advanceTimersByTime(3_100)
  await read('ticket')
  rerender()
  expect(result.current.lastCode).toMatchObject({ kind: 'unknown', code: 'ticket' })
  expect(result.current.isDismissed('ticket')).toBe(false)
  expect(added.map(({ kind, code, itemId }) => [kind, code, itemId])).toEqual([
    ['seen', 'ticket', null],
    ['dismissed', 'ticket', null],
    ['seen', 'ticket', null],
  ])
})

it('revives a dismissed code as soon as it is typed', async () => {
  const { result, added, read, type } = scanning(data())
  await read('P3')
  await type('ST-9')
  await act(async () => result.current.dismiss('ST-9'))
  await type('ST-9')
  expect(added.map(({ kind }) => kind)).toEqual(['seen', 'dismissed', 'seen'])
})

it('offers all items with a typed number every time, those expected here first', async () => {
  const { placeId: _, ...other } = item(1)
  const twin = { ...other, id: 11, identifier: 'LM-001', placeId: 4 }
  const stranger = { ...twin, id: 12, identifier: 'LG-001', placeId: 3, expected: false }
  const { result, added, read, type } = scanning({ ...data(), items: [stranger, twin, item(1)] })
  await read('P3')
  for (let time = 0; time < 2; time++) {
    await type('1')
    expect(result.current.lastCode?.several?.map(({ id }) => id)).toEqual([1, 11, 12])
    await act(async () => result.current.choose('1', twin))
  }
  expect(added.map(({ code, itemId }) => [code, itemId])).toEqual([
    ['1', 11],
    ['1', 11],
  ])
})

it('marks an item of the list as seen in the chosen place', async () => {
  const { result, added, read } = scanning(data())
  await read('P3')
  await act(async () => result.current.markSeen(item(2)))
  expect(result.current.lastCode).toMatchObject({ kind: 'here', item: { id: 2 } })
  expect(added).toMatchObject([{ kind: 'seen', code: 'ST-2', itemId: 2, placeId: 3 }])
})
