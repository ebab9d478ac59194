import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

// The headers that a browser needs to read the bytes.
const passedOn = ['content-type', 'content-encoding']

/** The same bytes as `origin` sends, from the memory of a bare `node:http`: the first request of each is fetched. */
export async function startBareServer(origin: string) {
  const known = new Map<string, Promise<Answer>>()
  const server = createServer(async (asked, response) => {
    const path = asked.url ?? '/'
    const answer = known.get(path) ?? fetchOnce(origin + path, asked.headers)
    known.set(path, answer)
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
    const asked = request(address, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const headers = Object.fromEntries(
        passedOn.flatMap((name) =>
          typeof response.headers[name] === 'string' ? [[name, response.headers[name]]] : [],
        ),
      )
      resolve({ status: response.statusCode ?? 500, headers, body })
    })
    asked.on('error', reject).end()
  })
}
