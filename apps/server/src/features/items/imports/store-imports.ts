import type { ImportKind } from '@vitrine/contract'
import { withRowLocks } from '../../../db/dialect.ts'
import type { Db } from '../../../db/tables.ts'
import { type Actor, getAuthorName } from '../../../http/access.ts'
import type { SourceQuery } from '../../history/index.ts'

interface NewImport {
  readonly kind: ImportKind
  readonly fileName: string
  readonly at: string
  /** Number of items. */
  readonly created: number
  /** Number of items. */
  readonly changed: number
}

export const importStore = (db: Db) => ({
  listAll: () => db.selectFrom('item_import').selectAll().orderBy('id', 'desc').execute(),

  /** Lists a part of all imports, newest first, each with the first item of its history. */
  listByTime({ person, from, until, before, limit }: SourceQuery) {
    let query = db
      .selectFrom('item_import')
      .selectAll()
      .select(({ selectFrom }) => {
        const firstItem = selectFrom('change')
          .innerJoin('item', 'item.id', 'change.subject_id')
          .whereRef('import_id', '=', 'item_import.id')
          .where('subject', '=', 'item')
          .orderBy('change.id')
          .limit(1)
        return [
          firstItem.select('item.type').as('type'),
          firstItem.select('item.id').as('item_id'),
          firstItem.select('item.identifier').as('identifier'),
          firstItem.select('item.name').as('name'),
        ]
      })
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
    if (person !== undefined) query = query.where('user_id', '=', person)
    if (from !== undefined) query = query.where('at', '>=', from)
    if (until !== undefined) query = query.where('at', '<', until)
    if (before)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)),
      )
    return query.execute()
  },

  add: (actor: Actor, { kind, fileName, at, created, changed }: NewImport) =>
    db
      .insertInto('item_import')
      .values({
        at,
        kind,
        user_id: actor.userId,
        user_name: getAuthorName(actor),
        file_name: fileName,
        created,
        changed,
        undone_at: null,
        undone_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  /** Locks the import until the transaction ends, so that only one request undoes it. */
  lock: (id: number) =>
    withRowLocks(
      db,
      db.selectFrom('item_import').selectAll().where('id', '=', id),
    ).executeTakeFirst(),

  setUndone: (id: number, actor: Actor, at: string) =>
    db
      .updateTable('item_import')
      .set({ undone_at: at, undone_by: getAuthorName(actor) })
      .where('id', '=', id)
      .execute(),
})

type ImportStore = ReturnType<typeof importStore>
/** An import with the first item of its history. */
export type ListedImport = Awaited<ReturnType<ImportStore['listByTime']>>[number]
export type ImportRow = Awaited<ReturnType<ImportStore['listAll']>>[number]
