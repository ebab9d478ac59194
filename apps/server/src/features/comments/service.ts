import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type CommentConflict,
  type CommentState,
  commentFields,
  type DeletedComment,
  type ItemComment,
  maxCommentsPerPage,
  type openTaskFilters,
  type TaskFields,
} from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import {
  conflict,
  Failure,
  fail,
  forbidden,
  invalid,
  notFound,
  overloaded,
} from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { isForeignKeyViolation } from '../../db/errors.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { purgeItemRecords } from '../../items/item-records.ts'
import { updateProjections } from '../../projections/index.ts'
import {
  type ChangeContext,
  fieldHistory,
  type RecordLink,
  type RevertKind,
} from '../history/index.ts'
import { itemNotFound, itemReader } from '../items/index.ts'
import { noticeService } from './notices.ts'
import { type CommentRow, type CommentStore, commentStore } from './store.ts'
import { toComment, toCommentState } from './view.ts'

const history = fieldHistory('comment', commentFields)

interface PageQuery {
  /** Id of the last comment of the page before. */
  readonly before?: number | undefined
  /** If missing, all comments are listed. */
  readonly limit?: number | undefined
  /** Lists only open tasks. */
  readonly open?: (typeof openTaskFilters)[number] | undefined
}

interface NewComment {
  readonly itemId: number
  readonly comment: string
  readonly task?: TaskFields | undefined
  readonly replyTo?: number | undefined
}

/** Requests for all comments that may wait; more are rejected. */
const maxWaiting = 100

