import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

const given = (column: ColumnDefinitionBuilder) => column.notNull()

// In display order; values of the second list have several lines.
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
const multiline = new Set([
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
      .addColumn('next', 'integer', given),
  )
  await createTable(db, 'revision', (table) =>
    table
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', given),
  )
  await sql`insert into counter (name, next) values ('item', 1)`.execute(db)
  await sql`insert into revision (name, value) values ('car', 'new'), ('art', 'new')`.execute(db)

  await createTable(db, 'media', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('name', 'text', given)
      .addColumn('kind', 'text', given)
      .addColumn('mime', 'text', given)
      .addColumn('bytes', 'integer', given)
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('file_name', 'text', given)
      .addColumn('created_at', 'text', given),
  )
  await db.schema.createIndex('media_name').on('media').column('name').execute()

  await createTable(db, 'item', (table) =>
    table
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('type', 'text', given)
      .addColumn('identifier', 'text', given)
      .addColumn('identifier_key', 'text', given)
      .addColumn('name', 'text', given)
      .addColumn('description', 'text', given)
      .addColumn('public', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('picture_id', 'integer', (column) => column.references('media.id'))
      .addColumn('recording_id', 'integer', (column) => column.references('media.id'))
      .addColumn('version', 'integer', given)
      .addColumn('created_at', 'text', given)
      .addColumn('updated_at', 'text', given),
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
      .addColumn('tag_key', 'text', given)
      .addColumn('value', 'text', given)
      .addPrimaryKeyConstraint('item_tag_key', ['item_id', 'tag_key']),
  )

  await createTable(db, 'tag_definition', (table) =>
    table
      .addColumn('type', 'text', given)
      .addColumn('tag_key', 'text', given)
      .addColumn('order_key', 'integer', given)
      .addColumn('multiline', 'integer', given)
      .addPrimaryKeyConstraint('tag_definition_key', ['type', 'tag_key']),
  )
  for (const [type, keys] of Object.entries(attributes)) {
    for (const [index, key] of keys.entries()) {
      await sql`
        insert into tag_definition (type, tag_key, order_key, multiline)
        values (${type}, ${key}, ${10 * (index + 1)}, ${multiline.has(key) ? 1 : 0})
      `.execute(db)
    }
  }

  await createTable(db, 'item_import', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('at', 'text', given)
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', given)
      .addColumn('file_name', 'text', given)
      .addColumn('created', 'integer', given)
      .addColumn('changed', 'integer', given)
      .addColumn('undone_at', 'text')
      .addColumn('undone_by', 'text'),
  )

  await createTable(db, 'change', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('subject', 'text', given)
      .addColumn('subject_id', 'integer', given)
      .addColumn('kind', 'text', given)
      .addColumn('at', 'text', given)
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', given)
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
      .addColumn('first_name', 'text', given)
      .addColumn('last_name', 'text', given)
      .addColumn('comment', 'text', given)
      .addColumn('created_at', 'text', given)
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
