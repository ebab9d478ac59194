import { maxNotices } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import { selectUndeletedComments } from './store.ts'

/** Reads a user's unread notices, newest first, of all items in use or of one of them. */
export const noticeStore = (db: Db) => {
  const selectUnread = (userId: number, itemId: number | undefined) =>
    selectUndeletedComments(db)
      .leftJoin('notice_read', (join) =>
        join
          .onRef('notice_read.comment_id', '=', 'item_comment.id')
          .on('notice_read.user_id', '=', userId),
      )
      .where('item.archived_at', 'is', null)
      .$if(itemId !== undefined, (query) => query.where('item_comment.item_id', '=', itemId ?? 0))

  return {
    /** Open tasks that other users gave to the user. Those of deleted accounts are left out. */
    listAssignments: (userId: number, itemId?: number) =>
      selectUnread(userId, itemId)
        .innerJoin('user_account as assigner', 'assigner.id', 'item_comment.assigned_by')
        .select(['assigner.first_name as assigner_first', 'assigner.last_name as assigner_last'])
        .where('item_comment.assignee_id', '=', userId)
        .where('item_comment.assigned_by', '!=', userId)
        .where('item_comment.task', '=', 1)
        .where('item_comment.done_at', 'is', null)
        // A task that is assigned after it was read is unread again.
        .where(({ or, eb }) =>
          or([
            eb('notice_read.read_at', 'is', null),
            eb('notice_read.read_at', '<', eb.ref('item_comment.assigned_at')),
          ]),
        )
        .orderBy('item_comment.assigned_at', 'desc')
        .orderBy('item_comment.id', 'desc')
        .limit(maxNotices)
        .execute(),

    /** Replies of others in threads in which the user wrote before. */
    listReplies: (userId: number, itemId?: number) =>
      selectUnread(userId, itemId)
        .where('item_comment.id', 'in', selectReplyIds(db, userId))
        .where('item_comment.user_id', '!=', userId)
        .where(({ or, eb }) =>
          or([
            eb('notice_read.read_at', 'is', null),
            eb('notice_read.read_at', '<', eb.ref('item_comment.created_at')),
          ]),
        )
        .orderBy('item_comment.created_at', 'desc')
        .orderBy('item_comment.id', 'desc')
        .limit(maxNotices)
        .execute(),

    /** Marks notices of comments as read; returns the ids of the comments that still exist. */
    async markRead(userId: number, commentIds: readonly number[], at: string): Promise<number[]> {
      const existing = await db
        .selectFrom('item_comment')
        .select('id')
        .where('id', 'in', commentIds)
        .execute()
      if (existing.length === 0) return []
      await db
        .insertInto('notice_read')
        .values(existing.map(({ id }) => ({ user_id: userId, comment_id: id, read_at: at })))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'comment_id']).doUpdateSet({ read_at: at }),
        )
        .execute()
      return existing.map(({ id }) => id)
    },
  }
}

/** Replies to the user's comments, and later replies in threads in which the user replied. */
const selectReplyIds = (db: Db, userId: number) => {
  const selectOwnComments = () =>
    db
      .selectFrom('item_comment as own_comment')
      .where('own_comment.user_id', '=', userId)
      .where('own_comment.deleted_at', 'is', null)
  return selectOwnComments()
    .innerJoin('item_comment as reply', 'reply.parent_id', 'own_comment.id')
    .select('reply.id')
    .union(
      selectOwnComments()
        .innerJoin('item_comment as reply', 'reply.parent_id', 'own_comment.parent_id')
        .whereRef('reply.id', '>', 'own_comment.id')
        .select('reply.id'),
    )
}
