import type { Scratch } from './adapters/files/scratch.ts'
import { drawSvg } from './adapters/images/draw-svg.ts'
import type { Images } from './adapters/images/images.ts'
import type { MediaStore } from './adapters/media/media-store.ts'
import { encodeMp3 } from './adapters/sound/mp3-encoder.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/tables.ts'
import { giveDemoMedia } from './features/inventory/index.ts'
import { mediaAcceptance } from './features/media/index.ts'
import type { Log } from './log.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly media: MediaStore
  readonly images: Images
  readonly scratch: Scratch
}

/** Makes the demo's pictures and recordings beside the running server, until it is done or told to end. */
export function makeDemoMedia({ db, clock, log, media, images, scratch }: Parts): { end(): Promise<void> } {
  const stopping = new AbortController()
  const acceptance = mediaAcceptance({ db, clock, media, images })
  const work = giveDemoMedia({ db, acceptance, scratch, draw: drawSvg, encode: encodeMp3 }, stopping.signal).catch(
    (error: unknown) => log.error({ err: error }, 'The demo goes without some of its pictures until the next start'),
  )
  return {
    async end() {
      stopping.abort()
      await work
    },
  }
}
