import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

/** Gives items any number of pictures, each with metadata; `item.picture_id` repeats the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The index has the name of the new table.
  await db.schema.dropIndex('item_picture').execute()
  await db.schema.createIndex('item_picture_id').on('item').column('picture_id').execute()

  const texts = ['kind', 'credit', 'licence', 'alt_fr', 'alt_de', 'alt_en'] as const
  await createTable(db, 'item_picture', (table) =>
    texts.reduce(
      (columns, name) => columns.addColumn(name, 'text', (column) => column.notNull()),
      table
        .addColumn('item_id', 'integer', (column) =>
          column.notNull().references('item.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('media_id', 'integer', (column) => column.notNull().references('media.id'))
        .addColumn('public', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('item_picture_key', ['item_id', 'position']),
    ),
  )
  await db.schema.createIndex('item_picture_media').on('item_picture').column('media_id').execute()
  await sql`
    insert into item_picture (item_id, position, media_id, public, kind, credit, licence, alt_fr, alt_de, alt_en)
    select id, 0, picture_id, 1, 'view', '', '', '', '', '' from item where picture_id is not null
  `.execute(db)

  // Empty until computed.
  await db.schema
    .alterTable('media')
    .addColumn('dhash', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // The next start computes the gaps of items.
  await sql`update chore set day = '', finished_at = null where name = 'gaps'`.execute(db)
}
