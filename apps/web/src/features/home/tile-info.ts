import { truncateToLine } from '@vitrine/contract'
import { session } from '../../session/session.ts'

const maxLength = 120

const infoIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'info' in body && typeof body.info === 'string'
    ? body.info
    : ''

/**
 * The info line of a tile: plain text, or `{ "info": "…" }`. The token goes to our own server only.
 */
export async function fetchTileInfo(address: string, signal: AbortSignal): Promise<string> {
  const isOurs = new URL(address, location.href).origin === location.origin
  const token = session.current()?.token
  const response = await fetch(address, {
    signal,
    credentials: isOurs ? 'same-origin' : 'omit',
    ...(isOurs && token && { headers: { authorization: `Bearer ${token}` } }),
  })
  if (!response.ok) throw new Error(`The info line answered ${response.status}.`)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return truncateToLine(isJson ? infoIn(await response.json()) : await response.text(), maxLength)
}
