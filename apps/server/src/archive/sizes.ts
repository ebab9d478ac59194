import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Db } from '../db/tables.ts'
import { missingSizes, originalKey, type PictureSizes } from '../features/media/index.ts'
import { knownContents } from './media.ts'

interface Parts {
  readonly db: Db
  readonly media: MediaStore
  readonly sizes: PictureSizes
}

export interface Remade {
  readonly pictures: number
  readonly files: number
  /** Why the sizes of a picture could not be made, by its content. */
  readonly failed: ReadonlyMap<string, string>
}

/** Makes every size that a picture lacks, one picture after the other. */
export async function remakeMissingSizes({ db, media, sizes }: Parts): Promise<Remade> {
  const there = new Map<string, number>()
  for await (const { key, size } of media.list(() => {})) if (key) there.set(key, size)
  const remade = { pictures: 0, files: 0, failed: new Map<string, string>() }
  for (const { name, kind } of await knownContents(db)) {
    const wanted = kind === 'picture' ? missingSizes(name, (key) => there.get(key)) : []
    if (wanted.length === 0 || !there.has(originalKey(name))) continue
    try {
      await sizes.remake(name, wanted)
      remade.pictures++
      remade.files += wanted.length
    } catch (error) {
      remade.failed.set(name, (error as Error).message)
    }
  }
  return remade
}
