import { truncateToLine } from '@vitrine/contract'
import { session } from '../../session/session.ts'

const maxLength = 120

const parseInfo = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'info' in body && typeof body.info === 'string'
    ? body.info
    : ''

/** Fetches a tile's info line: plain text or `{ "info": "…" }`. Only our server gets the token. */
export async function fetchTileInfo(address: string, signal: AbortSignal): Promise<string> {
  const isSameOrigin = new URL(address, location.href).origin === location.origin
  const token = session.current()?.token

  const response = await fetch(address, {
    signal,
    credentials: isSameOrigin ? 'same-origin' : 'omit',
    ...(isSameOrigin && token && { headers: { authorization: `Bearer ${token}` } }),
  })

  if (!response.ok) throw new Error(`The info line answered ${response.status}.`)

  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const info = isJson ? parseInfo(await response.json()) : await response.text()
  return truncateToLine(info, maxLength)
}
