import { type ConditionState, conditionFields } from '@vitrine/contract'
import { didAffectRows } from '../../db/dialect.ts'
import { listColumnNames, toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import type { Author } from '../../http/access.ts'
import type { ConditionColumns } from './tables.ts'

export interface CheckToAdd extends ConditionColumns {
  readonly key: string
  readonly itemId: number
  /** Without an account if it was sent by another one. */
  readonly author: Pick<Author, 'userId' | 'firstName' | 'lastName'>
  readonly at: string
}

export const conditionStore = (db: Db) => {
  const select = () =>
    db
      .selectFrom('condition_check as record')
      .leftJoin('item_comment as task', (join) =>
        join.onRef('task.id', '=', 'record.task_id').on('task.deleted_at', 'is', null),
      )
      .select(listColumnNames(conditionFields).map((name) => `record.${name}` as const))
      .select([
        'record.id',
        'record.key',
        'record.item_id',
        'record.user_id',
        'record.first_name',
        'record.last_name',
        'record.created_at',
        'record.version',
        'record.deleted_at',
        'task.id as task_id',
        'task.done_at as task_done_at',
      ])

  type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

  /** Adds the photos of checks, in the order of their arrival. */
  async function withPhotos(rows: readonly Row[]) {
    if (rows.length === 0) return []
    const photos = await db
      .selectFrom('condition_photo')
      .innerJoin('media', 'media.id', 'media_id')
      .select(['check_key', 'item_id', 'media.name', 'width', 'height'])
      .where('removed', '=', 0)
      .where(
        'check_key',
        'in',
        rows.map(({ key }) => key),
      )
      .orderBy('condition_photo.id')
      .execute()
    return rows.map((row) => ({
      ...row,
      photos: photos.filter(
        ({ check_key, item_id }) => check_key === row.key && item_id === row.item_id,
      ),
    }))
  }

  return {
    /** The latest first; with those removed since an instant. */
    async listForItem(itemId: number, removedSince: string) {
      const rows = await select()
        .where('record.item_id', '=', itemId)
        .where(({ or, eb }) =>
          or([eb('record.deleted_at', 'is', null), eb('record.deleted_at', '>=', removedSince)]),
        )
        .orderBy('record.day', 'desc')
        .orderBy('record.id', 'desc')
        .execute()
      return withPhotos(rows)
    },

    /** Also finds removed checks. */
    async find(by: 'id' | 'key', value: number | string) {
      const rows = await select().where(`record.${by}`, '=', value).execute()
      return (await withPhotos(rows))[0]
    },

    /** Returns the id; undefined if there is a check with this key. */
    async add({ key, itemId, author, at, ...fields }: CheckToAdd): Promise<number | undefined> {
      const row = await db
        .insertInto('condition_check')
        .values({
          ...toColumns(conditionFields, fields),
          key,
          item_id: itemId,
          user_id: author.userId,
          first_name: author.firstName,
          last_name: author.lastName,
          created_at: at,
        })
        .onConflict((on) => on.column('key').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id
    },

    /** Writes a state; photos that are not part of it are marked as removed. */
    async update({ id, key, item_id }: Row, state: ConditionState): Promise<void> {
      await db
        .updateTable('condition_check')
        .set(toColumns(conditionFields, state))
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      const photos = await db
        .selectFrom('condition_photo')
        .innerJoin('media', 'media.id', 'media_id')
        .select(['condition_photo.id', 'name'])
        .where('check_key', '=', key)
        .where('item_id', '=', item_id)
        .execute()
      for (const photo of photos) {
        const removed = state.photos.some((name) => photo.name.startsWith(name)) ? 0 : 1
        await db
          .updateTable('condition_photo')
          .set({ removed })
          .where('id', '=', photo.id)
          .execute()
      }
    },

    /** Content hashes of all photos sent for a check, including removed ones. */
    listPhotoContents: async (key: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('condition_photo')
        .innerJoin('media', 'media.id', 'media_id')
        .select('name')
        .where('check_key', '=', key)
        .execute()
      return rows.map(({ name }) => name)
    },

    addPhoto: (photo: { item_id: number; check_key: string; media_id: number }) =>
      db.insertInto('condition_photo').values(photo).execute(),

    /** The content hash of a photo of any check, by its beginning. */
    findPhoto: (name: string) =>
      db
        .selectFrom('condition_photo')
        .innerJoin('media', 'media.id', 'media_id')
        .select('media.name')
        .where('media.name', '>=', name)
        // Content hashes are hexadecimal, so all that begin with the name sort before this.
        .where('media.name', '<', `${name}g`)
        .limit(1)
        .executeTakeFirst(),

    setDeleted: (id: number, at: string | null) =>
      db.updateTable('condition_check').set({ deleted_at: at }).where('id', '=', id).execute(),

    setTask: (key: string, commentId: number) =>
      didAffectRows(
        db.updateTable('condition_check').set({ task_id: commentId }).where('key', '=', key),
      ),

    /** Deletes for good, also the history of checks that no longer exist. */
    async purge(deletedBefore: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('condition_check')
        .where('deleted_at', '<', deletedBefore)
        .executeTakeFirst()
      await db
        .deleteFrom('change')
        .where('subject', '=', 'condition')
        .where('subject_id', 'not in', (checks) =>
          checks.selectFrom('condition_check').select('condition_check.id'),
        )
        .execute()
      return Number(numDeletedRows)
    },
  }
}

export type ConditionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof conditionStore>['find']>>
>
