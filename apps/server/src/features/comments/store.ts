import { sql } from 'kysely'
import { locked } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'

const addComment = prepared(
  (db, itemId: number, userId: number, firstName: string, lastName: string, comment: string, at: string) =>
    db
      .insertInto('item_comment')
      .values({
        item_id: itemId,
        user_id: userId,
        first_name: firstName,
        last_name: lastName,
        comment,
        created_at: at,
        deleted_at: null,
      })
      .returning('id'),
)

export const commentStore = (db: Db) => {
  const withItem = () =>
    db
      .selectFrom('item_comment')
      .innerJoin('item', 'item.id', 'item_comment.item_id')
      .select([
        'item_comment.id',
        'item_comment.item_id',
        'item.identifier',
        'item.name as item_name',
        'item_comment.comment',
        'item_comment.created_at as created',
        'item_comment.first_name',
        'item_comment.last_name',
      ])
  const shown = () =>
    withItem()
      .where('item_comment.deleted_at', 'is', null)
      .orderBy('item_comment.created_at', 'desc')
      .orderBy('item_comment.id', 'desc')

  return {
    /** Newest first, after the one with this id, which may have been deleted meanwhile. */
    page: (limit: number, before?: number) =>
      shown()
        .where('item.archived_at', 'is', null)
        .limit(limit)
        .$if(before !== undefined, (query) =>
          query.where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('item_comment.created_at', 'item_comment.id'),
              '<',
              selectFrom('item_comment as last')
                .select(['last.created_at', 'last.id'])
                .where('last.id', '=', Number(before))
                .$asTuple('created_at', 'id'),
            ),
          ),
        )
        .execute(),

    of: (itemId: number) => shown().where('item_comment.item_id', '=', itemId).execute(),

    deletedSince: (since: string) =>
      withItem()
        .select(({ fn }) => fn.coalesce('item_comment.deleted_at', sql.lit('')).as('deleted'))
        .where('item_comment.deleted_at', '>=', since)
        .orderBy('item_comment.deleted_at', 'desc')
        .orderBy('item_comment.id', 'desc')
        .execute(),

    async add(itemId: number, comment: string, { userId, firstName, lastName }: Author, at: string) {
      const [added] = await addComment(db, itemId, userId, firstName, lastName, comment, at)
      if (!added) throw new Error('the database returned no id for a comment')
      return added
    },

    lock: (id: number) =>
      locked(db, db.selectFrom('item_comment').select(['id', 'deleted_at']).where('id', '=', id)).executeTakeFirst(),

    setDeleted: (id: number, at: string | null) =>
      db.updateTable('item_comment').set({ deleted_at: at }).where('id', '=', id).execute(),

    async purge(deletedBefore: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('item_comment')
        .where('deleted_at', '<', deletedBefore)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Which of these items somebody has commented on. */
    async commented(itemIds: readonly number[]): Promise<number[]> {
      const rows = await db
        .selectFrom('item_comment')
        .select('item_id')
        .distinct()
        .where('item_id', 'in', itemIds)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map((row) => row.item_id)
    },
  }
}

type Author = Pick<Actor, 'userId' | 'firstName' | 'lastName'>
