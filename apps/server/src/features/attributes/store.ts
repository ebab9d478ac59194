import type { ItemType } from '@vitrine/contract'
import type { Insertable, Updateable } from 'kysely'
import { withRowLocks } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { selectItems } from '../../items/reader.ts'

export type TagDefinitionRow = Awaited<ReturnType<AttributeStore['all']>>[number]

/** Newest items of which the values are counted. */
const maxCountedItems = 5_000

export const attributeStore = (db: Db) => ({
  all: () =>
    db
      .selectFrom('tag_definition')
      .selectAll()
      .orderBy('type')
      .orderBy('order_key')
      .orderBy('id')
      .execute(),

  /** Lists the attributes of a type, in order. */
  listOfType: (type: ItemType) =>
    db
      .selectFrom('tag_definition')
      .selectAll()
      .where('type', '=', type)
      .orderBy('order_key')
      .orderBy('id')
      .execute(),

  find: (id: number) =>
    db.selectFrom('tag_definition').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Finds an attribute and locks its row until the transaction ends. */
  lock: (id: number) =>
    withRowLocks(
      db,
      db.selectFrom('tag_definition').selectAll().where('id', '=', id),
    ).executeTakeFirst(),

  add: (row: Insertable<Tables['tag_definition']>) =>
    db.insertInto('tag_definition').values(row).returningAll().executeTakeFirstOrThrow(),

  change: (id: number, columns: Updateable<Tables['tag_definition']>) =>
    db
      .updateTable('tag_definition')
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /**
   * Finds the most frequent values among the newest items, whose limited number bounds the query's
   * time.
   */
  findFrequentValues: (type: ItemType, key: string, limit: number) =>
    db
      .selectFrom(
        db
          .selectFrom(selectItems(db).as('item'))
          .select('id')
          .where('type', '=', type)
          .orderBy('id', 'desc')
          .limit(maxCountedItems)
          .as('newest'),
      )
      .innerJoin('item_tag', 'item_tag.item_id', 'newest.id')
      .select(({ fn }) => ['value', fn.countAll().as('count')])
      .where('tag_key', '=', key)
      .groupBy('value')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('value')
      .limit(limit)
      .execute(),

  /** Lists the newest changes of a type's attributes, newest first. */
  listChanges: (type: ItemType, limit: number) =>
    db
      .selectFrom('change')
      .innerJoin('tag_definition', 'tag_definition.id', 'change.subject_id')
      .select(['change.id', 'change.kind', 'at', 'user_name', 'before', 'after', 'tag_key'])
      .where('subject', '=', 'attribute')
      .where('type', '=', type)
      .orderBy('change.id', 'desc')
      .limit(limit)
      .execute(),
})

export type AttributeStore = ReturnType<typeof attributeStore>
