import type { Settings } from '@vitrine/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Scratch } from './adapters/files/files.ts'
import type { Images, Tiles } from './adapters/images/images.ts'
import type { Mailer } from './adapters/mail/mail.ts'
import type { MediaStore } from './adapters/media/media-store.ts'
import type { Model } from './adapters/models/model.ts'
import type { Papers } from './adapters/pdf/papers.ts'
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
  readonly images: Images
  readonly tiles: Tiles
  readonly scratch: Scratch
  readonly speller: Speller
  readonly papers: Papers
  /** The configured language model; null where the embedded engine answers and no text leaves the server. */
  readonly model: Model | null
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
