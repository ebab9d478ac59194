import { type ConditionState, conditionFields } from '@vitrine/contract'
import { listColumnNames, toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import type { Author } from '../../http/access.ts'
import { selectNewestIds } from '../../items/item-records.ts'
import { selectItems } from '../../items/reader.ts'
import type { SourceQuery } from '../history/index.ts'
import { shortMediaName } from '../items/index.ts'

export interface CheckToAdd extends Omit<ConditionState, 'photos'> {
  readonly key: string
  readonly itemId: number
  /** `userId` is null if someone else's account sent the check; then only the name is known. */
  readonly author: Pick<Author, 'userId' | 'firstName' | 'lastName'>
  readonly at: string
}

export const conditionStore = (db: Db) => {
  const select = () =>
    db
      .selectFrom('condition_check as record')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'record.item_id')
      .leftJoin('item_comment as task', (join) =>
        join.onRef('task.id', '=', 'record.task_id').on('task.deleted_at', 'is', null),
      )
      .select(listColumnNames(conditionFields).map((name) => `record.${name}` as const))
      .select(['record.id', 'record.key', 'record.item_id', 'record.user_id'])
      .select(['record.first_name', 'record.last_name', 'record.created_at', 'record.version'])
      .select(['record.deleted_at', 'task.id as task_id', 'task.done_at as task_done_at'])
      .select(['item.identifier', 'item.name as item_name'])

  /** All photos sent for these checks, in the order of their arrival. */
  const listPhotos = (keys: readonly string[]) =>
    db
      .selectFrom('condition_photo')
      .innerJoin('media', 'media.id', 'media_id')
      .select(['condition_photo.id', 'check_key', 'item_id', 'removed', 'name', 'width', 'height'])
      .where('check_key', 'in', keys)
      .orderBy('condition_photo.id')
      .execute()

  async function read(query: ReturnType<typeof select>) {
    const rows = await query.execute()
    const photos = rows.length > 0 ? await listPhotos(rows.map(({ key }) => key)) : []
    return rows.map((row) => {
      // A photo that arrived before its check may have been sent for another item.
      const isShown = (photo: (typeof photos)[number]) =>
        photo.check_key === row.key && photo.item_id === row.item_id && photo.removed === 0
      return { ...row, photos: photos.filter(isShown) }
    })
  }

  return {
    listPhotos,

    /** Lists the checks of an item, latest first, including those removed since an instant. */
    listForItem: (itemId: number, removedSince: string) =>
      read(
        select()
          .where('record.item_id', '=', itemId)
          .where(({ or, eb }) =>
            or([eb('record.deleted_at', 'is', null), eb('record.deleted_at', '>=', removedSince)]),
          )
          .orderBy('record.day', 'desc')
          .orderBy('record.id', 'desc'),
      ),

    /** Lists checks of items in use, the last written first. */
    listWritten: (query: SourceQuery) =>
      read(
        select()
          .where('record.id', 'in', selectNewestIds(db, 'condition', query))
          .orderBy('record.created_at', 'desc')
          .orderBy('record.id', 'desc'),
      ),

    /** Finds a check, even if it was removed. */
    find: async (by: 'id' | 'key', value: number | string) =>
      (await read(select().where(`record.${by}`, '=', value)))[0],

    /** Adds a check and returns its id; undefined if there is already one with this key. */
    async add({ key, itemId, author, at, ...fields }: CheckToAdd): Promise<number | undefined> {
      const row = await db
        .insertInto('condition_check')
        .values({
          ...toColumns(conditionFields, fields),
          key,
          item_id: itemId,
          user_id: author.userId,
          created_at: at,
          first_name: author.firstName,
          last_name: author.lastName,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id
    },

    addPhoto: (photo: { item_id: number; check_key: string; media_id: number }) =>
      db.insertInto('condition_photo').values(photo).execute(),

    /** Writes a state; photos that are not part of it are marked as removed. */
    async update(
      { id, key }: { readonly id: number; readonly key: string },
      state: ConditionState,
    ): Promise<void> {
      await db
        .updateTable('condition_check')
        .set(toColumns(conditionFields, state))
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      for (const { id: photoId, name } of await listPhotos([key])) {
        const removed = state.photos.includes(shortMediaName(name)) ? 0 : 1
        await db.updateTable('condition_photo').set({ removed }).where('id', '=', photoId).execute()
      }
    },

    /** Sets columns that are not part of the state. */
    setColumns: (key: string, columns: { task_id: number } | { deleted_at: string | null }) =>
      db.updateTable('condition_check').set(columns).where('key', '=', key).execute(),
  }
}

export type ConditionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof conditionStore>['find']>>
>
