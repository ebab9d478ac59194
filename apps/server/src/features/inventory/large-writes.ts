import { setTimeout } from 'node:timers/promises'
import { type ItemType, identifierKey } from '@vitrine/contract'
import { instant, seconds } from '../../base/clock.ts'
import { conflict } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { chunks, yieldingChunks } from '../../db/chunks.ts'
import { inTransaction, isPostgres } from '../../db/dialect.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Item, ItemState } from '../../db/items.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type ReadState, unreadable } from '../history/index.ts'
import { itemChanges, itemCodec } from './state.ts'
import { itemStore } from './store.ts'
import { type ImportRow, importStore } from './store-imports.ts'
import { writeUnrecorded } from './write.ts'

/** An import or the undo of one, planned: one of `rows` for each item. */
export interface LargeWrite<Row> {
  readonly rows: readonly Row[]
  /** Adds the row of the import, or marks it; returns its id. */
  begin(tx: Tx, leaseUntil: string): Promise<number>
  write(tx: Tx, some: readonly Row[], importId: number): Promise<void>
  finish(tx: Tx, importId: number): Promise<void>
}

/** Others have changed what was planned. */
export class Overtaken extends Error {}

/** SQLite has one writer, and every other one waits for it; PostgreSQL locks rows, and there one transaction is simplest. */
const itemsPerTransaction = (db: Db): number => (isPostgres(db) || db.isTransaction ? Number.POSITIVE_INFINITY : 100)

const maxAttempts = 3
/** For one batch. */
const leaseMs = seconds(20)
const pollMs = 50

/**
 * Writes of many items, all or nothing: in short transactions, with others writing in between; if one fails, the earlier ones
 * are taken back. Meanwhile the row of the import has a lease, and no other large write is planned: it could build on what is
 * taken back later. A lease runs out when its process was killed or could not even take back.
 *
 * If `db` is a transaction that the caller has begun, all is written in it. The caller calls `attempt` before it begins: to wait
 * inside would block what is waited for.
 */
export function largeWrites({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  async function takeBack(importId: number): Promise<void> {
    const step = async (tx: Tx): Promise<boolean> => {
      const store = importStore(tx)
      const row = await store.lock(importId)
      if (!row || row.lease_until === null) return false
      const { id, type, at, user_name: by, undone_by } = row
      const isUndo = undone_by !== null
      await store.seize(id)
      if (type && (await takeBackSome(tx, { id, type, at, by, isUndo }))) return true
      await (isUndo ? store.endUndo(id, null) : store.remove(id))
      return false
    }
    while (await db.transaction().execute(step));
  }

  /** Waits for what is being written, and takes back what has stopped. */
  async function untilNoneIsRunning(hasStopped: (row: ImportRow) => boolean): Promise<void> {
    for (;;) {
      const running = await importStore(db).running()
      if (!running) return
      if (hasStopped(running)) await takeBack(running.id)
      else await setTimeout(pollMs)
    }
  }

  return {
    /** Plans and writes; again if others change the items meanwhile. */
    async attempt<Outcome>(done: string, planAndWrite: () => Promise<Outcome>): Promise<Outcome> {
      if (db.isTransaction) return planAndWrite()
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        await untilNoneIsRunning(({ lease_until }) => (lease_until ?? '') < instant(clock))
        try {
          return await planAndWrite()
        } catch (error) {
          if (!(error instanceof Overtaken || isUniqueViolation(error))) throw error
        }
      }
      throw conflict(`Others are changing these items right now. Nothing was ${done}; please try again in a moment.`)
    },

    /** Returns the id of the import. */
    async write<Row>({ rows, begin, write, finish }: LargeWrite<Row>): Promise<number> {
      const batches = rows.length > 0 ? [...chunks(rows, itemsPerTransaction(db))] : [[]]
      let held: { id: number; until: string } | undefined
      const step = async (tx: Tx, some: readonly Row[]) => {
        const [store, until] = [importStore(tx), instant(clock, leaseMs)]
        if (held && !(await store.renew(held, until))) {
          // Another process has taken it back.
          held = undefined
          throw new Overtaken()
        }
        if (!held && (await store.running())) throw new Overtaken()
        const id = held?.id ?? (await begin(tx, until))
        await write(tx, some, id)
        if (some === batches.at(-1)) await finish(tx, id)
        return { id, until }
      }
      try {
        for (const some of batches) {
          held = await inTransaction(db, (tx) => step(tx, some))
        }
        return held?.id ?? 0
      } catch (error) {
        // If that fails as well, its lease runs out.
        if (held && !db.isTransaction) await takeBack(held.id).catch(() => undefined)
        throw error
      }
    },

    /** At the start. If another process is still at it, its next batch finds the lease gone, and it plans again. */
    takeBackUnfinished: () => untilNoneIsRunning(() => true),
  }
}

