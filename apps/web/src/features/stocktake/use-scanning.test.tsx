import { act, cleanup, renderHook } from '@testing-library/react'
import { type StocktakeData, type SubmittedFact, stocktakeLimits } from '@vitrine/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFact } from './create-fact.ts'
import type { KnownFact } from './outbox.ts'
import { useScanning } from './use-scanning.ts'
import type { StocktakeOnPhone } from './use-stocktake.ts'

/** Long enough for the camera to lose sight of a code. */
const outOfSightMs = 600
/** Long enough for a repeated code to count again. */
const afterRepeatMs = stocktakeLimits.repeatMs + 100

const createItem = (id: number) => ({
  id,
  identifier: `ST-${id}`,
  name: `Blatt ${id}`,
  picture: '',
  placeId: 3,
  expected: true,
})
const createPlace = (id: number) => ({
  id,
  code: `P${id}`,
  name: `Saal ${id}`,
  parent_id: null,
  archived: false,
})
const createData = (closedAt = '') =>
  ({
    campaign: { closedAt },
    me: 'Anna',
    items: [createItem(1), createItem(2)],
    places: [createPlace(3), createPlace(4)],
  }) as unknown as StocktakeData

/** Renders the hook with a phone that stores `added` facts. */
function renderScanning(stocktakeData: StocktakeData, facts = new Map<string, KnownFact>()) {
  const added: SubmittedFact[] = []
  const stocktake = {
    id: 5,
    facts,
    refreshFacts: async () => facts,
    add: async (newFacts: readonly SubmittedFact[]) => {
      added.push(...newFacts)
      for (const fact of newFacts) facts.set(fact.id, fact)
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

it('starts where this tab scanned last, otherwise in the only place of the stocktake', async () => {
  const inOnePlace = { ...createData(), campaign: { ...createData().campaign, scope: 'Saal 4' } }
  expect(renderScanning(createData()).result.current.place).toBeUndefined()
  const { result, added, read } = renderScanning(inOnePlace)
  await read('ST-1')
  expect(added).toMatchObject([{ placeId: 4 }])
  await read('P3')
  expect(result.current.place?.id).toBe(3)
  expect(renderScanning(inOnePlace).result.current.place?.id).toBe(3)
})

it('ignores a repeated code for three seconds, unless the place has changed', async () => {
  const { result, added, read } = renderScanning(createData())
  const listCodes = () => added.map(({ code, placeId }) => [code, placeId])
  for (const code of ['P3', 'ST-1', 'ST-2']) await read(code)
  expect(listCodes()).toEqual([
    ['ST-1', 3],
    ['ST-2', 3],
  ])
  // Both codes stay in the picture, so the shown result must not flicker.
  for (const code of ['ST-1', 'ST-2']) await read(code)
  expect(result.current.lastCode).toMatchObject({ item: { id: 2 } })
  vi.advanceTimersByTime(outOfSightMs)
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'here', item: { id: 1 } })
  expect(listCodes()).toHaveLength(2)
  await read('P4')
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'elsewhere', item: { id: 1 } })
  expect(listCodes()[2]).toEqual(['ST-1', 4])
  vi.advanceTimersByTime(outOfSightMs)
  await read('P3')
  expect(result.current.place).toMatchObject({ id: 3 })
})

it('uses the place label from the same picture as the object', async () => {
  const { result, added } = renderScanning(createData())
  for (let picture = 0; picture < 2; picture++)
    await act(async () => {
      for (const code of ['P4', 'ST-1']) result.current.onCode(code)
    })
  expect(added.map(({ placeId }) => placeId)).toEqual([4])
})

it('treats an item as seen twice if another tab stored it first', async () => {
  const facts = new Map<string, KnownFact>()
  const { result, read } = renderScanning(createData(), facts)
  await read('P3')
  const factOfOtherTab = createFact({ kind: 'seen', placeId: 3, code: 'x', itemId: 1, by: 'Anna' })
  facts.set(factOfOtherTab.id, factOfOtherTab)
  await read('ST-1')
  expect(result.current.lastCode).toMatchObject({ kind: 'twice' })
})

it('excludes late facts, and unsent facts of a closed stocktake, from the seen items', () => {
  const createSighting = (itemId: number) =>
    createFact({ kind: 'seen', placeId: 3, code: 'x', itemId, by: 'Anna' })
  const received = { receivedAt: '2026-11-18T10:00:00.000Z', notedPlaceId: null, sentBy: '' }
  const facts = [
    { ...createSighting(1), ...received },
    { ...createSighting(2), ...received, late: true as const },
    createSighting(8),
  ]
  const listSeenItemIds = (closedAt: string) => [
    ...renderScanning(createData(closedAt), new Map(facts.map((fact) => [fact.id, fact]))).result
      .current.seenItemIds,
  ]
  expect(listSeenItemIds('')).toEqual([1, 8])
  expect(listSeenItemIds('2026-11-18T09:00:00.000Z')).toEqual([1])
})

it('revives a dismissed code only after it has left the picture', async () => {
  const { result, added, read, rerender } = renderScanning(createData())
  for (const code of ['P3', 'ticket', 'P3']) await read(code)
  expect(result.current.isDismissed('ticket')).toBe(false)
  await act(async () => result.current.dismiss('ticket'))
  rerender()
  expect(result.current.isDismissed('ticket')).toBe(true)
  vi.advanceTimersByTime(outOfSightMs)
  await read('ticket')
  expect(result.current.lastCode).toEqual({ kind: 'dismissed', code: 'ticket' })
  vi.advanceTimersByTime(afterRepeatMs)
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
  const { result, added, read, type } = renderScanning(createData())
  await read('P3')
  await type('ST-9')
  await act(async () => result.current.dismiss('ST-9'))
  await type('ST-9')
  expect(added.map(({ kind }) => kind)).toEqual(['seen', 'dismissed', 'seen'])
})

it('offers all items with a typed number every time, those expected here first', async () => {
  const { placeId: _, ...other } = createItem(1)
  const expectedElsewhere = { ...other, id: 11, identifier: 'LM-001', placeId: 4 }
  const unexpected = {
    ...expectedElsewhere,
    id: 12,
    identifier: 'LG-001',
    placeId: 3,
    expected: false,
  }
  const { result, added, read, type } = renderScanning({
    ...createData(),
    items: [unexpected, expectedElsewhere, createItem(1)],
  })
  await read('P3')
  for (let attempt = 0; attempt < 2; attempt++) {
    await type('1')
    expect(result.current.lastCode?.several?.map(({ id }) => id)).toEqual([1, 11, 12])
    await act(async () => result.current.choose('1', expectedElsewhere))
  }
  expect(added.map(({ code, itemId }) => [code, itemId])).toEqual([
    ['1', 11],
    ['1', 11],
  ])
})

it('marks an item of the list as seen in the chosen place', async () => {
  const { result, added, read } = renderScanning(createData())
  await read('P3')
  await act(async () => result.current.markSeen(createItem(2)))
  expect(result.current.lastCode).toMatchObject({ kind: 'here', item: { id: 2 } })
  expect(added).toMatchObject([{ kind: 'seen', code: 'ST-2', itemId: 2, placeId: 3 }])
})
