import { xsrfCookie, xsrfHeader } from '@vitrine/contract'

export interface Answer {
  readonly status: number
  /** Status line and headers, as received. */
  readonly head: string
  readonly body: Buffer
}

/** A request ready to be written to a connection. */
export interface PreparedRequest {
  readonly bytes: Buffer
  /** Called with the answer. Without it, bodies are counted and discarded. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST'
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly onAnswer?: PreparedRequest['onAnswer']
}

// The staff app sends both from its second request on.
const xsrfLines = [`Cookie: ${xsrfCookie}=measured`, `${xsrfHeader}: measured`]

export function prepareRequest(
  path: string,
  { method, token, headers, body, onAnswer }: RequestOptions = {},
): PreparedRequest {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method ?? (body === undefined ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    'Host: vitrine.example.org',
    ...(token ? [`Authorization: Bearer ${token}`, ...xsrfLines] : []),
    ...(content
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]
      : []),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`), onAnswer }
}
