import { type Clock, days, instant } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { didAffectRows, inTransaction } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/** A request with its idempotency key: the same key means the same request. */
export interface IdempotentRequest {
  readonly userId: number
  readonly key: string
  readonly call: string
  readonly bodyHash: string
}

const retentionMs = days(1)

/**
 * Does the work in a transaction that also stores its answer. A retry gets the stored answer; a request that is still in
 * progress, here or in another process, is waited for. Failures are not stored. Without an idempotency key the work is
 * done each time.
 */
export const runIdempotently = <T>(
  db: Db,
  clock: Clock,
  attempt: IdempotentRequest | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    if (!attempt) return work(tx)
    const store = answerStore(tx)
    await store.removeOld(instant(clock, -retentionMs), attempt)
    if (!(await store.claim(attempt, instant(clock))))
      return storedAnswer<T>(attempt, await store.find(attempt))
    const answer = await work(tx)
    await store.keep(attempt, JSON.stringify(answer))
    return answer
  })

function storedAnswer<T>(
  { call, bodyHash }: IdempotentRequest,
  kept: { call: string; body_hash: string; answer: string },
): T {
  if (kept.call !== call || kept.body_hash !== bodyHash)
    throw new Failure(
      'otherRequest',
      'This Idempotency-Key was already used for another request. Please use a new key.',
    )
  return JSON.parse(kept.answer) as T
}

/** Deletes stored answers past their retention; returns how many. */
export const purgeIdempotentAnswers = (tx: Tx, clock: Clock): Promise<number> =>
  answerStore(tx).removeOld(instant(clock, -retentionMs))

const answerStore = (tx: Tx) => ({
  /** All of them, or only that of one request. */
  async removeOld(before: string, of?: IdempotentRequest): Promise<number> {
    const old = tx.deleteFrom('kept_answer').where('created_at', '<', before)
    const { numDeletedRows } = await (of
      ? old.where('user_id', '=', of.userId).where('key', '=', of.key)
      : old
    ).executeTakeFirst()
    return Number(numDeletedRows)
  },

  /** True for the first caller; PostgreSQL blocks the others here until its transaction has ended. */
  async claim({ userId, key, call, bodyHash }: IdempotentRequest, at: string): Promise<boolean> {
    return didAffectRows(
      tx
        .insertInto('kept_answer')
        .values({ user_id: userId, key, call, body_hash: bodyHash, answer: '', created_at: at })
        .onConflict((taken) => taken.doNothing()),
    )
  },

  keep: ({ userId, key }: IdempotentRequest, answer: string) =>
    tx
      .updateTable('kept_answer')
      .set({ answer })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute(),

  find: ({ userId, key }: IdempotentRequest) =>
    tx
      .selectFrom('kept_answer')
      .select(['call', 'body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow(),
})
