import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { createLibvipsRunner, createTileRenderer } from '../src/adapters/images/libvips.ts'
import type { LanguageModel } from '../src/adapters/models/model.ts'
import type { PaperRenderer } from '../src/adapters/pdf/papers.ts'
import { createPaperRenderer } from '../src/adapters/pdf/typst-papers.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Limits } from '../src/config/limits.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/tables.ts'
import { paperProgramUrl } from '../src/features/documents/index.ts'
import { createLogger } from '../src/runtime/logger.ts'
import { type RunningServer, startServer } from '../src/runtime/start.ts'
import { Client, type OpenSession } from './client.ts'
import { createDatabase, createDemoDatabase } from './database.ts'
import { writeSession } from './session-row.ts'
import { linkSharedCache } from './shared-cache.ts'
import { unexpectedFailureLogger } from './unexpected-failures.ts'

/** Makes a part survive the server that uses it. */
const withoutClose = <Part extends { close(): Promise<void> }>(part: Part): Part => ({
  ...part,
  close: async () => {},
})

// Shared by the test servers of a worker, because each process takes half a second to start.
const sharedProcesses = {
  papers: withoutClose(
    createPaperRenderer(paperProgramUrl, {
      onCrash: (error) => console.warn('papers: ended by itself', error),
    }),
  ),
  pictures: withoutClose(createLibvipsRunner()),
  tiles: withoutClose(createTileRenderer()),
}

/** A running clock that can be advanced. */
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
  /** Variables with its data folder and database, for other processes. */
  readonly variables: Record<string, string>
  readonly config: Config
  /** Starts a second server on the same database, in place of another process. */
  another(
    variables?: Record<string, string>,
  ): Promise<Client & AsyncDisposable & Pick<RunningServer, 'runDueJobs'>>
  /** Runs the daily jobs that are due; they never start by themselves. */
  runDueJobs(): Promise<void>
  /** Queries the database directly. */
  inDatabase<T>(query: (db: Db) => Promise<T>): Promise<T>
}

export interface TestServerOptions {
  /** Replaces limits that a test could not reach in reasonable time. */
  readonly limits?: Partial<Limits>
  readonly papers?: PaperRenderer
  readonly model?: LanguageModel
  /** True for a test of the cache; the other servers share one. */
  readonly hasOwnCache?: boolean
}

/**
 * Starts a server on a free port with its own database, filled with the demo unless SEED is `none`.
 */
export async function startTestServer(
  variables: Record<string, string> = {},
  { limits, papers, model, hasOwnCache = false }: TestServerOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const database =
    variables.SEED === 'none' ? await createDatabase() : await createDemoDatabase(dataDir)
  const ownVariables = { DATA_DIR: dataDir, ...database.variables }
  const clock = new TestClock()
  // Servers that render PDFs must not find the cached ones of a substitute.
  if (!papers && !hasOwnCache) await linkSharedCache(dataDir)
  const allVariables = {
    NODE_ENV: 'test',
    PORT: '0',
    SEED: 'texts',
    ...ownVariables,
    ...variables,
  }
  const config = readConfig(allVariables, limits)
  const options = {
    ...sharedProcesses,
    papers: papers ?? sharedProcesses.papers,
    model,
    clock,
    log: unexpectedFailureLogger,
    hasJobTimer: false,
  }
  const server = await startServer(config, options)

  // Opened on demand and once, because connecting to PostgreSQL takes longer than most queries.
  let directDb: Db | undefined
  const inDatabase = <T>(query: (db: Db) => Promise<T>) => {
    directDb ??= openDatabase(config.database, createLogger('silent'))
    return query(directDb)
  }
  const openSession: OpenSession = (email) => inDatabase((db) => writeSession(db, email, clock))

  return Object.assign(new Client(server.localUrl, { openSession }), {
    clock,
    dataDir,
    variables: ownVariables,
    config,
    runDueJobs: server.runDueJobs,
    async another(changed = {}) {
      const second = await startServer(readConfig({ ...allVariables, ...changed }, limits), options)
      return Object.assign(new Client(second.localUrl, { openSession }), {
        runDueJobs: second.runDueJobs,
        [Symbol.asyncDispose]: () => second.close(),
      })
    },
    inDatabase,
    async [Symbol.asyncDispose]() {
      await server.close()
      await directDb?.destroy()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  })
}

/**
 * Declares a test that shares a server and its sessions with the other tests of the file, and adds
 * its own records. Tests that move the clock, count all rows or change accounts start their own
 * server.
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
