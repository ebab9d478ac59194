import { isDeepStrictEqual } from 'node:util'
import {
  type ChangedView,
  fold,
  managers,
  type NewView,
  type SavedView,
  sortByText,
  type ViewConflict,
  ViewSearch,
  viewLimits,
} from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict, Failure, forbidden, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { type ViewRow, type ViewStore, viewStore } from './store.ts'

/** Saved views of lists. They have versions, but no history. */
export const viewService = ({ db, clock }: Context) => {
  const inTransaction = <T>(
    work: (store: ViewStore) => Promise<T>,
    idempotentRequest: IdempotentRequest | null = null,
  ) =>
    runIdempotently(db, clock, idempotentRequest, async (tx) => {
      // Runs one change at a time, so that names stay unique and limits hold.
      await lockUntilCommit(tx, 'saved_view')
      return work(viewStore(tx))
    })

  return {
    async list(actor: Actor): Promise<SavedView[]> {
      const rows = await viewStore(db).listVisibleTo(actor.userId)
      return sortByText(rows, ({ name }) => name).map((row) => toView(row, actor))
    },

    add: (
      actor: Actor,
      { type, name, shared, search }: NewView,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<SavedView> =>
      inTransaction(async (store) => {
        const view = { type, name, owner_id: shared ? null : actor.userId, author_id: actor.userId }
        await expectFreeName(store, actor, view)
        await expectWithinLimits(store, actor, view)
        const row = await store.add({
          ...view,
          search: JSON.stringify(search),
          version: 1,
          deleted_at: null,
          author_name: getAuthorName(actor),
          changed_at: instant(clock),
        })
        return toView(row, actor)
      }, idempotentRequest),

    save: (actor: Actor, { id, name, shared, search, version }: ChangedView): Promise<SavedView> =>
      inTransaction(async (store) => {
        const before = expectChangeable(actor, await store.lock(id))
        if (version !== undefined && version !== before.version) {
          const details: ViewConflict = { current: toView(before, actor) }
          throw new Failure(
            'conflict',
            'Someone has changed this view in the meantime. Please open it again.',
            details,
          )
        }
        if (!shared && before.owner_id === null && !may.endSharing(actor, before))
          throw forbidden('Only its author can keep a shared view for themselves.')
        const changes = {
          name,
          owner_id: shared ? null : actor.userId,
          search: JSON.stringify(search),
        }
        if (isDeepStrictEqual({ ...before }, { ...before, ...changes }))
          return toView(before, actor)
        await expectFreeName(store, actor, { ...before, ...changes })
        if (before.owner_id !== changes.owner_id)
          await expectWithinLimits(store, actor, { ...before, ...changes })
        const row = { ...changes, version: before.version + 1, changed_at: instant(clock) }
        return toView(await store.change(id, row), actor)
      }),

    remove: (actor: Actor, id: number): Promise<void> =>
      inTransaction(async (store) => {
        expectChangeable(actor, await store.lock(id))
        await store.change(id, { deleted_at: instant(clock) })
      }),

    restore: (actor: Actor, id: number): Promise<SavedView> =>
      inTransaction(async (store) => {
        const row = await store.lock(id)
        const isExpired = row?.deleted_at && row.deleted_at < instant(clock, -deletedRetentionMs)
        const restoredRow = row && !isExpired ? { ...row, deleted_at: null } : undefined
        const view = expectChangeable(actor, restoredRow)
        await expectFreeName(store, actor, view)
        await expectWithinLimits(store, actor, view)
        return toView(await store.change(id, { deleted_at: null }), actor)
      }),
  }
}

export type ViewService = ReturnType<typeof viewService>

/** Purges removed views past their retention; returns how many. */
export const purgeViews = (tx: Tx, clock: Clock): Promise<number> =>
  viewStore(tx).purge(instant(clock, -deletedRetentionMs))

function expectChangeable(actor: Actor, row: ViewRow | undefined): ViewRow {
  if (!row || row.deleted_at !== null || !may.see(actor, row))
    throw notFound('This view does not exist. It may have been removed.')
  if (!may.change(actor, row))
    throw forbidden('Only its author, an admin or a root can change a shared view.')
  return row
}

type NamedView = Pick<ViewRow, 'type' | 'name' | 'owner_id'> & { readonly id?: number }

/** Lists the other shared views for a shared view, else the other private views of the account. */
const listOthersInScope = async (
  store: ViewStore,
  { userId }: Actor,
  { id, owner_id }: NamedView,
): Promise<ViewRow[]> =>
  (await store.listVisibleTo(userId)).filter((row) => row.id !== id && row.owner_id === owner_id)

async function expectFreeName(store: ViewStore, actor: Actor, view: NamedView): Promise<void> {
  const { type, name, owner_id } = view
  const others = await listOthersInScope(store, actor, view)
  if (others.some((other) => other.type === type && fold(other.name) === fold(name)))
    throw conflict(
      `There is a ${owner_id === null ? 'shared ' : ''}view called “${name}” already. Please choose another name.`,
    )
}

async function expectWithinLimits(
  store: ViewStore,
  actor: Actor,
  view: NamedView & Pick<ViewRow, 'author_id'>,
): Promise<void> {
  const others = await listOthersInScope(store, actor, view)
  const othersByAuthor = others.filter(
    ({ author_id }) => author_id !== null && author_id === view.author_id,
  )
  if (view.owner_id !== null) {
    if (others.length >= viewLimits.own)
      throw conflict(`You have ${viewLimits.own} views already. Please remove one first.`)
  } else if (others.length >= viewLimits.shared) {
    throw conflict(`There are ${viewLimits.shared} shared views already. Please remove one first.`)
  } else if (othersByAuthor.length >= viewLimits.sharedByOne) {
    throw conflict(
      `One person can share at most ${viewLimits.sharedByOne} views. Please stop sharing one first.`,
    )
  }
}

/** The stored search; null if it can't be read. */
function parseSearch({ search }: Pick<ViewRow, 'search'>): ViewSearch | null {
  try {
    return ViewSearch.parse(JSON.parse(search))
  } catch {
    return null
  }
}

const toView = (row: ViewRow, actor: Actor): SavedView => ({
  id: row.id,
  type: row.type,
  name: row.name,
  shared: row.owner_id === null,
  search: parseSearch(row) ?? {},
  author: row.author_name,
  mine: row.author_id === actor.userId,
  mayChange: may.change(actor, row),
  version: row.version,
})

const may = {
  see: ({ userId }: Actor, view: ViewRow) => view.owner_id === null || view.owner_id === userId,
  change: ({ userId, role }: Actor, view: ViewRow) =>
    view.owner_id === null
      ? view.author_id === userId || managers.some((manager) => manager === role)
      : view.owner_id === userId,
  /** Making a shared view private hides it from others, so only its author may do it. */
  endSharing: ({ userId }: Actor, view: ViewRow) => view.author_id === userId,
}

const findUnreadable = async (db: Db) =>
  (await viewStore(db).listAll()).filter((row) => parseSearch(row) === null)

/** Finds unreadable views; one sentence each. */
export const checkViews = async (db: Db): Promise<string[]> =>
  (await findUnreadable(db)).map(({ id }) => `The saved view ${id} can’t be read.`)

/** Empties unreadable views, which then show the whole list. */
export async function repairViews(tx: Tx): Promise<string[]> {
  const unreadable = await findUnreadable(tx)
  for (const { id, version } of unreadable)
    await viewStore(tx).change(id, { search: '{}', version: version + 1 })
  return unreadable.map(
    ({ id }) => `Emptied, so that it shows the whole list: the saved view ${id}.`,
  )
}
