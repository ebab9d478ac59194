import type { Db } from '../../../db/tables.ts'

export const passkeyStore = (db: Db) => ({
  of: (userId: number) => db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute(),

  add: (passkey: {
    userId: number
    credentialId: string
    publicKey: string
    counter: number
    transports: readonly string[]
    name: string
    at: string
  }) =>
    db
      .insertInto('passkey')
      .values({
        user_id: passkey.userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: JSON.stringify(passkey.transports),
        name: passkey.name,
        created_at: passkey.at,
        used_at: null,
      })
      .execute(),

  /** True for the first caller: an assertion moves the counter from where it was read. */
  async use(id: number, counter: { before: number; after: number }, at: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter: counter.after, used_at: at })
      .where('id', '=', id)
      .where('counter', '=', counter.before)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** One passkey, if it is this user's. */
  async remove(userId: number, id: number): Promise<boolean> {
    const removed = await db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
    return removed.numDeletedRows === 1n
  },

  async offer(sessionId: number, challenge: string, expiresAt: string): Promise<void> {
    await db.deleteFrom('passkey_offer').where('session_id', '=', sessionId).execute()
    await db.insertInto('passkey_offer').values({ session_id: sessionId, challenge, expires_at: expiresAt }).execute()
  },

  /** The challenge that this session was given last; reading it uses it up. */
  takeOffer: (sessionId: number, now: string) =>
    db
      .deleteFrom('passkey_offer')
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .returning('challenge')
      .executeTakeFirst(),
})

export type PasskeyRow = Awaited<ReturnType<ReturnType<typeof passkeyStore>['of']>>[number]
