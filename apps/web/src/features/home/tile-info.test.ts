import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../session/session.ts'
import { fetchTileInfo } from './tile-info.ts'

const { signal } = new AbortController()
const requests = vi.fn()

const answer = (response: () => Response) =>
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests(address, new Headers(init.headers).get('authorization'))
    return response()
  })

beforeEach(() => {
  requests.mockClear()
  session.start({ token: 'secret', user: { email: 'anna@example.org', role: 'root' } })
})
afterEach(() => vi.unstubAllGlobals())

describe('the info line of a tile', () => {
  it('is read from plain text or from the field `info`', async () => {
    answer(() => new Response(' 12 open\n comments '))
    expect(await fetchTileInfo('/api/info', signal)).toBe('12 open comments')
    answer(() => Response.json({ info: '3 new' }))
    expect(await fetchTileInfo('/api/info', signal)).toBe('3 new')
    answer(() => Response.json({ other: 1 }))
    expect(await fetchTileInfo('/api/info', signal)).toBe('')
  })

  it('is cut to 120 characters', async () => {
    answer(() => new Response('x'.repeat(10_000)))
    expect(await fetchTileInfo('/api/info', signal)).toHaveLength(120)
  })

  it('is fetched with the token only from our own server', async () => {
    answer(() => new Response(''))
    await fetchTileInfo('/api/info', signal)
    await fetchTileInfo('https://elsewhere.example/info', signal)
    await fetchTileInfo('//elsewhere.example/info', signal)
    expect(requests.mock.calls.map(([, token]) => token)).toEqual(['Bearer secret', null, null])
  })
})
