import type { NewUser } from '@vitrine/contract'
import { withRowLocks } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { updateProjections } from '../../projections/index.ts'

/** Folds an e-mail address for comparison; null for an empty one. */
export const toEmailKey = (email: string): string | null =>
  email.trim().normalize('NFC').toLowerCase() || null

const toUserColumns = (user: NewUser) => ({
  email: user.email,
  email_key: toEmailKey(user.email),
  gender: user.gender,
  first_name: user.firstName,
  last_name: user.lastName,
  phone: user.phone,
  role: user.role,
})

export const userStore = (db: Db) => ({
  all: () => db.selectFrom('user_account').selectAll().execute(),

  find: (id: number) =>
    db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Locks a user until the transaction ends, so that decisions based on the role stay valid. */
  lock: (id: number) =>
    withRowLocks(
      db,
      db.selectFrom('user_account').selectAll().where('id', '=', id),
    ).executeTakeFirst(),

  findByEmail: (email: string) =>
    db
      .selectFrom('user_account')
      .selectAll()
      .where('email_key', '=', toEmailKey(email))
      .executeTakeFirst(),

  /** Locks all roots until the transaction ends, so that two can't remove each other at once. */
  lockRoots: () =>
    withRowLocks(
      db,
      db.selectFrom('user_account').select('id').where('role', '=', 'root').orderBy('id'),
    ).execute(),

  /** Adds a user and updates projections; needs a transaction. */
  async add(user: NewUser, createdAt: string): Promise<{ id: number }> {
    const added = await db
      .insertInto('user_account')
      .values({
        ...toUserColumns(user),
        password_hash: null,
        session_epoch: 1,
        created_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await updateProjections(db, 'user', [added.id])
    return added
  },

  async change(id: number, user: NewUser): Promise<void> {
    await db.updateTable('user_account').set(toUserColumns(user)).where('id', '=', id).execute()
    await updateProjections(db, 'user', [id])
  },

  /** Increases the epoch, which ends all sessions with an older one. */
  endSessions: (id: number) =>
    db
      .updateTable('user_account')
      .set(({ eb }) => ({ session_epoch: eb('session_epoch', '+', 1) }))
      .where('id', '=', id)
      .returning('session_epoch')
      .executeTakeFirstOrThrow(),

  /** Ends all unused password links. */
  endPasswordLinks: (id: number, at: string) =>
    db
      .updateTable('password_link')
      .set({ expires_at: at })
      .where('user_id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .execute(),

  /** Ids of users with a second step, among all users or only one. */
  async idsWithSecondStep(id?: number): Promise<Set<number>> {
    const withApp = db
      .selectFrom('authenticator')
      .select('user_id')
      .where('confirmed_at', 'is not', null)
    const withPasskey = db.selectFrom('passkey').select('user_id')
    const query =
      id === undefined
        ? withApp.union(withPasskey)
        : withApp.where('user_id', '=', id).union(withPasskey.where('user_id', '=', id))
    return new Set((await query.execute()).map(({ user_id }) => user_id))
  },

  setSignedIn: (id: number, at: string) =>
    db.updateTable('user_account').set({ last_sign_in_at: at }).where('id', '=', id).execute(),

  setLocked: (id: number, isLocked: boolean) =>
    db
      .updateTable('user_account')
      .set({ locked: isLocked ? 1 : 0 })
      .where('id', '=', id)
      .execute(),

  setPassword: (id: number, hash: string) =>
    db.updateTable('user_account').set({ password_hash: hash }).where('id', '=', id).execute(),

  async remove(id: number): Promise<void> {
    await db.deleteFrom('user_account').where('id', '=', id).execute()
    await updateProjections(db, 'user', [id])
  },

  isEmpty: async () =>
    !(await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()),
})

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof userStore>['find']>>>
