import { type Clock, days, instant } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { inTransaction, tryWrite } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/** A request with its idempotency key: the same key means the same request. */
export interface IdempotentRequest {
  readonly userId: number
  readonly key: string
  /** Method and path of the call, such as 'POST /journal'. */
  readonly call: string
  readonly bodyHash: string
}

const retentionMs = days(1)

/**
 * Does the work in a transaction that also stores its answer. A retry gets the stored answer; a
 * request that is still in progress, in this or another process, is waited for. Failures are not
 * stored. Without an idempotency key the work is always done.
 */
export const runIdempotently = <T>(
  db: Db,
  clock: Clock,
  request: IdempotentRequest | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    if (!request) return work(tx)
    const store = answerStore(tx)
    await store.removeExpired(instant(clock, -retentionMs), request)
    if (!(await store.claim(request, instant(clock))))
      return parseStoredAnswer<T>(request, await store.find(request))
    const answer = await work(tx)
    await store.setAnswer(request, JSON.stringify(answer))
    return answer
  })

function parseStoredAnswer<T>(
  { call, bodyHash }: IdempotentRequest,
  stored: { call: string; body_hash: string; answer: string },
): T {
  if (stored.call !== call || stored.body_hash !== bodyHash)
    throw new Failure(
      'otherRequest',
      'This Idempotency-Key was already used for another request. Please use a new key.',
    )
  return JSON.parse(stored.answer) as T
}

/** Deletes stored answers past their retention; returns how many. */
export const purgeIdempotentAnswers = (tx: Tx, clock: Clock): Promise<number> =>
  answerStore(tx).removeExpired(instant(clock, -retentionMs))

const answerStore = (tx: Tx) => ({
  /** Deletes expired answers: all of them, or only that of one request. */
  async removeExpired(before: string, request?: IdempotentRequest): Promise<number> {
    const expired = tx.deleteFrom('kept_answer').where('created_at', '<', before)
    const { numDeletedRows } = await (request
      ? expired.where('user_id', '=', request.userId).where('key', '=', request.key)
      : expired
    ).executeTakeFirst()
    return Number(numDeletedRows)
  },

  /**
   * Returns true for the first caller; PostgreSQL blocks others here until its transaction has
   * ended.
   */
  async claim(
    { userId, key, call, bodyHash }: IdempotentRequest,
    createdAt: string,
  ): Promise<boolean> {
    return tryWrite(
      tx
        .insertInto('kept_answer')
        .values({
          user_id: userId,
          key,
          call,
          body_hash: bodyHash,
          answer: '',
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing()),
    )
  },

  setAnswer: ({ userId, key }: IdempotentRequest, answer: string) =>
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
