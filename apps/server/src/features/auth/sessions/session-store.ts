import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

// Runs with every call.
const findLive = prepared((db, tokenHash: string, usedSince: string) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', (join) =>
      join.onRef('user_account.id', '=', 'session.user_id').onRef('user_account.session_epoch', '=', 'session.epoch'),
    )
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
  add: (session: { tokenHash: string; userId: number; epoch: number; browser: string; at: string }) =>
    db
      .insertInto('session')
      .values({
        token_hash: session.tokenHash,
        user_id: session.userId,
        epoch: session.epoch,
        browser: session.browser,
        created_at: session.at,
        used_at: session.at,
      })
      .execute(),

  /** The session of a token with its user, if it was used since then and has not been ended. */
  findLive: async (tokenHash: string, usedSince: string) => (await findLive(db, tokenHash, usedSince))[0],

  /** All valid sessions of a user. */
  liveOf: (userId: number, usedSince: string) =>
    db
      .selectFrom('session')
      .innerJoin('user_account', (join) =>
        join.onRef('user_account.id', '=', 'session.user_id').onRef('user_account.session_epoch', '=', 'session.epoch'),
      )
      .select(['session.id', 'session.created_at', 'session.used_at', 'session.browser'])
      .where('session.user_id', '=', userId)
      .where('session.used_at', '>', usedSince)
      .orderBy('session.used_at', 'desc')
      .orderBy('session.id', 'desc')
      .execute(),

  touch: (id: number, at: string) => db.updateTable('session').set({ used_at: at }).where('id', '=', id).execute(),

  carryOver: (id: number, epoch: number) => db.updateTable('session').set({ epoch }).where('id', '=', id).execute(),

  remove: (id: number) => db.deleteFrom('session').where('id', '=', id).execute(),

  /** One session, if it is this user's. */
  removeOf: (userId: number, id: number) =>
    db.deleteFrom('session').where('id', '=', id).where('user_id', '=', userId).returning('browser').executeTakeFirst(),

  removeOthers: (userId: number, kept: number) =>
    db.deleteFrom('session').where('user_id', '=', userId).where('id', '!=', kept).returning('id').execute(),

  removeUnused: (before: string) => db.deleteFrom('session').where('used_at', '<', before).execute(),
})