/** An item that an upload created or changed, as it was before and as it is now. */
export interface ImportedItem {
  readonly id: number
  /** As in the uploaded file. */
  readonly identifier: string
  /** Null when the upload created it. */
  readonly before: ReadState<ItemState>
  /** Undefined when it no longer exists. */
  readonly item: Item | undefined
  readonly changedSince: boolean
}

/** The items of an import as they are now. */
export async function importedItems(db: Db, importId: number): Promise<ImportedItem[]> {
  const history = itemChanges(db)
  const touched = await history.subjectsOfImport(importId)
  const items = await itemStore(db).lockMany(touched.map((change) => change.subject_id))
  const imported: ImportedItem[] = []
  for await (const some of yieldingChunks(await history.ofImport(importId))) {
    for (const { id, subject_id, latest_id, before, after } of some) {
      const left = itemCodec.read(after)
      const item = items.get(subject_id)
      imported.push({
        id: subject_id,
        identifier: (left === unreadable ? item?.state : left)?.identifier ?? '',
        before: itemCodec.read(before),
        item,
        changedSince: latest_id !== id,
      })
    }
  }
  return imported
}

/** An import, or the undo of one, that was not written to its end. */
interface Unfinished {
  readonly id: number
  readonly isUndo: boolean
  readonly type: ItemType
  readonly at: string
  readonly by: string
}

/** Few enough for a short transaction. */
const takenBackAtOnce = 50

/**
 * Takes some of an unfinished import back, history included, as if it had never been. What others changed or commented on
 * since stays as they left it, and so does what has become impossible. False when nothing was left.
 */
async function takeBackSome(tx: Tx, unfinished: Unfinished): Promise<boolean> {
  const { id: importId, isUndo, type, at, by } = unfinished
  const history = itemChanges(tx)
  const made = await history.ofImport(importId, { isUndo, limit: takenBackAtOnce })
  if (made.length === 0) return false
  const ids = made.map(({ subject_id }) => subject_id)
  const items = await itemStore(tx).lockMany(ids)
  const discussed = new Set(await itemStore(tx).commented(ids))
  const read = made.map(({ before, ...change }) => ({ ...change, earlier: itemCodec.read(before) }))
  const gone = read.flatMap(({ subject_id, earlier }) =>
    earlier && earlier !== unreadable && !items.has(subject_id) ? earlier.identifier : [],
  )
  const taken = await itemStore(tx).byIdentifiers(type, gone)
  const isTaken = ({ identifier }: ItemState) => taken.has(identifierKey(identifier))
  const steps = read.map(({ id, subject_id, latest_id, earlier }) => {
    const item = items.get(subject_id)
    const isOthers = latest_id !== id || (earlier === null && discussed.has(subject_id))
    const isImpossible = earlier === unreadable || (!item && earlier && isTaken(earlier))
    const after = isOthers || isImpossible ? undefined : earlier
    return { id, item: item ?? { id: subject_id, type }, before: item ?? null, after }
  })
  const writes = steps.flatMap(({ after, ...step }) => (after === undefined ? [] : [{ ...step, after }]))
  await writeUnrecorded(tx, writes, { at, by })
  await history.forget(writes.map(({ id }) => id))
  for (const { item, after } of writes) if (after) await itemStore(tx).redate(item.id)
  await history.detach(steps.flatMap(({ id, after }) => (after === undefined ? [id] : [])))
  return true
}
