import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Settings } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { openScratch, requireWritableFolder } from '../adapters/files/files.ts'
import type { TileRenderer } from '../adapters/images/images.ts'
import {
  createImageProcessor,
  createLibvipsRunner,
  createTileRenderer,
} from '../adapters/images/libvips.ts'
import { folderMailer, type Mailer, smtpMailer } from '../adapters/mail/mail.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import type { LanguageModel } from '../adapters/models/model.ts'
import type { PaperRenderer } from '../adapters/pdf/papers.ts'
import { createPaperRenderer } from '../adapters/pdf/typst-papers.ts'
import { createSpeller } from '../adapters/spelling/speller.ts'
import { openTelemetrySinks } from '../adapters/telemetry/telemetry.ts'
import { buildApp } from '../app.ts'
import { backupBeforeMigration } from '../archive/automatic-backups.ts'
import { type Clock, seconds, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { rejectEmptyDatabaseFile, requireMigratedDatabase } from '../db/expect-database.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import { createNewerSchemaWatch, type NewerSchemaCheck } from '../db/newer-schema.ts'
import { openDatabase } from '../db/open.ts'
import { paperProgramUrl } from '../features/documents/index.ts'
import { createDraining, type Draining } from '../http/shutdown.ts'
import { type DailyJobs, startDailyJobs } from '../jobs/daily-jobs.ts'
import { fillProjections } from '../projections/index.ts'
import { repositoryFolder } from './built.ts'
import { loadDemo, seedDemo } from './demo.ts'
import { createHealthFigures } from './health-figures.ts'
import { listDailyJobs } from './jobs.ts'
import { createLogger } from './logger.ts'

// Keeps a request that needs a picture within five seconds in total.
const mediaTimeoutMs = seconds(4)

const staffAppFolder = join(repositoryFolder, 'apps/web/dist')

export interface RunningServer {
  /** The address where this process listens. */
  readonly localUrl: string
  /** The public address. */
  readonly publicUrl: string
  /** The demo's accounts; null unless it serves the demo. */
  readonly demo: Settings['demo']
  readonly log: Log
  readonly runDueJobs: DailyJobs['runDue']
  /**
   * Resolves once a newer version has migrated the database. From then on only `/api/health` is
   * answered.
   */
  readonly superseded: Promise<void>
  /** Lets open requests finish, then closes the database. */
  close(): Promise<void>
}

/** Parts that tests replace. */
interface StartOptions {
  readonly clock?: Clock
  readonly log?: ReturnType<typeof createLogger>
  readonly papers?: PaperRenderer | undefined
  readonly pictures?: ReturnType<typeof createLibvipsRunner>
  readonly tiles?: TileRenderer
  readonly model?: LanguageModel | undefined
  /** If false, daily jobs run only when `runDueJobs` is called. */
  readonly hasJobTimer?: boolean
}

export async function startServer(
  config: Config,
  options: StartOptions = {},
): Promise<RunningServer> {
  const { clock = systemClock, log = createLogger(config.logLevel), hasJobTimer = true } = options
  for (const warning of config.warnings) log.warn({}, warning)
  await prepareDatabase(config, clock, log)
  // Checked after the database: nothing may be created on a disk that is not mounted.
  if (config.backups.daily) await requireWritableFolder(config.backups.folder, 'BACKUP_DIR')

  const draining = createDraining()
  const health = createHealthFigures(config)
  const { schemaCheck, superseded } = createSchemaCheck(draining)
  const db = openDatabase(config.database, log, {
    timeoutMs: config.limits.databaseTimeoutMs,
    schemaCheck,
    onError: health.onDatabaseError,
  })
  const processes = openProcesses(log, options)
  try {
    const demo = config.seedDemo ? (await loadDemo()).demoAccounts : null
    let publicUrl = ''
    const platform = {
      config,
      db,
      clock,
      log,
      mailer: health.countFailures(openMailer(config, log)),
      media: await openServerMediaStore(config, log),
      images: createImageProcessor(processes.pictures),
      tiles: processes.tiles,
      scratch: await openScratch(join(config.dataDir, 'tmp')),
      speller: processes.speller,
      papers: processes.papers,
      model: options.model ?? (await openModel(config)),
      publicUrl: () => publicUrl,
      demo,
    }

    const telemetry = await openTelemetrySinks(config.telemetry, log, health.figures)
    const context = buildApp(platform, {
      telemetry,
      draining,
      staffAppFolder,
      onRequest: createNewerSchemaWatch(db, schemaCheck),
    })
    const { app } = context
    await listenOrClose(app, config.listen)
    const localUrl = formatLocalUrl(config.listen.host, app.server.address() as AddressInfo)
    publicUrl = config.publicUrl ?? localUrl

    const jobs = startDailyJobs(context, listDailyJobs(context), { isTimed: hasJobTimer })
    return {
      localUrl,
      publicUrl,
      demo,
      log,
      runDueJobs: jobs.runDue,
      superseded,
      async close() {
        if (config.stopDelay > 0) await drain(draining, app, config.stopDelay)
        await Promise.all([app.close(), jobs.end()])
        await processes.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Rejects reads for at least a while, until the proxy no longer routes requests here. */
async function drain(draining: Draining, app: FastifyInstance, delayMs: number): Promise<void> {
  draining.begin()
  await setTimeout(delayMs)
  await draining.waitUntilAvoided(app)
}

/** Drains the server once a newer version has migrated the database. */
function createSchemaCheck(draining: Draining) {
  const { promise: superseded, resolve } = Promise.withResolvers<void>()
  const schemaCheck: NewerSchemaCheck = {
    newestKnown: knownMigrations.at(-1) ?? '',
    onNewer() {
      draining.begin()
      resolve()
    },
  }
  return { schemaCheck, superseded }
}

/** Opens what runs in processes of its own; they start with their first job. */
function openProcesses(
  log: Log,
  {
    papers = openPapers(log),
    pictures = createLibvipsRunner(),
    tiles = createTileRenderer(),
  }: Pick<StartOptions, 'papers' | 'pictures' | 'tiles'>,
) {
  const speller = createSpeller(log)
  return {
    papers,
    pictures,
    tiles,
    speller,
    async close(): Promise<void> {
      await Promise.all([speller.close(), papers.close(), tiles.close(), pictures.close()])
    },
  }
}

/** The server starts without its media store, and serves everything else meanwhile. */
async function openServerMediaStore(config: Config, log: Log): Promise<MediaStore> {
  const media = await openMediaStore(config.media, {
    timeoutMs: mediaTimeoutMs,
    mayBeUnreachable: true,
  })
  await media
    .ping()
    .catch((error: unknown) => log.warn({ err: error }, 'the media store can’t be reached'))
  return media
}

function openMailer({ mail: { smtpUrl, from }, dataDir }: Config, log: Log): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl, from) : folderMailer(join(dataDir, 'outbox'), from, log)
}

const openPapers = (log: Log): PaperRenderer =>
  createPaperRenderer(paperProgramUrl, {
    onCrash: (error) =>
      log.warn(
        { err: error },
        'a process that sets papers ended by itself; another one tries again',
      ),
  })

/**
 * Closes a server that can't listen: other ports it has opened, such as the one for metrics, would
 * keep the process alive.
 */
async function listenOrClose(app: FastifyInstance, listen: Config['listen']): Promise<void> {
  try {
    await app.listen(listen)
  } catch (error) {
    await app.close()
    throw error
  }
}

/**
 * Migrates on a separate connection without a timeout, because migrating a large table takes longer
 * than any request should.
 */
async function prepareDatabase(config: Config, clock: Clock, log: Log): Promise<void> {
  await rejectEmptyDatabaseFile(config.database)
  await using db = openDatabase(config.database, log)
  if (config.production) await requireMigratedDatabase(db, config.database)
  const migrations = await migrate(db, {
    beforeChange: backupBeforeMigration({ config, clock, log }),
  })
  if (migrations.length > 0) log.info({ migrations }, 'the database was brought up to date')
  if (config.seedDemo) await seedDemo(config, db, clock)
  await fillProjections(db, clock)
}

/** Loads the SDK on demand: it takes a second and 60 MB. */
async function openModel({ ai, limits }: Config): Promise<LanguageModel | null> {
  if (!ai) return null
  const { createProviderModel } = await import('../adapters/models/provider.ts')
  return createProviderModel(ai, limits)
}

function formatLocalUrl(host: string, { port }: AddressInfo): string {
  const isWildcard = host === '0.0.0.0' || host === '::'
  return `http://${isWildcard || host === '127.0.0.1' ? 'localhost' : host}:${port}`
}
