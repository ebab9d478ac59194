import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Scratch } from '../adapters/files/files.ts'
import type { MediaStore, StoredMedia } from '../adapters/media/media-store.ts'
import type { Context } from '../context.ts'
import type { Db, Tables } from '../db/tables.ts'
import {
  listMediaKeys,
  listMissingSizes,
  originalKey,
  type PictureSizes,
} from '../features/media/index.ts'

/** A picture or recording by the name of its content, and the keys of all its files, the original first. */
export interface MediaContent {
  readonly name: string
  readonly kind: Tables['media']['kind']
  readonly keys: readonly string[]
}

/** All media in the database, history included: media rows are never deleted. */
export async function readMediaContents(db: Db): Promise<MediaContent[]> {
  const { rows } = await sql<Pick<MediaContent, 'name' | 'kind'>>`
    select distinct name, kind from media order by name, kind
  `.execute(db)
  return rows.map(({ name, kind }) => ({ name, kind, keys: listMediaKeys(kind, name) }))
}

/** Originals can't be recovered; everything else is rendered from them on demand. */
export const isOriginalKey = (key: string): boolean => key.endsWith(originalKey(''))

/** Whether the bytes differ from the hash in the key; only originals have one. */
export const isDamagedOriginal = (key: string, sha256: string): boolean =>
  isOriginalKey(key) && key !== originalKey(sha256)

/** Hashes bytes as they pass. */
function hashing() {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, sha256: () => hash.digest('hex') }
}

export interface MediaCopyResult {
  readonly copied: number
  readonly alreadyPresent: number
  /** Originals, as in a backup. */
  readonly missing: readonly string[]
  readonly damaged: readonly string[]
}

/** Copies the known media from one store to another. Existing files are skipped, so it can be repeated. */
export async function copyMedia(
  contents: readonly MediaContent[],
  from: MediaStore,
  to: MediaStore,
  scratch: Scratch,
): Promise<MediaCopyResult> {
  const outcome = { copied: 0, alreadyPresent: 0, missing: [] as string[], damaged: [] as string[] }
  for (const key of contents.flatMap(({ keys }) => keys)) {
    const found = await from.find(key)
    if (!found) outcome.missing.push(...[key].filter(isOriginalKey))
    else if ((await to.find(key))?.size === found.size) outcome.alreadyPresent++
    else if (await copyFile(key, found, to, scratch)) outcome.copied++
    else outcome.damaged.push(key)
  }
  return outcome
}

async function copyFile(
  key: string,
  found: StoredMedia,
  to: MediaStore,
  scratch: Scratch,
): Promise<boolean> {
  await using file = await scratch.newFile()
  const { through, sha256 } = hashing()
  await pipeline(await found.open(), through, createWriteStream(file.path))
  if (isDamagedOriginal(key, sha256())) return false
  await to.put(key, { file: file.path })
  return true
}

interface SizeParts extends Pick<Context, 'db' | 'media'> {
  readonly sizes: PictureSizes
}

interface Remade {
  readonly pictures: number
  readonly files: number
  /** Why the sizes of a picture could not be made, by its content. */
  readonly failed: ReadonlyMap<string, string>
}

/** Makes every size that a picture lacks, one picture after the other. */
export async function renderMissingSizes({ db, media, sizes }: SizeParts): Promise<Remade> {
  const there = new Map<string, number>()
  for await (const { key, size } of media.list(() => {})) if (key) there.set(key, size)
  const remade = { pictures: 0, files: 0, failed: new Map<string, string>() }
  for (const { name, kind } of await readMediaContents(db)) {
    const wanted = kind === 'picture' ? listMissingSizes(name, (key) => there.get(key)) : []
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