export const commentService = (db: Db, clock: Clock) => {
  // One list of all comments at a time, because each may take many megabytes.
  const listQueue = createQueue({ concurrency: 1, maxWaiting, rejection: overloaded })

  /**
   * The single write path of existing comments: row, projections and history in one transaction.
   */
  const changeComment = (
    { actor, at }: ChangeContext,
    id: number,
    kind: ChangeKind,
    computeState: (
      state: CommentState,
      row: CommentRow,
      store: CommentStore,
    ) => CommentState | Promise<CommentState>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const store = commentStore(tx)
      await store.lock(id)
      const row = (await store.find(id)) ?? fail(noSuchComment())
      const before = toCommentState(row)
      const after = await computeState(before, row, store)
      if (isDeepStrictEqual(before, after)) return
      if (after.comment !== before.comment && row.user_id !== actor.userId)
        throw forbidden('Only the author can change the text of a comment. You can reply to it.')
      await store.update(id, after, {
        ...toCompletionColumns(row, before, after, { actor, at }),
        ...toAssignmentColumns(row, before, after, { actor, at }),
        edited_at: after.comment === before.comment ? row.edited_at : at,
      })
      await updateProjections(tx, 'comment', [id])
      await history.changes(tx).record([{ subjectId: id, kind, before, after }], { actor, at })
    })

  const changeContext = (actor: Actor): ChangeContext => ({ actor, at: instant(clock) })

  return {
    /** Lists a page, or all comments; these are read by pages so that the event loop stays free. */
    async all({ userId }: Actor, { before, limit, open }: PageQuery): Promise<ItemComment[]> {
      const store = commentStore(db)
      const filter = open && { open: open === 'mine' ? { assigneeId: userId } : {} }
      const readPage = async (size: number, lastId?: number) =>
        (await store.listPage(size, { ...filter, before: lastId })).map((row) =>
          toComment(row, userId),
        )
      if (limit !== undefined) return readPage(limit, before)
      return listQueue(async () => {
        const comments: ItemComment[] = []
        let lastId = before
        for (;;) {
          const page = await readPage(maxCommentsPerPage, lastId)
          comments.push(...page)
          if (page.length < maxCommentsPerPage) return comments
          lastId = page.at(-1)?.id
          await yieldToEventLoop()
        }
      })
    },

    async ofItem({ userId }: Actor, itemId: number): Promise<ItemComment[]> {
      await itemReader({ db }).requireExisting(itemId)
      const unreadIds = await noticeService(db, clock).listUnreadIds(userId, itemId)
      return (await commentStore(db).listForItem(itemId)).map((row) => {
        const comment = toComment(row, userId)
        return unreadIds.has(row.id) ? { ...comment, unread: true } : comment
      })
    },

    /** Lists a user's most urgent open tasks, and counts the open tasks of the user and of all. */
    async openFor({ userId }: Actor, limit: number) {
      const store = commentStore(db)
      const tasks = (await store.listOpenTasks(userId, limit)).map((row) => toComment(row, userId))
      return {
        tasks,
        openForMe: await store.countOpen(userId),
        openForAll: await store.countOpen(),
      }
    },

    async add(
      actor: Actor,
      comment: NewComment,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<{ id: number }> {
      try {
        return await runIdempotently(db, clock, idempotentRequest, async (tx) => {
          const added = await addComment(commentStore(tx), actor, comment, instant(clock))
          await updateProjections(tx, 'comment', [added.id])
          return added
        })
      } catch (error) {
        // The foreign key checks the item, which saves a query.
        throw isForeignKeyViolation(error) ? itemNotFound() : error
      }
    },

    /** Fails if the text is no longer the one that the author saw, as far as that is known. */
    edit: (actor: Actor, id: number, comment: string, seenText?: string): Promise<void> =>
      changeComment(changeContext(actor), id, 'changed', (state, row) => {
        if (seenText !== undefined && seenText !== state.comment)
          throw new Failure(
            'conflict',
            'This comment was changed since you opened it. Compare the texts, then save again to replace it.',
            {
              current: toComment(row, actor.userId),
              changedBy: `${row.first_name} ${row.last_name}`.trim(),
              changedAt: row.edited_at ?? row.created,
            } satisfies CommentConflict,
          )
        return { ...state, comment }
      }),

    setTask: (actor: Actor, id: number, task: TaskFields | null): Promise<void> =>
      changeComment(changeContext(actor), id, 'task', async (state, _row, store) => ({
        ...state,
        task: task !== null,
        done: task !== null && state.done,
        assigneeId: task?.assigneeId ?? null,
        assignee: await requireAssigneeName(store, task?.assigneeId),
        due: task?.due ?? '',
      })),

    setDone: (actor: Actor, id: number, done: boolean): Promise<void> =>
      changeComment(changeContext(actor), id, done ? 'done' : 'reopened', (state) => {
        if (done && !state.task) throw conflict('This comment is not a task. Make it a task first.')
        return { ...state, done }
      }),

    /** Reverts to an earlier state, by the same rules as for other changes. */
    revert: (
      context: ChangeContext,
      id: number,
      kind: RevertKind,
      computeState: (state: CommentState) => CommentState,
    ): Promise<void> =>
      changeComment(context, id, kind, async (state, _row, store) => {
        const earlier = computeState(state)
        await requireAssigneeName(store, earlier.assigneeId ?? undefined)
        return earlier
      }),

    state: async (id: number): Promise<CommentState> =>
      toCommentState((await commentStore(db).find(id)) ?? fail(noSuchComment())),

    async describe(id: number): Promise<RecordLink> {
      const row = (await commentStore(db).find(id)) ?? fail(noSuchComment())
      return {
        title: `Comment on ${row.identifier} ${row.item_name}`.trim(),
        screen: `/inventory-detail/${row.item_id}`,
        part: `comment-${id}`,
      }
    },

    /** The fields that an account may not change: for others than the author, the text. */
    async reservedFields(actor: Actor, id: number): Promise<readonly (keyof CommentState)[]> {
      const row = await commentStore(db).find(id)
      return row?.user_id === actor.userId ? [] : ['comment']
    },

    remove: (id: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const store = commentStore(tx)
        const comment = await store.lock(id)
        if (!comment || comment.deleted_at !== null) throw noSuchComment()
        await store.setDeleted(id, instant(clock))
        await updateProjections(tx, 'comment', [id])
      }),

    /**
     * Removes the comments that still exist, in the caller's transaction. Locks all of them before
     * the first write, because a write also locks a row that other writers wait for.
     */
    async removeMany(ids: readonly number[]): Promise<void> {
      const store = commentStore(db)
      const existingIds = await store.lockMany(ids)
      for (const id of existingIds) await store.setDeleted(id, instant(clock))
      await updateProjections(db, 'comment', existingIds)
    },

    /** Lists the comments that were deleted last and can be restored, at most one page. */
    async deleted({ userId }: Actor): Promise<DeletedComment[]> {
      const rows = await commentStore(db).listDeletedSince(
        instant(clock, -deletedRetentionMs),
        maxCommentsPerPage,
      )
      return rows.map(({ deleted, ...row }) => ({ ...toComment(row, userId), deleted }))
    },

    restore: (id: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const store = commentStore(tx)
        const comment = await store.lock(id)
        if (!comment) throw noSuchComment()
        if (comment.deleted_at === null) return
        if (comment.deleted_at < instant(clock, -deletedRetentionMs)) {
          throw conflict(
            'This comment was deleted over 30 days ago and can’t be restored. Please write it again.',
          )
        }
        await store.setDeleted(id, null)
        await updateProjections(tx, 'comment', [id])
      }),
  }
}

