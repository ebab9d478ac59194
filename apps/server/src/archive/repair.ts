import type { ListedMediaFile } from '../adapters/media/media-store.ts'
import { type Clock, hours } from '../base/clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tables.ts'
import { repairAttributes } from '../features/attributes/index.ts'
import { repairItems } from '../features/items/index.ts'
import type { PictureSizes } from '../features/media/index.ts'
import { repairPlaces } from '../features/places/index.ts'
import { repairViews } from '../features/views/index.ts'
import { rebuildProjections } from '../projections/index.ts'
import { isSchemaUpToDate, readHighestId, readItemCounter } from './check.ts'
import { readMediaContents, renderMissingSizes } from './media.ts'
import { readLastId, setLastId } from './rows.ts'
import { readSchema, type Table } from './schema.ts'

interface Parts extends Pick<Context, 'db' | 'media' | 'clock'> {
  readonly sizes: PictureSizes
}

/** Repairs what can be derived from other data; returns one sentence per repair. */
export async function repairEverything({ db, media, sizes, clock }: Parts): Promise<string[]> {
  if (!(await isSchemaUpToDate(db)))
    throw new Error('The database is not up to date: please run migrate first.')
  return [
    ...(await db.transaction().execute((tx) => repairRows(tx, clock))),
    ...(await repairSizes({ db, media, sizes })),
    ...(await removeOrphans({ db, media, clock })),
  ]
}

/** Repairs unreadable rows, rebuilds projections, and raises counters and id sequences that lag. */
async function repairRows(tx: Tx, clock: Clock): Promise<string[]> {
  const repairs = [
    ...(await repairAttributes(tx)),
    ...(await repairViews(tx)),
    ...(await repairItems(tx)),
    ...(await repairPlaces(tx, clock)),
    ...(await rebuildProjections(tx, clock)),
    ...(await repairItemCounter(tx)),
  ]
  for (const table of await readSchema(tx)) repairs.push(...(await repairIdSequence(tx, table)))
  return repairs
}

async function repairItemCounter(tx: Tx): Promise<string[]> {
  const { next, highest } = await readItemCounter(tx)
  if (next !== null && next > highest) return []
  await tx.deleteFrom('counter').where('name', '=', 'item').execute()
  await tx
    .insertInto('counter')
    .values({ name: 'item', next: highest + 1 })
    .execute()
  return [`The next item gets the number ${highest + 1}.`]
}

async function repairIdSequence(tx: Tx, table: Table): Promise<string[]> {
  const lastId = await readLastId(tx, table)
  if (lastId === null) return []
  const highestId = await readHighestId(tx, table)
  if (highestId <= lastId) return []
  await setLastId(tx, table, highestId)
  return [`The ids of ${table.name} continue after ${highestId}.`]
}

async function repairSizes(parts: Omit<Parts, 'clock'>): Promise<string[]> {
  const { files, pictures, failed } = await renderMissingSizes(parts)
  const repairs: string[] = []
  if (files > 0)
    repairs.push(`${files} sizes of ${pictures} pictures were made from their originals.`)
  for (const [name, reason] of failed)
    repairs.push(`The sizes of ${name} could not be made: ${reason}.`)
  return repairs
}

// A file is stored before its row is written, so a recent one may belong to an upload in progress.
const maxUploadMs = hours(1)

/** Removes files of no picture or recording; returns one sentence per file. */
async function removeOrphans({ db, media, clock }: Omit<Parts, 'sizes'>): Promise<string[]> {
  const files: ListedMediaFile[] = []
  // A folder that can't be read is skipped: `checkEverything` reports it.
  for await (const file of media.list(() => {})) files.push(file)

  // Read after the listing, so that files whose row was written meanwhile are kept.
  const knownKeys = new Set((await readMediaContents(db)).flatMap(({ keys }) => keys))

  const messages: string[] = []
  for (const { key, path, changedAt, remove } of files) {
    if (key !== null && knownKeys.has(key)) continue

    const ageMs = clock.now().getTime() - changedAt.getTime()
    // An upload only writes files that have a key.
    const mayBeUpload = key !== null && ageMs < maxUploadMs
    if (!remove) {
      messages.push(`Not removed, because something else may use it: ${path}`)
    } else if (mayBeUpload) {
      messages.push(
        `Not removed, because an upload may be in progress (try again in an hour): ${path}`,
      )
    } else {
      await remove()
      messages.push(`Removed: ${path}`)
    }
  }
  return messages
}
