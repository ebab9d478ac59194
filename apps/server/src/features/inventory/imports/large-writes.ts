import { setTimeout } from 'node:timers/promises'
import { type Clock, instant, seconds } from '../../../base/clock.ts'
import { conflict } from '../../../base/failure.ts'
import { chunks } from '../../../db/chunks.ts'
import { isPostgres } from '../../../db/dialect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { isUniqueViolation } from '../../../db/violations.ts'
import { takeBackSome } from './imported.ts'
import { type ImportRow, importStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
}

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
const itemsPerTransaction = (db: Db): number => (isPostgres(db) ? Number.POSITIVE_INFINITY : 100)

const maxAttempts = 3
/** For one batch. */
const leaseMs = seconds(20)
const pollMs = 50

/**
 * Writes of many items, all or nothing: in short transactions, with others writing in between; if one fails, the earlier ones
 * are taken back. Meanwhile the row of the import has a lease, and no other large write is planned: it could build on what is
 * taken back later. A lease runs out when its process was killed or could not even take back.
 */
export function largeWrites({ db, clock }: Parts) {
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
          held = await db.transaction().execute((tx) => step(tx, some))
        }
        return held?.id ?? 0
      } catch (error) {
        // If that fails as well, its lease runs out.
        if (held) await takeBack(held.id).catch(() => undefined)
        throw error
      }
    },

    /** At the start. If another process is still at it, its next batch finds the lease gone, and it plans again. */
    takeBackUnfinished: () => untilNoneIsRunning(() => true),
  }
}

export type LargeWrites = ReturnType<typeof largeWrites>
