import type { CommentState } from '@vitrine/contract'
import { type Selectable, sql } from 'kysely'
import { withRowLocks } from '../../db/dialect.ts'
import { prepareQuery } from '../../db/prepared.ts'
import type { Db, Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { selectNewestIds } from '../../items/item-records.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'
import type { SourceQuery } from '../history/index.ts'

// Has this many parameters because prepared queries take their values by position.
const addComment = prepareQuery(
  (
    db,
    itemId: number,
    userId: number,
    firstName: string,
    lastName: string,
    comment: string,
    at: string,
    parentId: number | null,
    task: 0 | 1,
    assigneeId: number | null,
    due: string,
    assignedAt: string | null,
    assignedBy: number | null,
  ) =>
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
        parent_id: parentId,
        task,
        assignee_id: assigneeId,
        due,
        assigned_at: assignedAt,
        assigned_by: assignedBy,
      })
      .returning('id'),
)

export interface CommentToAdd {
  readonly itemId: number
  readonly comment: string
  readonly author: Pick<Actor, 'userId' | 'firstName' | 'lastName'>
  readonly at: string
  readonly parentId?: number | null
  readonly task?:
    | { readonly assigneeId?: number | undefined; readonly due?: string | undefined }
    | undefined
}

/** Lists only open tasks: of one user, or of all if no assignee is given. */
export interface OpenTaskFilter {
  readonly assigneeId?: number
}

/** Selects comments with their item, which is joined as `item`. */
const selectComments = (db: Db) =>
  db
    .selectFrom('item_comment')
    .innerJoin(selectItems(db).as('item'), 'item.id', 'item_comment.item_id')
    .leftJoin('user_account as assignee', 'assignee.id', 'item_comment.assignee_id')
    .select([
      'item_comment.id',
      'item_comment.item_id',
      'item.identifier',
      'item.name as item_name',
      'item_comment.comment',
      'item_comment.created_at as created',
      'item_comment.user_id',
      'item_comment.first_name',
      'item_comment.last_name',
      'item_comment.parent_id',
      'item_comment.task',
      'item_comment.done_at',
      'item_comment.done_by',
      'item_comment.assignee_id',
      'assignee.first_name as assignee_first',
      'assignee.last_name as assignee_last',
      'item_comment.due',
      'item_comment.edited_at',
      'item_comment.assigned_at',
      'item_comment.assigned_by',
    ])

export const selectUndeletedComments = (db: Db) =>
  selectComments(db).where('item_comment.deleted_at', 'is', null)

