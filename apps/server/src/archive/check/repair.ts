import { randomUUID } from 'node:crypto'
import type { ListedFile, MediaStore } from '../../adapters/media/media-store.ts'
import { type Clock, hours } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { repairAttributes } from '../../features/attributes/index.ts'
import { repairExchangeLog } from '../../features/exchange-log/index.ts'
import { rebuildGaps, repairItems } from '../../features/inventory/index.ts'
import { repairMentions } from '../../features/journal/index.ts'
import type { PictureSizes } from '../../features/media/index.ts'
import { repairSearchIndex } from '../../features/search-index/index.ts'
import { repairViews } from '../../features/views/index.ts'
import { lastIdOf, setLastId } from '../counting.ts'
import { knownContents } from '../media.ts'
import { readSchema, type Table } from '../schema.ts'
import { remakeMissingSizes } from '../sizes.ts'
import { lists, nextItem } from './content.ts'
import { highestIdOf, isUpToDate } from './database.ts'

interface Parts {
  readonly db: Db
  readonly media: MediaStore
  readonly sizes: PictureSizes
  readonly clock: Clock
}

/** Repairs what can be derived from other data; returns one sentence per repair. */
export async function repairEverything({ db, media, sizes, clock }: Parts): Promise<string[]> {
  if (!(await isUpToDate(db))) throw new Error('The database is not up to date: please run migrate first.')
  return [
    ...(await db.transaction().execute((tx) => repairDerived(tx, clock))),
    ...(await repairSizes({ db, media, sizes })),
    ...(await removeOrphans({ db, media, clock })),
  ]
}

/** Derived rows: revisions of lists, gaps of items, the next ids and the search index. */
async function repairDerived(tx: Tx, clock: Clock): Promise<string[]> {
  const done: string[] = []
  const named = new Set((await tx.selectFrom('revision').select('name').execute()).map(({ name }) => name))
  for (const name of lists) {
    if (named.has(name)) continue
    await tx.insertInto('revision').values({ name, value: randomUUID() }).execute()
    done.push(`The list of ${name} has a revision again.`)
  }
  done.push(...(await repairAttributes(tx)))
  done.push(...(await repairViews(tx)))
  done.push(...(await repairItems(tx)))
  const wrongGaps = await rebuildGaps(tx, clock)
  if (wrongGaps > 0) done.push(`The gaps of ${wrongGaps} items were recalculated.`)
  done.push(...(await repairMentions(tx)))
  done.push(...(await repairExchangeLog(tx, clock)))
  // Invalidates lists cached from a damaged state.
  await tx.updateTable('revision').set({ value: randomUUID() }).execute()

  const { next, highest } = await nextItem(tx)
  if (next === null || next <= highest) {
    await tx.deleteFrom('counter').where('name', '=', 'item').execute()
    await tx
      .insertInto('counter')
      .values({ name: 'item', next: highest + 1 })
      .execute()
    done.push(`The next item gets the number ${highest + 1}.`)
  }
  for (const table of await readSchema(tx)) done.push(...(await repairNumbers(tx, table)))
  done.push(...(await repairSearchIndex(tx)))
  return done
}

async function repairNumbers(tx: Tx, table: Table): Promise<string[]> {
  const last = await lastIdOf(tx, table)
  if (last === null) return []
  const highest = await highestIdOf(tx, table)
  if (highest <= last) return []
  await setLastId(tx, table, highest)
  return [`The ids of ${table.name} continue after ${highest}.`]
}

async function repairSizes(parts: Omit<Parts, 'clock'>): Promise<string[]> {
  const { files, pictures, failed } = await remakeMissingSizes(parts)
  return [
    ...(files > 0 ? [`${files} sizes of ${pictures} pictures were made from their originals.`] : []),
    ...[...failed].map(([content, reason]) => `The sizes of ${content} could not be made: ${reason}.`),
  ]
}

// Files are stored before their row: a younger one may belong to an upload in progress.
const maxUploadMs = hours(1)

async function removeOrphans({ db, media, clock }: Omit<Parts, 'sizes'>): Promise<string[]> {
  const files: ListedFile[] = []
  for await (const file of media.list(() => {})) files.push(file)
  // Read after listing: a file that got its row meanwhile stays.
  const known = new Set((await knownContents(db)).flatMap(({ keys }) => keys))
  const done: string[] = []
  for (const { key, place, changedAt, remove } of files) {
    if (key !== null && known.has(key)) continue
    const isYoung = key !== null && clock.now().getTime() - changedAt.getTime() < maxUploadMs
    if (!remove) done.push(`Left alone, as it may be somebody else’s: ${place}`)
    else if (isYoung) done.push(`Left alone, as an upload may be under way (try again in an hour): ${place}`)
    else {
      await remove()
      done.push(`Removed: ${place}`)
    }
  }
  return done
}
