import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inventoryTypes, itemTypes } from '@vitrine/contract'
import { absent } from '../../adapters/files/absent.ts'
import type { MediaStore } from '../../adapters/media/media-store.ts'
import type { Clock } from '../../base/clock.ts'
import { itemPages } from '../../db/items.ts'
import { executedMigrations, knownMigrations } from '../../db/migrate.ts'
import type { Db } from '../../db/tables.ts'
import { originalKey } from '../../features/media/index.ts'
import { readSchema } from '../schema.ts'
import { inSnapshot } from '../snapshot.ts'
import { exported } from './chosen.ts'
import { jsonOf } from './json.ts'
import { earlierName, mediaName } from './media-names.ts'
import { readme } from './readme.ts'
import { commentSheet, csvOf, eventSheet, itemSheet, journalSheet, pictureSheet, userSheet } from './sheets.ts'
import { exportStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly media: MediaStore
  readonly clock: Clock
}

export interface Exported {
  readonly files: number
  /** Names of pictures and recordings that were not there. */
  readonly missing: readonly string[]
}

/** Writes everything as it is at one moment into a folder, in formats that need no Vitrine to read. */
export async function exportEverything(folder: string, { db, media, clock }: Parts): Promise<Exported> {
  await requireFreeFolder(folder)
  if ((await executedMigrations(db)).at(-1) !== knownMigrations.at(-1))
    throw new Error('The database is not up to date: please run migrate first.')

  // It gets its name only once it is complete.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  let files = 0
  const write = async (name: string, content: AsyncIterable<string | Buffer>) => {
    const path = join(unfinished, name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(content), createWriteStream(path))
    files++
  }

  const missing = await inSnapshot(db, async (snapshot) => {
    const names = await namesOfMedia(snapshot)
    const fileOf = (itemId: number, mediaId: number | null) => names.ofItem.get(`${itemId} ${mediaId}`) ?? ''
    for (const type of itemTypes) {
      await write(`${inventoryTypes[type].many}.csv`, csvOf(itemSheet(snapshot, type, fileOf)))
    }
    await write('pictures.csv', csvOf(pictureSheet(snapshot, fileOf)))
    await write('comments.csv', csvOf(await commentSheet(snapshot)))
    await write('journal.csv', csvOf(await journalSheet(snapshot)))
    await write('events.csv', csvOf(await eventSheet(snapshot)))
    await write('users.csv', csvOf(await userSheet(snapshot)))
    for (const table of await readSchema(snapshot)) {
      if (exported[table.name]) await write(`json/${table.name}.json`, jsonOf(snapshot, table))
    }
    const lost: string[] = []
    for (const [name, content] of names.files) {
      const found = await media.find(originalKey(content))
      if (found) await write(name, await found.open())
      else lost.push(name)
    }
    return lost
  })
  await writeFile(join(unfinished, 'README.txt'), readme(clock.now()))
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return { files: files + 1, missing }
}

/** Fails unless the folder is missing or empty: nothing is overwritten. */
async function requireFreeFolder(folder: string): Promise<void> {
  const around = await stat(dirname(folder)).catch(absent)
  // An unmounted disk looks like a missing folder, and nothing must be written to this disk instead.
  if (!around)
    throw new Error(`There is no folder ${dirname(folder)}: please create it, or check that its disk is mounted.`)
  const found = await stat(folder).catch(absent)
  if (!found) return
  if (!found.isDirectory()) throw new Error(`${folder} is a file: please choose a folder that is not there yet.`)
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: please choose a folder that is not there yet.`)
  // The temporary folder beside it would be on another disk and could not be renamed.
  if (found.dev !== around.dev) throw new Error(`${folder} is a disk of its own: please choose a new folder on it.`)
}

/** The names of the files: media of an item under the item's name, all others beside. */
async function namesOfMedia(db: Db) {
  const byId = new Map((await exportStore(db).media()).map((row) => [row.id, row]))
  const files = new Map<string, string>()
  const ofItem = new Map<string, string>()
  const shown = new Set<string>()
  for (const type of itemTypes) {
    for await (const items of itemPages(db, type)) {
      for (const {
        row: item,
        item: { state },
      } of items) {
        const media = [
          ...state.pictures.map(({ mediaId }, position) => ({ id: mediaId, position })),
          ...(state.recordingId === null ? [] : [{ id: state.recordingId, position: 0 }]),
        ]
        for (const { id, position } of media) {
          const row = byId.get(id)
          if (!row) continue
          const name = mediaName(item, row, position)
          files.set(name, row.name)
          ofItem.set(`${item.id} ${id}`, name)
          shown.add(row.name)
        }
      }
    }
  }
  for (const row of byId.values()) if (!shown.has(row.name)) files.set(earlierName(row), row.name)
  return { files, ofItem }
}
