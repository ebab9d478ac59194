import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface RawRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a path without normalising it, and headers that `fetch` does not allow. */
export async function sendRawRequest(
  url: string,
  path: string,
  { method, headers, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const outgoing = request({
    hostname,
    port,
    path,
    method: method ?? 'GET',
    headers: headers ?? {},
  }).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
