import type { Settings } from '@vitrine/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ScratchFolder } from './adapters/files/files.ts'
import type { ImageProcessor, TileRenderer } from './adapters/images/images.ts'
import type { Mailer } from './adapters/mail/mail.ts'
import type { MediaStore } from './adapters/media/media-store.ts'
import type { LanguageModel } from './adapters/models/model.ts'
import type { PaperRenderer } from './adapters/pdf/papers.ts'
import type { Speller } from './adapters/spelling/speller.ts'
import type { Clock } from './base/clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/tables.ts'
import { createJobRegistry, type JobRegistry } from './jobs/registry.ts'

/** The parts on which features are built: created once at the start, replaceable by tests. */
export interface Platform {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly mailer: Mailer
  readonly media: MediaStore
  readonly images: ImageProcessor
  readonly tiles: TileRenderer
  readonly scratch: ScratchFolder
  readonly speller: Speller
  readonly papers: PaperRenderer
  /**
   * The configured language model; null if the embedded engine answers and no text leaves the
   * server.
   */
  readonly model: LanguageModel | null
  readonly publicUrl: () => string
  readonly demo: Settings['demo']
}

/** The platform as features get it, with the means to register themselves. */
export interface Context extends Platform {
  readonly app: FastifyInstance
  readonly jobs: JobRegistry
  /** Returns the single instance of a service, which is created on first use. */
  readonly get: <Service>(create: (context: Context) => Service) => Service
}

export function createContext(platform: Platform, app: FastifyInstance): Context {
  const services = new Map<unknown, unknown>()
  const context: Context = {
    ...platform,
    app,
    jobs: createJobRegistry(),
    get<Service>(create: (context: Context) => Service) {
      if (!services.has(create)) services.set(create, create(context))
      return services.get(create) as Service
    },
  }
  return context
}
