import type { Db } from '../../../db/tables.ts'
import { emailKey } from '../../users/index.ts'

export const browserStore = (db: Db) => ({
  /** Whether the user of an address has signed in with this browser since then. */
  async isKnown(tokenHash: string, email: string, usedSince: string): Promise<boolean> {
    const row = await db
      .selectFrom('known_browser')
      .innerJoin('user_account', 'user_account.id', 'known_browser.user_id')
      .select('known_browser.user_id')
      .where('known_browser.token_hash', '=', tokenHash)
      .where('user_account.email_key', '=', emailKey(email))
      .where('known_browser.used_at', '>', usedSince)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Whether the token was issued here, to any account. */
  async isIssued(tokenHash: string): Promise<boolean> {
    const row = await db
      .selectFrom('known_browser')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  remember: (tokenHash: string, userId: number, at: string) =>
    db
      .insertInto('known_browser')
      .values({ token_hash: tokenHash, user_id: userId, used_at: at })
      .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at: at }))
      .execute(),

  forgetUnused: (before: string) => db.deleteFrom('known_browser').where('used_at', '<', before).execute(),
})
