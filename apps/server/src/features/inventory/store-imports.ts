import type { ImportKind, ItemType } from '@vitrine/contract'
import { hasEffect, locked } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/access.ts'

interface NewImport {
  readonly kind: ImportKind
  readonly type: ItemType
  readonly fileName: string
  readonly at: string
  readonly leaseUntil: string
}

interface Counts {
  readonly created: number
  readonly changed: number
}

export const importStore = (db: Db) => ({
  /** Without what is being written or undone. */
  all: () => db.selectFrom('item_import').selectAll().where('lease_until', 'is', null).orderBy('id', 'desc').execute(),

  /** What is being written or undone. */
  running: () => db.selectFrom('item_import').selectAll().where('lease_until', 'is not', null).executeTakeFirst(),

  add: (actor: Actor, { kind, type, fileName, at, leaseUntil }: NewImport) =>
    db
      .insertInto('item_import')
      .values({
        at,
        kind,
        user_id: actor.userId,
        user_name: nameOf(actor),
        file_name: fileName,
        created: 0,
        changed: 0,
        undone_at: null,
        undone_by: null,
        type,
        lease_until: leaseUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  find: (id: number) => db.selectFrom('item_import').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The import, held until the transaction ends, so that it is undone once. */
  lock: (id: number) => locked(db, db.selectFrom('item_import').selectAll().where('id', '=', id)).executeTakeFirst(),

  /** False when the lease is no longer this one. */
  renew: ({ id, until }: { id: number; until: string }, leaseUntil: string) =>
    hasEffect(rowOf(db, id).set({ lease_until: leaseUntil }).where('lease_until', '=', until)),

  /** Ends a lease: its holder can’t renew it any more. */
  seize: (id: number) => rowOf(db, id).set({ lease_until: '' }).execute(),

  finish: (id: number, counts: Counts) =>
    rowOf(db, id)
      .set({ ...counts, lease_until: null })
      .execute(),

  remove: (id: number) => db.deleteFrom('item_import').where('id', '=', id).execute(),

  beginUndo: (
    id: number,
    actor: Actor,
    { type, leaseUntil }: Pick<NewImport, 'leaseUntil'> & { type: ItemType | null },
  ) =>
    rowOf(db, id)
      .set({ undone_by: nameOf(actor), type, lease_until: leaseUntil })
      .execute(),

  /** Null: it was not undone after all. */
  endUndo: (id: number, at: string | null) =>
    rowOf(db, id)
      .set({ undone_at: at, lease_until: null, ...(at === null && { undone_by: null }) })
      .execute(),
})

const rowOf = (db: Db, id: number) => db.updateTable('item_import').where('id', '=', id)

export type ImportRow = Awaited<ReturnType<ReturnType<typeof importStore>['all']>>[number]
