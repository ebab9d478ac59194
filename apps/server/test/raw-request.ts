import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Raw {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends an address to the letter, and headers that `fetch` would rather write itself. */
export async function sendRawRequest(
  url: string,
  path: string,
  { method, headers, body }: Raw = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const sent = request({
    hostname,
    port,
    path,
    method: method ?? 'GET',
    headers: headers ?? {},
  }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
