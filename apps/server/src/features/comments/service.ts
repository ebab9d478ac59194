import { commentsPerPage, type DeletedComment, type ItemComment } from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict, missing } from '../../base/failure.ts'
import { yieldToEventLoop } from '../../db/chunks.ts'
import { type Attempt, once } from '../../db/once.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isForeignKeyViolation } from '../../db/violations.ts'
import type { Actor } from '../../http/actor.ts'
import { itemStore, noSuchItem } from '../inventory/index.ts'
import { commentStore } from './store.ts'

interface PageQuery {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

export const commentService = (db: Db, clock: Clock) => ({
  /** One page, or all of them, read page by page so that the event loop stays free. */
  async all({ before, limit }: PageQuery): Promise<ItemComment[]> {
    const store = commentStore(db)
    if (limit !== undefined) return store.page(limit, before)
    const comments = await store.page(commentsPerPage, before)
    for (let page = comments; page.length === commentsPerPage; comments.push(...page)) {
      await yieldToEventLoop()
      page = await store.page(commentsPerPage, page.at(-1)?.id)
    }
    return comments
  },

  async ofItem(itemId: number): Promise<ItemComment[]> {
    if (!(await itemStore(db).exists(itemId))) throw noSuchItem()
    return commentStore(db).of(itemId)
  },

  async add(actor: Actor, itemId: number, comment: string, attempt: Attempt | null): Promise<{ id: number }> {
    const write = (handle: Db) => commentStore(handle).add(itemId, comment, actor, instant(clock))
    try {
      return await (attempt ? once(db, clock, attempt, write) : write(db))
    } catch (error) {
      // The foreign key checks the item: one statement instead of a transaction of four.
      throw isForeignKeyViolation(error) ? noSuchItem() : error
    }
  },

  remove: (id: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const store = commentStore(tx)
      const comment = await store.lock(id)
      if (!comment || comment.deleted_at !== null) throw noSuchComment()
      await store.setDeleted(id, instant(clock))
    }),

  /** The soft-deleted comments, deleted last first. */
  deleted: (): Promise<DeletedComment[]> => commentStore(db).deletedSince(instant(clock, -deletedRetentionMs)),

  restore: (id: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const store = commentStore(tx)
      const comment = await store.lock(id)
      if (!comment) throw noSuchComment()
      if (comment.deleted_at === null) return
      if (comment.deleted_at < instant(clock, -deletedRetentionMs)) {
        throw conflict('This comment was deleted over 30 days ago and can’t be brought back. Please write it again.')
      }
      await store.setDeleted(id, null)
    }),
})

/** Purges comments past their retention; returns how many. */
export const purgeComments = (tx: Tx, clock: Clock): Promise<number> =>
  commentStore(tx).purge(instant(clock, -deletedRetentionMs))

export type CommentService = ReturnType<typeof commentService>

const noSuchComment = () => missing('There is no such comment: somebody may have deleted it already.')
