import type { ListedFile } from '../adapters/media/media-store.ts'
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
    ...(await db.transaction().execute((tx) => repairDerived(tx, clock))),
    ...(await repairSizes({ db, media, sizes })),
    ...(await removeOrphans({ db, media, clock })),
  ]
}

/** Rows that can’t be read, what is derived from the others, and the next ids. */
async function repairDerived(tx: Tx, clock: Clock): Promise<string[]> {
  const done = [
    ...(await repairAttributes(tx)),
    ...(await repairViews(tx)),
    ...(await repairItems(tx)),
    ...(await repairPlaces(tx, clock)),
    ...(await rebuildProjections(tx, clock)),
  ]
  const { next, highest } = await readItemCounter(tx)
  if (next === null || next <= highest) {
    await tx.deleteFrom('counter').where('name', '=', 'item').execute()
    await tx
      .insertInto('counter')
      .values({ name: 'item', next: highest + 1 })
      .execute()
    done.push(`The next item gets the number ${highest + 1}.`)
  }
  for (const table of await readSchema(tx)) done.push(...(await repairNumbers(tx, table)))
  return done
}

async function repairNumbers(tx: Tx, table: Table): Promise<string[]> {
  const last = await readLastId(tx, table)
  if (last === null) return []
  const highest = await readHighestId(tx, table)
  if (highest <= last) return []
  await setLastId(tx, table, highest)
  return [`The ids of ${table.name} continue after ${highest}.`]
}

async function repairSizes(parts: Omit<Parts, 'clock'>): Promise<string[]> {
  const { files, pictures, failed } = await renderMissingSizes(parts)
  return [
    ...(files > 0
      ? [`${files} sizes of ${pictures} pictures were made from their originals.`]
      : []),
    ...[...failed].map(
      ([content, reason]) => `The sizes of ${content} could not be made: ${reason}.`,
    ),
  ]
}

// Files are stored before their row: a younger one may belong to an upload in progress.
const maxUploadMs = hours(1)

async function removeOrphans({ db, media, clock }: Omit<Parts, 'sizes'>): Promise<string[]> {
  const files: ListedFile[] = []
  for await (const file of media.list(() => {})) files.push(file)
  // Read after listing: a file that got its row meanwhile stays.
  const known = new Set((await readMediaContents(db)).flatMap(({ keys }) => keys))
  const done: string[] = []
  for (const { key, place, changedAt, remove } of files) {
    if (key !== null && known.has(key)) continue
    const isYoung = key !== null && clock.now().getTime() - changedAt.getTime() < maxUploadMs
    if (!remove) done.push(`Left alone, as it may be somebody else’s: ${place}`)
    else if (isYoung)
      done.push(`Left alone, as an upload may be under way (try again in an hour): ${place}`)
    else {
      await remove()
      done.push(`Removed: ${place}`)
    }
  }
  return done
}
