import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { type CodeAnswer, type CodeItem, stocktakeLimits } from '@vitrine/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScan } from './use-scan.ts'

/** How long the camera must lose a code from sight before it counts as gone. */
const outOfSightMs = 600

const item: CodeItem = {
  id: 124,
  type: 'art',
  identifier: 'LG-024',
  name: 'Krug',
  picture: '',
  placeId: 3,
  place: 'Saal 3',
  public: true,
  archived: false,
}
const place = { id: 7, name: 'Kiste 7', kind: 'box', within: '', archived: false } as const

/** Renders the hook; `see` lets the camera read codes, and `lookedUp` lists the requested ones. */
function renderScan() {
  const lookedUp: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.origin)
    if (url.pathname === '/api/places/move')
      return Response.json({ moved: 1, unchanged: 0, left: [], importIds: [] })
    const code = url.searchParams.get('code') ?? ''
    lookedUp.push(code)
    const answer: CodeAnswer = code === 'K-7' ? { kind: 'place', place } : { kind: 'item', item }
    return Response.json(answer)
  })
  const client = new QueryClient()
  const { result } = renderHook(useScan, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const see = async (...codes: readonly string[]) => {
    for (const code of codes) await act(async () => result.current.onCode(code))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  return { result, lookedUp, see }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('looks a code up once while it stays in the picture, and again after three seconds', async () => {
  const { lookedUp, see } = renderScan()
  await see('LG-024', 'LG-024')
  expect(lookedUp).toEqual(['LG-024'])
  vi.advanceTimersByTime(stocktakeLimits.repeatMs + 100)
  await see('LG-024')
  expect(lookedUp).toEqual(['LG-024', 'LG-024'])
})

it('shows the last of two codes in the picture, and the other once it is alone', async () => {
  const { result, see } = renderScan()
  await see('LG-024', 'K-7', 'LG-024')
  expect(result.current.result?.kind).toBe('place')
  vi.advanceTimersByTime(outOfSightMs)
  await see('LG-024')
  expect(result.current.result?.kind).toBe('item')
})

it('keeps showing the moved item while the place stays in the picture', async () => {
  const { result, see } = renderScan()
  await see('K-7', 'LG-024')
  await act(async () => result.current.startMoving())
  await see('K-7', 'K-7')
  expect(result.current).toMatchObject({
    isMoving: false,
    result: { kind: 'item' },
    note: { text: 'Moved to Kiste 7' },
  })
})
