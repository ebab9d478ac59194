import {
  licenceIds,
  ownTexts,
  pictureKinds,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { findItems } from '../../items/reader.ts'

/** What the check of the history asks. */
export const itemCheckStore = (db: Db) => ({
  /** The number of the newest change of every item there ever was. */
  newestChanges: () =>
    db
      .selectFrom('change')
      .select(({ fn }) => ['subject_id as itemId', fn.max('id').as('changeId')])
      .where('subject', '=', 'item')
      .groupBy('subject_id')
      .orderBy('subject_id')
      .execute(),

  /** What these changes left behind, by item. */
  async left(changeIds: readonly number[]): Promise<Map<number, string | null>> {
    const rows = await db
      .selectFrom('change')
      .select(['subject_id', 'after'])
      .where('id', 'in', changeIds)
      .execute()
    return new Map(rows.map(({ subject_id, after }) => [subject_id, after]))
  },

  items: (ids: readonly number[]) => findItems(db, ids),

  /** Unused translations: of a language, a state or a field that does not exist. */
  unknownTexts: () =>
    db
      .selectFrom('item_text')
      .innerJoin('item', 'item.id', 'item_text.item_id')
      .select(['item_id', 'lang', 'field'])
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('lang', 'not in', textLanguages),
          eb('state', 'not in', translationStates),
          eb('source', '=', ''),
          eb('field', 'not in', ownTexts).and(
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

  /** Items whose first picture is not the one that lists show. */
  otherFirstPicture: () =>
    db
      .selectFrom('item')
      .leftJoin('item_picture', (join) =>
        join.onRef('item_id', '=', 'item.id').on('position', '=', 0),
      )
      .select('item.id')
      .where(sql<SqlBool>`coalesce(item.picture_id, 0) != coalesce(item_picture.media_id, 0)`)
      .orderBy('item.id')
      .execute(),

  /** Items whose pictures are not counted from 0 on without a gap. */
  miscountedPictures: () =>
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

  /** Items that have the same content twice. */
  picturesTwice: () =>
    db
      .selectFrom('item_picture')
      .innerJoin('media', 'media.id', 'media_id')
      .select('item_id as id')
      .distinct()
      .groupBy(['item_id', 'media.name'])
      .having(({ fn }) => fn.countAll(), '>', 1)
      .orderBy('item_id')
      .execute(),

  /** Items with a picture whose kind or licence does not exist. */
  unknownPictureWords: () =>
    db
      .selectFrom('item_picture')
      .select('item_id as id')
      .distinct()
      .where(({ or, eb }) =>
        or([eb('kind', 'not in', pictureKinds), eb('licence', 'not in', ['', ...licenceIds])]),
      )
      .orderBy('item_id')
      .execute(),

  /** Items of which no change was ever recorded. */
  withoutHistory: () =>
    db
      .selectFrom('item')
      .select('id')
      .where('id', 'not in', (query) =>
        query.selectFrom('change').select('subject_id').where('subject', '=', 'item'),
      )
      .orderBy('id')
      .execute(),
})
