import type { LinkPurpose } from '@vitrine/contract'
import { tryWrite } from '../../db/dialect.ts'
import { prepareQuery } from '../../db/prepared.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { toEmailKey } from '../users/index.ts'

/** Sessions that no new password or role has ended, with their users. */
const selectLiveSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.id', '=', 'session.user_id')
        .onRef('user_account.session_epoch', '=', 'session.epoch'),
    )

// Prepared, because it runs with every call.
const findLiveByToken = prepareQuery((db, tokenHash: string, usedSince: string) =>
  selectLiveSessions(db)
    .select([
      'session.id',
      'session.used_at',
      'user_account.id as user_id',
      'user_account.email',
      'user_account.first_name',
      'user_account.last_name',
      'user_account.role',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.used_at', '>', usedSince),
)

export const sessionStore = (db: Db) => ({
  add: (session: Omit<Tables['session'], 'id' | 'used_at'>) =>
    db
      .insertInto('session')
      .values({ ...session, used_at: session.created_at })
      .execute(),

  /** Finds the session of a token if it has not ended and was used since `usedSince`. */
  findLive: async (tokenHash: string, usedSince: string) =>
    (await findLiveByToken(db, tokenHash, usedSince))[0],

  /** Finds the session of a token if it was ended by a new password or role. */
  findEnded: (tokenHash: string) =>
    db
      .selectFrom('session')
      .innerJoin('user_account', 'user_account.id', 'session.user_id')
      .select(['user_id', 'session.created_at'])
      .where('token_hash', '=', tokenHash)
      .whereRef('session_epoch', '!=', 'epoch')
      .executeTakeFirst(),

  /** Lists the valid sessions of a user, last used first. */
  listLive: (userId: number, usedSince: string) =>
    selectLiveSessions(db)
      .select(['session.id', 'session.created_at', 'session.used_at', 'session.browser'])
      .where('session.user_id', '=', userId)
      .where('session.used_at', '>', usedSince)
      .orderBy('session.used_at', 'desc')
      .orderBy('session.id', 'desc')
      .execute(),

  /** Records a use of the session. */
  touch: (id: number, usedAt: string) =>
    db.updateTable('session').set({ used_at: usedAt }).where('id', '=', id).execute(),

  setEpoch: (id: number, epoch: number) =>
    db.updateTable('session').set({ epoch }).where('id', '=', id).execute(),

  remove: (id: number) => db.deleteFrom('session').where('id', '=', id).execute(),

  /** Removes a session of this user; undefined if there is none with this id. */
  removeOfUser: (userId: number, id: number) =>
    db
      .deleteFrom('session')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('browser')
      .executeTakeFirst(),

  removeOthers: (userId: number, keptSessionId: number) =>
    db
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', '!=', keptSessionId)
      .returning('id')
      .execute(),

  removeUnused: (before: string) =>
    db.deleteFrom('session').where('used_at', '<', before).execute(),
})

export const mediaPassStore = (db: Db) => ({
  /** Finds a session by id, if it has not ended and was used since `usedSince`. */
  findLive: (id: number, usedSince: string) =>
    selectLiveSessions(db)
      .select(['session.token_hash', 'user_account.role'])
      .where('session.id', '=', id)
      .where('session.used_at', '>', usedSince)
      .executeTakeFirst(),
})

export const browserStore = (db: Db) => ({
  /** Whether the user with an e-mail address has signed in with this browser since `usedSince`. */
  async isKnown(tokenHash: string, email: string, usedSince: string): Promise<boolean> {
    const row = await db
      .selectFrom('known_browser')
      .innerJoin('user_account', 'user_account.id', 'known_browser.user_id')
      .select('known_browser.user_id')
      .where('known_browser.token_hash', '=', tokenHash)
      .where('user_account.email_key', '=', toEmailKey(email))
      .where('known_browser.used_at', '>', usedSince)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Whether the token was issued here, for any account. */
  async isIssued(tokenHash: string): Promise<boolean> {
    const row = await db
      .selectFrom('known_browser')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  remember: (tokenHash: string, userId: number, usedAt: string) =>
    db
      .insertInto('known_browser')
      .values({ token_hash: tokenHash, user_id: userId, used_at: usedAt })
      .onConflict((conflict) =>
        conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at: usedAt }),
      )
      .execute(),

  forgetUnused: (before: string) =>
    db.deleteFrom('known_browser').where('used_at', '<', before).execute(),
})

export const passwordLinkStore = (db: Db) => ({
  add: (link: Omit<Tables['password_link'], 'id' | 'used_at'>) =>
    db
      .insertInto('password_link')
      .values({ ...link, used_at: null })
      .returning('id')
      .executeTakeFirstOrThrow(),

  remove: (id: number) => db.deleteFrom('password_link').where('id', '=', id).execute(),

  /** Finds a link, with the user's current e-mail address. */
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

  /** Uses a link up; true for the first caller, false if it has expired. */
  use: (id: number, now: string) =>
    tryWrite(
      db
        .updateTable('password_link')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now),
    ),

  /** Expires the open links of a user that are older than the one with this id. */
  expireOlder: (userId: number, now: string, newerId: number) =>
    db
      .updateTable('password_link')
      .set({ expires_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      // Compares ids, so that of two links sent at once the later one stays.
      .where('id', '<', newerId)
      .execute(),

  /** Counts the links created for a user and purpose in a period. */
  async countCreated(
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

  removeExpired: (before: string) =>
    db.deleteFrom('password_link').where('expires_at', '<', before).execute(),
})

export type PasswordLinkRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof passwordLinkStore>['find']>>
>
