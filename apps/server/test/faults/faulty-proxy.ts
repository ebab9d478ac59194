import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

interface Target {
  readonly host: string
  readonly port: number
}

/** A TCP proxy whose upstream can be stopped, frozen, slowed down, silently cut off, or replaced. */
export async function startFaultyProxy(first: Target) {
  const sockets = new Set<Socket>()
  let target = first
  let frozen: { promise: Promise<void>; resolve: () => void } | null = null
  let lossy = false
  let delayMs = 0

  const forward = async (from: Socket, to: Socket) => {
    sockets.add(from)
    // Also once it has said everything, and only listens.
    from.on('error', () => to.destroy())
    try {
      for await (const chunk of from) {
        if (lossy) continue
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
  const serve = () =>
    createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ ...target, allowHalfOpen: true })
      void forward(near, far)
      void forward(far, near)
    })
  const listen = async (server: Server, port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  let server = serve()
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
      server = serve()
      await listen(server, port)
    },
    /** Connections are accepted and stay open; nothing comes through until `thaw`. */
    freeze() {
      frozen = Promise.withResolvers<void>()
    },
    thaw() {
      frozen?.resolve()
      frozen = null
    },
    /** Drops everything that is sent meanwhile. */
    lose(on: boolean) {
      lossy = on
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
