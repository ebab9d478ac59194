import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

// The attributes of each type, in display order.
const attributes = {
  car: [
    'model',
    'year',
    'origin',
    'country',
    'body',
    'year_from',
    'year_to',
    'units_built',
    'units_comment',
    'designer',
    'chassis_number',
    'engine',
    'displacement_cm3',
    'power_hp',
    'power_rpm',
    'transmission',
    'drive',
    'top_speed_kmh',
    'weight_kg',
    'length',
    'width',
    'height',
    'wheelbase',
    'colour',
    'first_registration',
    'previous_owners',
    'acquired',
    'condition',
    'location',
    'reference',
  ],
  art: [
    'artist',
    'title',
    'year',
    'dimensions',
    'technique',
    'collection',
    'mp3',
    'composer',
    'music',
    'music_detail',
    'music_interpreters',
    'reference',
    'signature',
    'provenance',
    'acquired',
    'condition',
    'location',
  ],
}
// Attributes whose values may have several lines.
const multilineKeys = new Set([
  'music_detail',
  'music_interpreters',
  'previous_owners',
  'provenance',
  'reference',
])

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'counter', (table) =>
    table
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('next', 'integer', notNull),
  )
  await createTable(db, 'revision', (table) =>
    table
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', notNull),
  )
  await sql`insert into counter (name, next) values ('item', 1)`.execute(db)
  await sql`insert into revision (name, value) values ('car', 'new'), ('art', 'new')`.execute(db)

  await createTable(db, 'media', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('name', 'text', notNull)
      .addColumn('kind', 'text', notNull)
      .addColumn('mime', 'text', notNull)
      .addColumn('bytes', 'integer', notNull)
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('file_name', 'text', notNull)
      .addColumn('created_at', 'text', notNull),
  )
  await db.schema.createIndex('media_name').on('media').column('name').execute()

  await createTable(db, 'item', (table) =>
    table
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('type', 'text', notNull)
      .addColumn('identifier', 'text', notNull)
      .addColumn('identifier_key', 'text', notNull)
      .addColumn('name', 'text', notNull)
      .addColumn('description', 'text', notNull)
      .addColumn('public', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('picture_id', 'integer', (column) => column.references('media.id'))
      .addColumn('recording_id', 'integer', (column) => column.references('media.id'))
      .addColumn('version', 'integer', notNull)
      .addColumn('created_at', 'text', notNull)
      .addColumn('updated_at', 'text', notNull),
  )
  await db.schema
    .createIndex('item_identifier')
    .on('item')
    .columns(['type', 'identifier_key'])
    .unique()
    .execute()
  await db.schema.createIndex('item_type').on('item').columns(['type', 'id']).execute()
  await db.schema.createIndex('item_picture').on('item').column('picture_id').execute()
  await db.schema.createIndex('item_recording').on('item').column('recording_id').execute()

  await createTable(db, 'item_tag', (table) =>
    table
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('tag_key', 'text', notNull)
      .addColumn('value', 'text', notNull)
      .addPrimaryKeyConstraint('item_tag_key', ['item_id', 'tag_key']),
  )

  await createTable(db, 'tag_definition', (table) =>
    table
      .addColumn('type', 'text', notNull)
      .addColumn('tag_key', 'text', notNull)
      .addColumn('order_key', 'integer', notNull)
      .addColumn('multiline', 'integer', notNull)
      .addPrimaryKeyConstraint('tag_definition_key', ['type', 'tag_key']),
  )
  for (const [type, keys] of Object.entries(attributes)) {
    for (const [index, key] of keys.entries()) {
      await sql`
        insert into tag_definition (type, tag_key, order_key, multiline)
        values (${type}, ${key}, ${10 * (index + 1)}, ${multilineKeys.has(key) ? 1 : 0})
      `.execute(db)
    }
  }

  await createTable(db, 'item_import', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('at', 'text', notNull)
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', notNull)
      .addColumn('file_name', 'text', notNull)
      .addColumn('created', 'integer', notNull)
      .addColumn('changed', 'integer', notNull)
      .addColumn('undone_at', 'text')
      .addColumn('undone_by', 'text'),
  )

  await createTable(db, 'change', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('subject', 'text', notNull)
      .addColumn('subject_id', 'integer', notNull)
      .addColumn('kind', 'text', notNull)
      .addColumn('at', 'text', notNull)
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', notNull)
      .addColumn('import_id', 'integer', (column) => column.references('item_import.id'))
      .addColumn('before', 'text')
      .addColumn('after', 'text'),
  )
  await db.schema
    .createIndex('change_subject')
    .on('change')
    .columns(['subject', 'subject_id', 'id'])
    .execute()
  await db.schema.createIndex('change_import').on('change').column('import_id').execute()
  await db.schema.createIndex('change_user').on('change').column('user_id').execute()

  await createTable(db, 'item_comment', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('first_name', 'text', notNull)
      .addColumn('last_name', 'text', notNull)
      .addColumn('comment', 'text', notNull)
      .addColumn('created_at', 'text', notNull)
      .addColumn('deleted_at', 'text'),
  )
  await db.schema
    .createIndex('item_comment_item')
    .on('item_comment')
    .columns(['item_id', 'created_at'])
    .execute()
  await db.schema.createIndex('item_comment_user').on('item_comment').column('user_id').execute()
  await db.schema
    .createIndex('item_comment_deleted')
    .on('item_comment')
    .column('deleted_at')
    .execute()
}
