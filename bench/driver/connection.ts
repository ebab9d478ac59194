import { connect } from 'node:net'
import type { Answer, PreparedRequest } from './requests.ts'

const headEnd = Buffer.from('\r\n\r\n')

/** A persistent connection for one request at a time. */
export interface Connection {
  /** Resolves with the status once the whole answer has arrived. */
  send(request: PreparedRequest): Promise<number>
  close(): void
}

/**
 * Opens a connection. It parses only what answers of known length need, because on two cores an
 * expensive driver would dominate the measurement.
 */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let current: {
      request: PreparedRequest
      resolve: (status: number) => void
      reject: (error: Error) => void
    } | null = null
    let pending: Buffer | null = null
    let head: { status: number; text: string; length: number } | null = null
    let received = 0
    let body: Buffer[] = []

    const finish = () => {
      if (!head || !current) return
      const { request, resolve: resolveRequest } = current
      const { status, text } = head
      request.onAnswer?.({ status, head: text, body: Buffer.concat(body) } satisfies Answer)
      current = null
      head = null
      received = 0
      body = []
      resolveRequest(status)
    }

    socket.on('data', (chunk) => {
      let rest = pending ? Buffer.concat([pending, chunk]) : chunk
      pending = null
      if (!head) {
        const end = rest.indexOf(headEnd)
        if (end < 0) {
          pending = rest
          return
        }
        head = readHead(rest.toString('latin1', 0, end))
        rest = rest.subarray(end + headEnd.length)
      }
      received += rest.length
      if (current?.request.onAnswer && rest.length > 0) body.push(rest)
      if (received >= head.length) finish()
    })
    const fail = (error: Error) => {
      current?.reject(error)
      current = null
      reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed a connection')))
    socket.on('connect', () =>
      resolve({
        send: (request) =>
          new Promise((resolveRequest, rejectRequest) => {
            if (socket.destroyed) return rejectRequest(new Error('the server closed a connection'))
            current = { request, resolve: resolveRequest, reject: rejectRequest }
            socket.write(request.bytes)
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}

/** Sends one request on a new connection. */
export async function sendOnce(port: number, request: PreparedRequest): Promise<Answer> {
  const connection = await openConnection(port)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  await connection.send({ ...request, onAnswer: resolve })
  connection.close()
  return promise
}

function readHead(text: string): { status: number; text: string; length: number } {
  const status = Number(text.slice(9, 12))
  const length = /content-length: *(\d+)/i.exec(text)?.[1]
  if (length === undefined && status !== 304 && status !== 204)
    throw new Error(`The answer has no content length: ${text}`)
  return { status, text, length: status === 304 ? 0 : Number(length ?? 0) }
}
