import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../session/session.ts'
import { fetchTileInfo } from './tile-info.ts'

const { signal } = new AbortController()
const recordRequest = vi.fn<(address: string, authorization: string | null) => void>()

const answerWith = (response: Response) =>
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    recordRequest(address, new Headers(init.headers).get('authorization'))
    return response.clone()
  })

beforeEach(() => {
  recordRequest.mockClear()
  session.start({ token: 'secret', user: { email: 'anna@example.org', role: 'root' } })
})
afterEach(() => vi.unstubAllGlobals())

describe('fetchTileInfo', () => {
  it('reads plain text in one line, or the field `info` of JSON', async () => {
    answerWith(new Response(' 12 open\n comments '))
    expect(await fetchTileInfo('/api/info', signal)).toBe('12 open comments')
    answerWith(Response.json({ info: '3 new' }))
    expect(await fetchTileInfo('/api/info', signal)).toBe('3 new')
    answerWith(Response.json({ other: 1 }))
    expect(await fetchTileInfo('/api/info', signal)).toBe('')
  })

  it('cuts the text to 120 characters', async () => {
    answerWith(new Response('x'.repeat(10_000)))
    expect(await fetchTileInfo('/api/info', signal)).toHaveLength(120)
  })

  it('sends the session token only to our own server', async () => {
    answerWith(new Response(''))
    await fetchTileInfo('/api/info', signal)
    await fetchTileInfo('https://elsewhere.example/info', signal)
    await fetchTileInfo('//elsewhere.example/info', signal)
    expect(recordRequest.mock.calls.map(([, authorization]) => authorization)).toEqual([
      'Bearer secret',
      null,
      null,
    ])
  })
})
