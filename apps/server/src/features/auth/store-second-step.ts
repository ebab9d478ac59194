import { tryWrite, withRowLocks } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'

/** The authenticator app and the recovery codes of a user. */
export const secondStepStore = (db: Db) => ({
  /** Locks the user until the transaction ends, so that concurrent requests are serialized. */
  lockUser: (userId: number) =>
    withRowLocks(
      db,
      db.selectFrom('user_account').select('id').where('id', '=', userId),
    ).executeTakeFirst(),

  findAuthenticator: (userId: number) =>
    db.selectFrom('authenticator').selectAll().where('user_id', '=', userId).executeTakeFirst(),

  /** Replaces an unconfirmed app; a confirmed one stays. */
  async offer(userId: number, secret: string): Promise<void> {
    await db
      .deleteFrom('authenticator')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute()
    await db
      .insertInto('authenticator')
      .values({
        user_id: userId,
        secret,
        confirmed_at: null,
        last_step: 0,
        failures: 0,
        closed_until: null,
      })
      .execute()
  },

  confirm: (userId: number, confirmedAt: string) =>
    db
      .updateTable('authenticator')
      .set({ confirmed_at: confirmedAt })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute(),

  /** Uses up the code of a time step, which works once; true for the first caller. */
  useStep: (userId: number, step: number) =>
    tryWrite(
      db
        .updateTable('authenticator')
        .set({ last_step: step, failures: 0, closed_until: null })
        .where('user_id', '=', userId)
        .where('last_step', '<', step),
    ),

  /** Counts a wrong code; returns the number since the last correct one. */
  async countFailure(userId: number): Promise<number> {
    const row = await db
      .updateTable('authenticator')
      .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
      .where('user_id', '=', userId)
      .returning('failures')
      .executeTakeFirst()
    return row?.failures ?? 0
  },

  /** Rejects codes of the app until an instant. */
  lockOut: (userId: number, until: string) =>
    db
      .updateTable('authenticator')
      .set({ closed_until: until })
      .where('user_id', '=', userId)
      .execute(),

  removeAuthenticator: (userId: number) =>
    tryWrite(
      db
        .deleteFrom('authenticator')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null),
    ),

  async countUnusedRecoveryCodes(userId: number): Promise<number> {
    const { count } = await db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  },

  async replaceRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void> {
    await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
      .execute()
  },

  /** Uses a recovery code up; true for the first caller. */
  useRecoveryCode: (userId: number, hash: string, usedAt: string) =>
    tryWrite(
      db
        .updateTable('recovery_code')
        .set({ used_at: usedAt })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null),
    ),

  /** Removes all methods, recovery codes and sign-in tickets of a user. */
  async removeAll(userId: number): Promise<void> {
    for (const table of ['authenticator', 'recovery_code', 'passkey', 'sign_in_ticket'] as const) {
      await db.deleteFrom(table).where('user_id', '=', userId).execute()
    }
  },
})

export const passkeyStore = (db: Db) => ({
  list: (userId: number) =>
    db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute(),

  add: (passkey: Omit<Tables['passkey'], 'id' | 'used_at'>) =>
    db
      .insertInto('passkey')
      .values({ ...passkey, used_at: null })
      .execute(),

  /** Records a use; true unless the counter has changed since it was read. */
  use: (id: number, counter: { before: number; after: number }, usedAt: string) =>
    tryWrite(
      db
        .updateTable('passkey')
        .set({ counter: counter.after, used_at: usedAt })
        .where('id', '=', id)
        .where('counter', '=', counter.before),
    ),

  /** Removes a passkey of this user; false if there is none with this id. */
  remove: (userId: number, id: number) =>
    tryWrite(db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId)),

  /** Stores the challenge of a session, which replaces an earlier one. */
  async offer(sessionId: number, challenge: string, expiresAt: string): Promise<void> {
    await db.deleteFrom('passkey_offer').where('session_id', '=', sessionId).execute()
    await db
      .insertInto('passkey_offer')
      .values({ session_id: sessionId, challenge, expires_at: expiresAt })
      .execute()
  },

  /** Returns the challenge offered to this session and deletes it. */
  consumeOffer: (sessionId: number, now: string) =>
    db
      .deleteFrom('passkey_offer')
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .returning('challenge')
      .executeTakeFirst(),
})

export type PasskeyRow = Awaited<ReturnType<ReturnType<typeof passkeyStore>['list']>>[number]

export const signInTicketStore = (db: Db) => ({
  add: (ticket: Omit<Tables['sign_in_ticket'], 'id' | 'attempts'>) =>
    db
      .insertInto('sign_in_ticket')
      .values({ ...ticket, attempts: 0 })
      .execute(),

  /** Takes an attempt from a ticket; undefined if none is left or the ticket has expired. */
  takeAttempt: (tokenHash: string, maxAttempts: number, now: string) =>
    db
      .updateTable('sign_in_ticket')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('attempts', '<', maxAttempts)
      .where('expires_at', '>', now)
      .returning(['id', 'user_id', 'epoch', 'challenge', 'attempts'])
      .executeTakeFirst(),

  /** Uses a ticket up; true for the first caller. */
  use: (id: number) => tryWrite(db.deleteFrom('sign_in_ticket').where('id', '=', id)),

  removeExpired: (now: string) =>
    db.deleteFrom('sign_in_ticket').where('expires_at', '<=', now).execute(),
})

export type SignInTicket = NonNullable<
  Awaited<ReturnType<ReturnType<typeof signInTicketStore>['takeAttempt']>>
>
