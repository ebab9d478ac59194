import { maxNotices, type Notice } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { inTransaction } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { updateProjections } from '../../projections/index.ts'
import { noticeStore } from './store-notices.ts'
import { toComment } from './view.ts'

/** Replies and assignments that a user has not read yet, derived from the comments. */
export const noticeService = (db: Db, clock: Clock) => ({
  /** Lists the newest unread notices. */
  async listUnread(userId: number): Promise<Notice[]> {
    const store = noticeStore(db)
    const tasks = (await store.listAssignments(userId)).map((row) => ({
      kind: 'task' as const,
      at: row.assigned_at ?? row.created,
      by: `${row.assigner_first} ${row.assigner_last}`.trim(),
      comment: toComment(row, userId),
    }))
    // A reply that is also a task of the user gives one notice.
    const taskIds = new Set(tasks.map(({ comment }) => comment.id))
    const replies = (await store.listReplies(userId))
      .filter(({ id }) => !taskIds.has(id))
      .map((row) => ({
        kind: 'reply' as const,
        at: row.created,
        by: `${row.first_name} ${row.last_name}`.trim(),
        comment: toComment(row, userId),
      }))
    const newestFirst = [...tasks, ...replies].sort((a, b) => (a.at < b.at ? 1 : -1))
    return newestFirst.slice(0, maxNotices)
  },

  /** Lists the ids of the comments on an item that a user has not read yet. */
  async listUnreadIds(userId: number, itemId: number): Promise<Set<number>> {
    const store = noticeStore(db)
    const [tasks, replies] = [
      await store.listAssignments(userId, itemId),
      await store.listReplies(userId, itemId),
    ]
    return new Set([...tasks, ...replies].map(({ id }) => id))
  },

  markRead: (userId: number, commentIds: readonly number[]): Promise<void> =>
    inTransaction(db, async (tx) => {
      const existingIds = await noticeStore(tx).markRead(userId, commentIds, instant(clock))
      await updateProjections(tx, 'notice', existingIds)
    }),
})

export type NoticeService = ReturnType<typeof noticeService>
