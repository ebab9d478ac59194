import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

// Headers that a browser needs to read the body.
const forwardedHeaders = ['content-type', 'content-encoding']

/**
 * Starts a bare `node:http` server that sends the same bytes as `origin` from memory, fetched at the
 * first request.
 */
export async function startBareServer(origin: string) {
  const answers = new Map<string, Promise<Answer>>()
  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? '/'
    const answer = answers.get(path) ?? fetchOnce(origin + path, incoming.headers)
    answers.set(path, answer)
    const { status, headers, body } = await answer
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function fetchOnce(
  address: string,
  { accept = '*/*', authorization }: IncomingHttpHeaders,
): Promise<Answer> {
  const headers = { accept, 'accept-encoding': 'br', ...(authorization && { authorization }) }
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const forwarded: Record<string, string> = {}
      for (const name of forwardedHeaders) {
        const value = response.headers[name]
        if (typeof value === 'string') forwarded[name] = value
      }
      resolve({ status: response.statusCode ?? 500, headers: forwarded, body })
    })
    outgoing.on('error', reject).end()
  })
}
