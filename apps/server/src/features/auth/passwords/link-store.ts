import type { LinkPurpose } from '@vitrine/contract'
import type { Db } from '../../../db/tables.ts'

export const linkStore = (db: Db) => ({
  add: (link: {
    tokenHash: string
    userId: number
    email: string
    purpose: LinkPurpose
    at: string
    expiresAt: string
  }) =>
    db
      .insertInto('password_link')
      .values({
        token_hash: link.tokenHash,
        user_id: link.userId,
        email: link.email,
        purpose: link.purpose,
        created_at: link.at,
        expires_at: link.expiresAt,
        used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  remove: (id: number) => db.deleteFrom('password_link').where('id', '=', id).execute(),

  /** A link with the address its user has today. */
  find: (tokenHash: string) =>
    db
      .selectFrom('password_link')
      .innerJoin('user_account', 'user_account.id', 'password_link.user_id')
      .select([
        'password_link.id',
        'password_link.user_id',
        'password_link.email',
        'password_link.expires_at',
        'password_link.used_at',
        'user_account.email as current_email',
      ])
      .where('password_link.token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** True for the first caller; a link works once. */
  async use(id: number, at: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('password_link')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Ends the open links of a user that are older than the one replacing them. */
  expireOlder: (userId: number, at: string, newer: number) =>
    db
      .updateTable('password_link')
      .set({ expires_at: at })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      // Of two sent at once, the later one stays, whichever arrives first.
      .where('id', '<', newer)
      .execute(),

  /** How many links of a kind were made for a user in that time. */
  async made(
    userId: number,
    purpose: LinkPurpose,
    { since, until }: { since: string; until: string },
  ): Promise<number> {
    const { count } = await db
      .selectFrom('password_link')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('created_at', '>', since)
      .where('created_at', '<=', until)
      .executeTakeFirstOrThrow()
    return count
  },

  removeExpired: (before: string) => db.deleteFrom('password_link').where('expires_at', '<', before).execute(),
})

export type LinkRow = NonNullable<Awaited<ReturnType<ReturnType<typeof linkStore>['find']>>>
