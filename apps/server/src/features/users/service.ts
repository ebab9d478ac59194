import {
  type AuditPerson,
  type ChangedUser,
  emailTakenCode,
  mayManageRole,
  type NewUser,
  sortByText,
  type UserDetail,
  type UserListItem,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, forbidden, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { type UserRow, userStore } from './store.ts'

export const userService = ({ db, clock }: Context) => {
  const store = userStore(db)

  async function recordChange(
    tx: Db,
    actor: Actor,
    before: UserRow,
    after: NewUser,
  ): Promise<void> {
    const entry = { ...byActor(actor), on: toChangedPerson(before.id, after) }
    const fields = listChangedFields(before, after)
    if (fields.length > 0) {
      await recordAudit(tx, clock, {
        kind: 'user-changed',
        ...entry,
        details: { fields: fields.join(', ') },
      })
    }
    if (before.role !== after.role) {
      const details = { before: before.role, after: after.role }
      await recordAudit(tx, clock, { kind: 'role-changed', ...entry, details })
    }
  }

  return {
    async list(actor: Actor): Promise<UserListItem[]> {
      const secondStepIds = await store.idsWithSecondStep()
      return sortByName(await store.all()).map((row) => ({
        ...toListItem(row),
        ...toSignInDetails(actor, row, secondStepIds),
      }))
    },

    async read(actor: Actor, id: number): Promise<UserDetail> {
      const row = expectUser(await store.find(id))
      return { ...toDetail(row), ...toSignInDetails(actor, row, await store.idsWithSecondStep(id)) }
    },

    /** Returns a user whom the actor may manage; fails otherwise. */
    manageable: async (actor: Actor, id: number) => expectManageable(actor, await store.find(id)),

    async create(
      actor: Actor,
      user: NewUser,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<{ id: number }> {
      if (!mayManageRole(actor.role, user.role))
        throw forbidden('Only a root can give someone the role Root.')
      return withEmailConflict(() =>
        runIdempotently(db, clock, idempotentRequest, async (tx) => {
          const { id } = await userStore(tx).add(user, instant(clock))
          await recordAudit(tx, clock, {
            kind: 'user-created',
            ...byActor(actor),
            on: toChangedPerson(id, user),
            details: { role: user.role },
          })
          return { id }
        }),
      )
    },

    async update(actor: Actor, { id, signIn: _, ...user }: ChangedUser): Promise<void> {
      if (!mayManageRole(actor.role, user.role))
        throw forbidden('Only a root can give someone the role Root.')
      await withEmailConflict(() =>
        db.transaction().execute(async (tx) => {
          const users = userStore(tx)
          const roots = await users.lockRoots()
          const before = expectManageable(actor, await users.lock(id))
          if (before.role !== user.role) {
            if (isLastRoot(roots, id))
              throw forbidden('This is the last root. Give someone else the role Root first.')
            await users.endSessions(id)
          }
          // An older link would grant the new role, or was sent to the old address.
          if (before.role !== user.role || before.email !== user.email)
            await users.endPasswordLinks(id, instant(clock))
          await users.change(id, user)
          await recordChange(tx, actor, before, user)
        }),
      )
    },

    async remove(actor: Actor, id: number): Promise<void> {
      if (actor.userId === id) throw forbidden('You can’t delete yourself.')
      await db.transaction().execute(async (tx) => {
        const users = userStore(tx)
        const roots = await users.lockRoots()
        const user = expectManageable(actor, await users.lock(id))
        if (isLastRoot(roots, id))
          throw forbidden('This is the last root. Give someone else the role Root first.')
        await users.remove(id)
        await recordAudit(tx, clock, {
          kind: 'user-deleted',
          ...byActor(actor),
          on: toAuditPerson(user),
        })
      })
    },
  }
}

export type UserService = ReturnType<typeof userService>

function expectUser(user: UserRow | undefined): UserRow {
  if (!user) throw notFound('There is no such user.')
  return user
}

function expectManageable(actor: Actor, row: UserRow | undefined): UserRow {
  const user = expectUser(row)
  if (!mayManageRole(actor.role, user.role)) throw forbidden('Only a root can manage a root.')
  return user
}

/** Sign-in details of an account, for users who may manage it. */
const toSignInDetails = (actor: Actor, row: UserRow, secondStepIds: ReadonlySet<number>) =>
  mayManageRole(actor.role, row.role)
    ? { signIn: { last: row.last_sign_in_at, secondStep: secondStepIds.has(row.id) } }
    : {}

const toChangedPerson = (id: number, user: NewUser) =>
  toAuditPerson({ id, first_name: user.firstName, last_name: user.lastName, email: user.email })

/** Changed fields, as named in the form; a new role has an audit entry of its own. */
function listChangedFields(before: UserRow, after: NewUser): string[] {
  const changed = {
    'e-mail': before.email !== after.email,
    gender: before.gender !== after.gender,
    'first name': before.first_name !== after.firstName,
    'last name': before.last_name !== after.lastName,
    phone: before.phone !== after.phone,
  }
  return Object.entries(changed)
    .filter(([, isChanged]) => isChanged)
    .map(([field]) => field)
}

const isLastRoot = (roots: readonly { id: number }[], id: number) =>
  roots.length === 1 && roots[0]?.id === id

async function withEmailConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(emailTakenCode) : error
  }
}

const toListItem = (row: UserRow): UserListItem => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  email: row.email,
})

const toDetail = (row: UserRow): UserDetail => ({
  ...toListItem(row),
  gender: row.gender,
  phone: row.phone,
})

/** A user as named in the audit log. */
export const toAuditPerson = (
  row: Pick<UserRow, 'id' | 'first_name' | 'last_name' | 'email'>,
): AuditPerson => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
})

/**
 * Sorts by last name, first name and id. Not in SQL, because the databases collate accents and case
 * differently.
 */
const sortByName = (rows: readonly UserRow[]): UserRow[] =>
  sortByText(
    rows.toSorted((a, b) => a.id - b.id),
    ({ last_name, first_name }) => `${last_name}\0${first_name}`,
  )
