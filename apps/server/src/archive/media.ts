import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { ScratchFolder } from '../adapters/files/files.ts'
import type { MediaStore, StoredMedia } from '../adapters/media/media-store.ts'
import type { Context } from '../context.ts'
import type { Db, Tables } from '../db/tables.ts'
import {
  getOriginalKey,
  isDamagedSize,
  listMediaKeys,
  listMissingSizes,
  type PictureSizes,
} from '../features/media/index.ts'

/**
 * A picture or recording, named by its hash, with the keys of all its files, the original first.
 */
export interface MediaContent {
  readonly name: string
  readonly kind: Tables['media']['kind']
  readonly keys: readonly string[]
}

/** Reads all media, including those only the history refers to: media rows are never deleted. */
export async function readMediaContents(db: Db): Promise<MediaContent[]> {
  const { rows } = await sql<Pick<MediaContent, 'name' | 'kind'>>`
    select distinct name, kind from media order by name, kind
  `.execute(db)
  return rows.map(({ name, kind }) => ({ name, kind, keys: listMediaKeys(kind, name) }))
}

/** Originals can't be recovered; everything else is rendered from them on demand. */
export const isOriginalKey = (key: string): boolean => key.endsWith(getOriginalKey(''))

/** Whether the bytes of an original differ from the hash in its key; other files have no hash. */
export const isDamagedOriginal = (key: string, sha256: string): boolean =>
  isOriginalKey(key) && key !== getOriginalKey(sha256)

/** Creates a stream that passes bytes through and hashes them. */
function createHashingStream() {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, computeSha256: () => hash.digest('hex') }
}

interface MediaStores {
  readonly source: MediaStore
  readonly target: MediaStore
  readonly scratch: ScratchFolder
}

export interface MediaCopyResult {
  readonly copied: number
  readonly alreadyPresent: number
  /** Keys of missing originals; all other files can be rendered again. */
  readonly missing: readonly string[]
  readonly damaged: readonly string[]
}

/** Copies media between stores. Skips existing files, so an interrupted copy can be repeated. */
export async function copyMedia(
  contents: readonly MediaContent[],
  { source, target, scratch }: MediaStores,
): Promise<MediaCopyResult> {
  const result = { copied: 0, alreadyPresent: 0, missing: [] as string[], damaged: [] as string[] }
  for (const key of contents.flatMap(({ keys }) => keys)) {
    const file = await source.find(key)
    if (!file) {
      if (isOriginalKey(key)) result.missing.push(key)
      continue
    }

    const existing = await target.find(key)
    if (existing?.size === file.size) result.alreadyPresent++
    else if (await copyFile(key, file, { target, scratch })) result.copied++
    else result.damaged.push(key)
  }
  return result
}

/** Returns false, and copies nothing, if the file is damaged. */
async function copyFile(
  key: string,
  file: StoredMedia,
  { target, scratch }: Pick<MediaStores, 'target' | 'scratch'>,
): Promise<boolean> {
  await using scratchFile = await scratch.newFile()
  const { through, computeSha256 } = createHashingStream()
  await pipeline(await file.open(), through, createWriteStream(scratchFile.path))
  if (isDamagedOriginal(key, computeSha256())) return false
  await target.put(key, { file: scratchFile.path })
  return true
}

interface RenderingParts extends Pick<Context, 'db' | 'media'> {
  readonly sizes: PictureSizes
}

interface RenderedSizes {
  /** Number of pictures of which a size was rendered. */
  readonly pictures: number
  /** Number of rendered files. */
  readonly files: number
  /** Reasons by the name of the picture whose sizes could not be rendered. */
  readonly failed: ReadonlyMap<string, string>
}

/**
 * Renders every missing or damaged size of pictures whose original exists, one picture after the
 * other.
 */
export async function renderMissingSizes({
  db,
  media,
  sizes,
}: RenderingParts): Promise<RenderedSizes> {
  const bytesByKey = await readBytesByKey(media)

  const rendered = { pictures: 0, files: 0, failed: new Map<string, string>() }
  for (const { name, kind } of await readMediaContents(db)) {
    if (kind !== 'picture' || !bytesByKey.has(getOriginalKey(name))) continue
    const missing = listMissingSizes(name, (key) => bytesByKey.get(key))
    if (missing.length === 0) continue
    try {
      await sizes.renderSizes(name, missing)
      rendered.pictures++
      rendered.files += missing.length
    } catch (error) {
      rendered.failed.set(name, (error as Error).message)
    }
  }
  return rendered
}

/** Reads the length of each file. A damaged size counts as empty, so that it is rendered again. */
async function readBytesByKey(media: MediaStore): Promise<Map<string, number>> {
  const bytesByKey = new Map<string, number>()
  // A folder that can't be read is skipped, and the pictures in it are left alone.
  for await (const { key, size: bytes } of media.list(() => {})) {
    if (!key) continue
    const renderedFile = isOriginalKey(key) ? null : await media.find(key)
    const isDamaged = renderedFile !== null && (await isDamagedSize(key, renderedFile))
    bytesByKey.set(key, isDamaged ? 0 : bytes)
  }
  return bytesByKey
}