/** Purges deleted comments past their retention; returns how many. */
export const purgeComments = (tx: Tx, clock: Clock): Promise<number> =>
  purgeItemRecords(tx, 'comment', instant(clock, -deletedRetentionMs))

export type CommentService = ReturnType<typeof commentService>

export const commentHistory = ({ state, describe, revert, reservedFields }: CommentService) =>
  history.kind({ readCurrent: state, describe, write: revert, reservedFields })

const noSuchComment = () => notFound('This comment does not exist. It may have been deleted.')

/** Who did a task and when: unchanged while it stays done, empty while it is open. */
function toCompletionColumns(
  row: CommentRow,
  before: CommentState,
  after: CommentState,
  { actor, at }: ChangeContext,
) {
  if (!after.done) return { done_at: null, done_by: '' }
  if (before.done) return { done_at: row.done_at, done_by: row.done_by }
  return { done_at: at, done_by: getAuthorName(actor) }
}

/** Who gave a task to its assignee and when: unchanged while the assignee stays the same. */
function toAssignmentColumns(
  row: CommentRow,
  before: CommentState,
  after: CommentState,
  { actor, at }: ChangeContext,
) {
  if (after.assigneeId === null) return { assigned_at: null, assigned_by: null }
  if (after.assigneeId === before.assigneeId)
    return { assigned_at: row.assigned_at, assigned_by: row.assigned_by }
  return { assigned_at: at, assigned_by: actor.userId }
}

async function addComment(
  store: CommentStore,
  actor: Actor,
  { itemId, comment, task, replyTo }: NewComment,
  at: string,
) {
  if (task) await requireAssigneeName(store, task.assigneeId)
  const commentToAdd = { itemId, comment, author: actor, at, task }
  if (replyTo === undefined) return store.add(commentToAdd)

  const parent = await store.find(replyTo)
  if (parent?.item_id !== itemId) throw noSuchComment()
  // Replies have one level: a reply to a reply answers the same comment.
  return store.add({ ...commentToAdd, parentId: parent.parent_id ?? parent.id })
}

/** Returns the assignee's name, empty for none; fails if the account no longer exists. */
async function requireAssigneeName(store: CommentStore, id: number | undefined): Promise<string> {
  if (id === undefined) return ''
  const name = await store.findPersonName(id)
  if (name === undefined)
    throw invalid('assigneeId', 'This person no longer has an account. Please choose someone else.')
  return name
}
