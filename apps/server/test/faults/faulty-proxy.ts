import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

interface Target {
  readonly host: string
  readonly port: number
}

/**
 * Starts a TCP proxy that can be stopped, frozen, slowed down, made to drop data, or redirected.
 */
export async function startFaultyProxy(first: Target) {
  const sockets = new Set<Socket>()
  let target = first
  let frozen: { promise: Promise<void>; resolve: () => void } | null = null
  let isDropping = false
  let delayMs = 0

  const forward = async (from: Socket, to: Socket) => {
    sockets.add(from)
    // Errors must be handled even after the reading side has ended.
    from.on('error', () => to.destroy())
    try {
      for await (const chunk of from) {
        if (isDropping) continue
        if (delayMs > 0) await setTimeout(delayMs)
        await frozen?.promise
        to.write(chunk)
      }
      to.end()
    } catch {
      to.destroy()
    } finally {
      sockets.delete(from)
    }
  }
  const createProxy = () =>
    createServer({ allowHalfOpen: true }, (client) => {
      const upstream = connect({ ...target, allowHalfOpen: true })
      void forward(client, upstream)
      void forward(upstream, client)
    })
  const listen = async (server: Server, port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  let server = createProxy()
  const port = await listen(server, 0)
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    hangUp()
    await closed
  }
  return {
    port,
    /** Stops listening and closes connections. */
    stop,
    async start() {
      server = createProxy()
      await listen(server, port)
    },
    /** Keeps connections open, but forwards nothing until `thaw`. */
    freeze() {
      frozen = Promise.withResolvers<void>()
    },
    thaw() {
      frozen?.resolve()
      frozen = null
    },
    /** Drops all data while on. */
    setDropping(on: boolean) {
      isDropping = on
    },
    slowDown(milliseconds: number) {
      delayMs = milliseconds
    },
    redirectTo(other: Target) {
      target = other
      hangUp()
    },
    [Symbol.asyncDispose]: async () => {
      frozen?.resolve()
      if (server.listening) await stop()
    },
  }
}