export const commentStore = (db: Db) => {
  const selectAll = () => selectComments(db)
  const selectUndeleted = () => selectUndeletedComments(db)
  const selectNewestFirst = () =>
    selectUndeleted().orderBy('item_comment.created_at', 'desc').orderBy('item_comment.id', 'desc')
  const selectOpenTasks = () =>
    db
      .selectFrom('item_comment')
      .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_comment.item_id')
      .where('task', '=', 1)
      .where('done_at', 'is', null)
      .where('item_comment.deleted_at', 'is', null)

  return {
    /**
     * Lists the newest comments that are older than the one with the id `before`, which may have
     * been deleted meanwhile.
     */
    listPage: (
      limit: number,
      { before, open: filter }: { before?: number | undefined; open?: OpenTaskFilter | undefined },
    ) =>
      selectNewestFirst()
        .where('item.archived_at', 'is', null)
        .limit(limit)
        .$if(filter !== undefined, (query) =>
          query.where('task', '=', 1).where('done_at', 'is', null),
        )
        .$if(filter?.assigneeId !== undefined, (query) =>
          query.where('assignee_id', '=', filter?.assigneeId ?? 0),
        )
        .$if(before !== undefined, (query) =>
          query.where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('item_comment.created_at', 'item_comment.id'),
              '<',
              selectFrom('item_comment as previous')
                .select(['previous.created_at', 'previous.id'])
                .where('previous.id', '=', Number(before))
                .$asTuple('created_at', 'id'),
            ),
          ),
        )
        .execute(),

    /** Lists comments on items in use, the last written first. */
    listWritten: (query: SourceQuery) =>
      selectNewestFirst()
        .where('item_comment.id', 'in', selectNewestIds(db, 'comment', query))
        .execute(),

    listForItem: (itemId: number) =>
      selectNewestFirst().where('item_comment.item_id', '=', itemId).execute(),

    /** Lists a person's open tasks by due day; tasks without a due day come last. */
    listOpenTasks: (assigneeId: number, limit: number) =>
      selectUndeleted()
        .where('item.archived_at', 'is', null)
        .where('task', '=', 1)
        .where('done_at', 'is', null)
        .where('assignee_id', '=', assigneeId)
        .orderBy(sql`case when due = '' then 1 else 0 end`)
        .orderBy('due')
        .orderBy('item_comment.id')
        .limit(limit)
        .execute(),

    /** Counts the open tasks of a person, or of all. */
    async countOpen(assigneeId?: number): Promise<number> {
      const { count } = await selectOpenTasks()
        .$if(assigneeId !== undefined, (query) => query.where('assignee_id', '=', assigneeId ?? 0))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    listDeletedSince: (since: string, limit: number) =>
      selectAll()
        .select(({ fn }) => fn.coalesce('item_comment.deleted_at', sql.lit('')).as('deleted'))
        .where('item_comment.deleted_at', '>=', since)
        .orderBy('item_comment.deleted_at', 'desc')
        .orderBy('item_comment.id', 'desc')
        .limit(limit)
        .execute(),

    async add({ itemId, comment, author, at, parentId, task }: CommentToAdd) {
      const { userId, firstName, lastName } = author
      const assigneeId = task?.assigneeId ?? null
      const isAssigned = assigneeId !== null
      const [added] = await addComment(
        db,
        itemId,
        userId,
        firstName,
        lastName,
        comment,
        at,
        parentId ?? null,
        task ? 1 : 0,
        assigneeId,
        task?.due ?? '',
        isAssigned ? at : null,
        isAssigned ? userId : null,
      )
      if (!added) throw new Error('the database returned no id for a comment')
      return added
    },

    find: (id: number) => selectUndeleted().where('item_comment.id', '=', id).executeTakeFirst(),

    lock: (id: number) =>
      withRowLocks(
        db,
        db.selectFrom('item_comment').select(['id', 'deleted_at']).where('id', '=', id),
      ).executeTakeFirst(),

    /** Locks the comments that are not deleted, in the order of their ids; returns these ids. */
    async lockMany(ids: readonly number[]): Promise<number[]> {
      const query = db
        .selectFrom('item_comment')
        .select('id')
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
      return (await withRowLocks(db, query.orderBy('id')).execute()).map(({ id }) => id)
    },

    /** Writes a state and the columns that follow from it. */
    update: (
      id: number,
      { comment, task, assigneeId, due }: CommentState,
      derivedColumns: Pick<
        Selectable<Tables['item_comment']>,
        'done_at' | 'done_by' | 'edited_at' | 'assigned_at' | 'assigned_by'
      >,
    ) =>
      db
        .updateTable('item_comment')
        .set({ comment, task: task ? 1 : 0, assignee_id: assigneeId, due, ...derivedColumns })
        .where('id', '=', id)
        .execute(),

    setDeleted: (id: number, at: string | null) =>
      db.updateTable('item_comment').set({ deleted_at: at }).where('id', '=', id).execute(),

    /** Finds the full name of a user. */
    async findPersonName(id: number): Promise<string | undefined> {
      const user = await db
        .selectFrom('user_account')
        .select(['first_name', 'last_name'])
        .where('id', '=', id)
        .executeTakeFirst()
      return user && `${user.first_name} ${user.last_name}`.trim()
    },
  }
}

export type CommentStore = ReturnType<typeof commentStore>
export type CommentRow = NonNullable<Awaited<ReturnType<CommentStore['find']>>>
