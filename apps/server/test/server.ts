import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from 'vitest'
import { createLibvipsRunner, createTileRenderer } from '../src/adapters/images/libvips.ts'
import type { PaperRenderer } from '../src/adapters/pdf/papers.ts'
import { createPaperRenderer } from '../src/adapters/pdf/typst-papers.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/tables.ts'
import { paperProgramUrl } from '../src/features/documents/index.ts'
import { createLogger } from '../src/runtime/logger.ts'
import { type RunningServer, startServer } from '../src/runtime/start.ts'
import { Client, type OpenSession } from './client.ts'
import { createDatabase, createDemoDatabase } from './database.ts'
import { writeSession } from './session-row.ts'
import { unexpectedFailureLogger } from './unexpected-fails.ts'

// Files that take long to make and never differ are made once for all test servers.
const sharedCache = fileURLToPath(new URL('../../../.cache/tests', import.meta.url))

const lasting = <Part extends { close(): Promise<void> }>(part: Part): Part => ({
  ...part,
  close: async () => {},
})

// A process for pictures or papers takes half a second to start: the test servers of a worker share theirs.
const sharedProcesses = {
  papers: lasting(
    createPaperRenderer(paperProgramUrl, {
      onCrash: (error) => console.warn('papers: ended by itself', error),
    }),
  ),
  pictures: lasting(createLibvipsRunner()),
  tiles: lasting(createTileRenderer()),
}

/** A clock that can be put forward, and goes on by itself. */
class TestClock {
  #ahead = 0

  now = () => new Date(Date.now() + this.#ahead)

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}

export interface TestServer extends Client, AsyncDisposable {
  readonly clock: TestClock
  readonly dataDir: string
  /** Its data folder and database, for another process. */
  readonly variables: Record<string, string>
  readonly config: Config
  /** A second server on the same database, as near to another process as a test comes. */
  another(
    variables?: Record<string, string>,
  ): Promise<Client & AsyncDisposable & Pick<RunningServer, 'runDueJobs'>>
  /** Runs the daily jobs that are due; they never start by themselves. */
  runDueJobs(): Promise<void>
  /** Direct access to the database. */
  inDatabase<T>(look: (db: Db) => Promise<T>): Promise<T>
}

/** Boots a real server on a free port with a database of its own, filled with the demo. */
export async function startTestServer(
  variables: Record<string, string> = {},
  { papers }: { papers?: PaperRenderer } = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const database =
    variables.SEED === 'none' ? await createDatabase() : await createDemoDatabase(dataDir)
  const place = { DATA_DIR: dataDir, ...database.variables }
  const clock = new TestClock()
  // Servers with the real papers must not find those of a test.
  const cacheDir = papers ? join(dataDir, 'cache') : sharedCache
  const all = {
    NODE_ENV: 'test',
    PORT: '0',
    SEED_MEDIA: 'none',
    CACHE_DIR: cacheDir,
    ...place,
    ...variables,
  }
  const config = readConfig(all)
  const options = {
    ...sharedProcesses,
    ...(papers && { papers }),
    clock,
    log: unexpectedFailureLogger,
    hasJobTimer: false,
  }
  const server = await startServer(config, options)

  // Opened on demand, and once: on PostgreSQL a connection takes longer than what most tests do with it.
  let behind: Db | undefined
  const inDatabase = <T>(look: (db: Db) => Promise<T>) => {
    behind ??= openDatabase(config.database, createLogger('silent'))
    return look(behind)
  }
  const openSession: OpenSession = (email) => inDatabase((db) => writeSession(db, email, clock))

  return Object.assign(new Client(server.localUrl, { openSession }), {
    clock,
    dataDir,
    variables: place,
    config,
    runDueJobs: server.runDueJobs,
    async another(changed = {}) {
      const second = await startServer(readConfig({ ...all, ...changed }), options)
      return Object.assign(new Client(second.localUrl, { openSession }), {
        runDueJobs: second.runDueJobs,
        [Symbol.asyncDispose]: () => second.close(),
      })
    },
    inDatabase,
    async [Symbol.asyncDispose]() {
      await server.close()
      await behind?.destroy()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  })
}

/**
 * For tests that can share a server: all of a file get the same one, and the same sessions. Each makes its own data.
 * Those that move the clock, count rows of others or change accounts start one of their own.
 */
export const test = base
  .extend('variables', { scope: 'file' }, {} as Record<string, string>)
  .extend('server', { scope: 'file' }, async ({ variables }, { onCleanup }) => {
    const server = await startTestServer(variables)
    onCleanup(() => server[Symbol.asyncDispose]())
    return server
  })
  .extend('root', { scope: 'file' }, ({ server }) => server.signIn('root'))
  .extend('admin', { scope: 'file' }, ({ server }) => server.signIn('admin'))
  .extend('employee', { scope: 'file' }, ({ server }) => server.signIn('employee'))
