import {
  baseTextFields,
  licenceIds,
  pictureKinds,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { findItems } from '../../items/reader.ts'

/** Queries of the consistency check. */
export const itemCheckStore = (db: Db) => ({
  /** Lists the newest change of every item that ever existed. */
  listNewestChanges: () =>
    db
      .selectFrom('change')
      .select(({ fn }) => ['subject_id as itemId', fn.max('id').as('changeId')])
      .where('subject', '=', 'item')
      .groupBy('subject_id')
      .orderBy('subject_id')
      .execute(),

  /** Reads the stored states after these changes, by item id; null after a deletion. */
  async readStatesAfter(changeIds: readonly number[]): Promise<Map<number, string | null>> {
    const rows = await db
      .selectFrom('change')
      .select(['subject_id', 'after'])
      .where('id', 'in', changeIds)
      .execute()
    return new Map(rows.map(({ subject_id, after }) => [subject_id, after]))
  },

  /**
   * Lists changes whose stored state before is not, letter by letter, the one after the previous
   * change. Most of these states are equal nevertheless: the order of keys or the version differs.
   */
  async listPossibleGaps(): Promise<{ itemId: number; id: number; previousId: number | null }[]> {
    const { rows } = await sql<{ itemId: number; id: number; previousId: number | null }>`
      select subject_id as "itemId", id, previous_id as "previousId" from (
        select id, subject_id, before,
          lag(id) over (partition by subject_id order by id) as previous_id,
          lag(after) over (partition by subject_id order by id) as previous_after
        from change where subject = 'item'
      ) as change_with_previous
      where before is distinct from previous_after order by subject_id, id
    `.execute(db)
    return rows
  },

  /** Reads the stored states before and after these changes, by the id of the change. */
  async readStatesAround(ids: readonly number[]) {
    const rows = await db
      .selectFrom('change')
      .select(['id', 'before', 'after'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },

  findItems: (ids: readonly number[]) => findItems(db, ids),

  /** Lists unused translations: with an unknown language, state or field, or without a source. */
  listUnusedTexts: () =>
    db
      .selectFrom('item_text')
      .innerJoin('item', 'item.id', 'item_text.item_id')
      .select(['item_id', 'lang', 'field'])
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('lang', 'not in', textLanguages),
          eb('state', 'not in', translationStates),
          eb('source', '=', ''),
          eb('field', 'not in', baseTextFields).and(
            'field',
            'not in',
            selectFrom('tag_definition')
              .select('tag_key')
              .whereRef('tag_definition.type', '=', 'item.type'),
          ),
        ]),
      )
      .orderBy('item_id')
      .orderBy('lang')
      .orderBy('field')
      .execute(),

  /** Finds items whose picture in lists (item.picture_id) is not their first one. */
  findWithWrongFirstPicture: () =>
    db
      .selectFrom('item')
      .leftJoin('item_picture', (join) =>
        join.onRef('item_id', '=', 'item.id').on('position', '=', 0),
      )
      .select('item.id')
      .where(sql<SqlBool>`coalesce(item.picture_id, 0) != coalesce(item_picture.media_id, 0)`)
      .orderBy('item.id')
      .execute(),

  /** Finds items whose picture positions do not count up from 0 without a gap. */
  findWithMiscountedPictures: () =>
    db
      .selectFrom('item_picture')
      .select('item_id as id')
      .groupBy('item_id')
      .having(({ fn, or, eb }) =>
        or([
          eb(fn.min('position'), '!=', 0),
          eb(fn.max('position'), '!=', sql<number>`${fn.countAll()} - 1`),
        ]),
      )
      .orderBy('item_id')
      .execute(),

  /** Finds items with two pictures of the same content. */
  findWithDuplicatePictures: () =>
    db
      .selectFrom('item_picture')
      .innerJoin('media', 'media.id', 'media_id')
      .select('item_id as id')
      .distinct()
      .groupBy(['item_id', 'media.name'])
      .having(({ fn }) => fn.countAll(), '>', 1)
      .orderBy('item_id')
      .execute(),

  /** Finds items with a picture whose kind or licence does not exist. */
  findWithUnknownPictureMetadata: () =>
    db
      .selectFrom('item_picture')
      .select('item_id as id')
      .distinct()
      .where(({ or, eb }) =>
        or([eb('kind', 'not in', pictureKinds), eb('licence', 'not in', ['', ...licenceIds])]),
      )
      .orderBy('item_id')
      .execute(),

  listWithoutHistory: () =>
    db
      .selectFrom('item')
      .select('id')
      .where('id', 'not in', (query) =>
        query.selectFrom('change').select('subject_id').where('subject', '=', 'item'),
      )
      .orderBy('id')
      .execute(),
})
