import { type Clock, days, instant } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import type { Db, Tx } from './tables.ts'

/** A request by the name that its sender gave it: the same name again is the same request. */
export interface Attempt {
  readonly userId: number
  readonly key: string
  readonly call: string
  readonly bodyHash: string
}

const keptFor = days(1)

/**
 * Does the work in a transaction that also keeps its answer: either both are there or neither. A request that was sent
 * before gets the first answer; one that is being worked on, here or in another process, is waited for. What failed is
 * not kept. A request without a name is done each time.
 */
export const once = <T>(db: Db, clock: Clock, attempt: Attempt | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    if (!attempt) return work(tx)
    const store = answerStore(tx)
    await store.removeOld(instant(clock, -keptFor), attempt)
    if (!(await store.claim(attempt, instant(clock)))) return answered<T>(attempt, await store.find(attempt))
    const answer = await work(tx)
    await store.keep(attempt, JSON.stringify(answer))
    return answer
  })

function answered<T>({ call, bodyHash }: Attempt, kept: { call: string; body_hash: string; answer: string }): T {
  if (kept.call !== call || kept.body_hash !== bodyHash)
    throw new Failure(
      'otherRequest',
      'Something else was sent under this Idempotency-Key before. Please send this with a key of its own.',
    )
  return JSON.parse(kept.answer) as T
}

/** Answers that nobody will ask for again; returns how many. */
export const purgeAnswers = (tx: Tx, clock: Clock): Promise<number> =>
  answerStore(tx).removeOld(instant(clock, -keptFor))

const answerStore = (tx: Tx) => ({
  /** Of all, or of one attempt. */
  async removeOld(before: string, of?: Attempt): Promise<number> {
    const old = tx.deleteFrom('kept_answer').where('created_at', '<', before)
    const { numDeletedRows } = await (of
      ? old.where('user_id', '=', of.userId).where('key', '=', of.key)
      : old
    ).executeTakeFirst()
    return Number(numDeletedRows)
  },

  /** True for the first; PostgreSQL lets everybody else wait here until its transaction has ended. */
  async claim({ userId, key, call, bodyHash }: Attempt, at: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('kept_answer')
      .values({ user_id: userId, key, call, body_hash: bodyHash, answer: '', created_at: at })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  keep: ({ userId, key }: Attempt, answer: string) =>
    tx.updateTable('kept_answer').set({ answer }).where('user_id', '=', userId).where('key', '=', key).execute(),

  find: ({ userId, key }: Attempt) =>
    tx
      .selectFrom('kept_answer')
      .select(['call', 'body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow(),
})
