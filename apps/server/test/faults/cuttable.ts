import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut and mended, as when the server stops and starts again. */
export async function cuttableWayTo(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let silent = false
  const serve = () =>
    createServer((near) => {
      const far = connect(target)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('data', (chunk) => silent || to.write(chunk))
        from.on('error', () => to.destroy())
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      }
    })
  const listen = async (server: Server, port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  let server = serve()
  const port = await listen(server, 0)
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    cut,
    async mend() {
      server = serve()
      await listen(server, port)
    },
    /** Connections stay, but nothing comes through any more. */
    silence(on: boolean) {
      silent = on
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await cut()
    },
  }
}
