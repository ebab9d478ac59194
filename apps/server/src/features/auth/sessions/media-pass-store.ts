import type { Db } from '../../../db/tables.ts'

export const mediaPassStore = (db: Db) => ({
  /** A session by its id, if it was used since then and has not been ended. */
  liveSession: (id: number, usedSince: string) =>
    db
      .selectFrom('session')
      .innerJoin('user_account', (join) =>
        join.onRef('user_account.id', '=', 'session.user_id').onRef('user_account.session_epoch', '=', 'session.epoch'),
      )
      .select('session.token_hash')
      .where('session.id', '=', id)
      .where('session.used_at', '>', usedSince)
      .executeTakeFirst(),
})
