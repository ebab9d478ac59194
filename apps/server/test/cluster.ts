import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../test/free-port.ts'
import { createBucket } from './bucket.ts'
import { Client } from './client.ts'
import { createDatabase } from './database.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type ServerProcess, spawnProgram } from './process.ts'
import { linkSharedCache } from './shared-cache.ts'

/** A server process that can be stopped and restarted under the same address. */
export interface ClusterProcess {
  readonly port: number
  /** Sends requests to this process without nginx. */
  readonly direct: Client
  /** Returns the exit code; null if the process was killed or never ran. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  start(): Promise<void>
}

export interface Cluster extends AsyncDisposable {
  readonly first: ClusterProcess
  readonly second: ClusterProcess
  readonly nginx: Nginx
  /** Sends requests through nginx, which chooses the process. */
  readonly proxied: Client
}

/** Starts two processes with one PostgreSQL database and one bucket, behind nginx. */
export async function startCluster(): Promise<Cluster> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await createDatabase())
  const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'vitrine-cluster-')))
  const variables = {
    ...database.variables,
    ...(await createBucket()),
    STOP_DELAY: '2',
  }
  const first = await createProcess(join(folder.path, '1'), variables)
  const second = await createProcess(join(folder.path, '2'), variables)
  started.defer(async () => {
    await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
  })
  // Started concurrently on an empty database, so that both try to create the tables and the demo.
  await Promise.all([first.start(), second.start()])
  const nginx = started.use(await startNginx(first.port, second.port))
  const resources = started.move()
  return {
    first,
    second,
    nginx,
    proxied: new Client(nginx.url),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function createProcess(
  dataDir: string,
  variables: Record<string, string>,
): Promise<ClusterProcess> {
  const port = await findFreePort()
  await linkSharedCache(dataDir)
  let running: ServerProcess | undefined
  return {
    port,
    direct: new Client(`http://127.0.0.1:${port}`),
    async start() {
      running = spawnProgram('main.ts', [], { ...variables, DATA_DIR: dataDir, PORT: String(port) })
      await running.waitForOutput(/serves at (\S+)/)
    },
    async end(signal) {
      running?.child.kill(signal)
      return running ? running.waitForExit() : null
    },
  }
}
