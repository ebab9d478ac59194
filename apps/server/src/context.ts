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

/** What the features stand on: made at the start, once, and replaceable by a test. */
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
  /** The configured language model; null where the embedded engine answers and no text leaves the server. */
  readonly model: LanguageModel | null
  readonly publicUrl: () => string
  readonly demo: Settings['demo']
}

/** What a feature registers itself with. */
export interface Context extends Platform {
  readonly app: FastifyInstance
  readonly jobs: JobRegistry
  /** The one instance of a service, made when it is first needed. */
  readonly get: <Service>(make: (context: Context) => Service) => Service
}

export function createContext(platform: Platform, app: FastifyInstance): Context {
  const services = new Map<unknown, unknown>()
  const context: Context = {
    ...platform,
    app,
    jobs: createJobRegistry(),
    get<Service>(make: (context: Context) => Service) {
      if (!services.has(make)) services.set(make, make(context))
      return services.get(make) as Service
    },
  }
  return context
}
