import { locked } from '../../../db/dialect.ts'
import type { Db } from '../../../db/tables.ts'

/** The authenticator app and the recovery codes of a user. */
export const secondStepStore = (db: Db) => ({
  /** Locks the user until the transaction ends, so that concurrent requests are serialized. */
  lockUser: (userId: number) =>
    locked(db, db.selectFrom('user_account').select('id').where('id', '=', userId)).executeTakeFirst(),

  authenticator: (userId: number) =>
    db.selectFrom('authenticator').selectAll().where('user_id', '=', userId).executeTakeFirst(),

  /** An unconfirmed app is replaced by another; a confirmed one stays. */
  async offer(userId: number, secret: string): Promise<void> {
    await db.deleteFrom('authenticator').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
    await db
      .insertInto('authenticator')
      .values({ user_id: userId, secret, confirmed_at: null, last_step: 0, failures: 0, closed_until: null })
      .execute()
  },

  confirm: (userId: number, at: string) =>
    db
      .updateTable('authenticator')
      .set({ confirmed_at: at })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute(),

  /** True for the first caller: the code of a step works once. */
  async useStep(userId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('authenticator')
      .set({ last_step: step, failures: 0, closed_until: null })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Counts a wrong code; returns how many there were since the last right one. */
  async countFailure(userId: number): Promise<number> {
    const row = await db
      .updateTable('authenticator')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('user_id', '=', userId)
      .returning('failures')
      .executeTakeFirst()
    return row?.failures ?? 0
  },

  close: (userId: number, until: string) =>
    db.updateTable('authenticator').set({ closed_until: until }).where('user_id', '=', userId).execute(),

  async removeAuthenticator(userId: number): Promise<boolean> {
    const removed = await db
      .deleteFrom('authenticator')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    return removed.numDeletedRows === 1n
  },

  async unusedCodes(userId: number): Promise<number> {
    const { count } = await db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  },

  async replaceCodes(userId: number, hashes: readonly string[]): Promise<void> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
      .execute()
  },

  /** True for the first caller. */
  async useCode(userId: number, hash: string, at: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async removeAll(userId: number): Promise<void> {
    for (const table of ['authenticator', 'recovery_code', 'passkey', 'sign_in_ticket'] as const) {
      await db.deleteFrom(table).where('user_id', '=', userId).execute()
    }
  },
})
