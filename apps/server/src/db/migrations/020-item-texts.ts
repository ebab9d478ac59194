import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

/** Adds languages, translations and staff notes to items, and a glossary to attributes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['language', 'note', 'text_states']) {
    await db.schema
      .alterTable('item')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('item')
    .addColumn('text_version', 'integer', (definition) => definition.notNull().defaultTo(1))
    .execute()
  await createTable(db, 'item_text', (table) =>
    table
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('lang', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_text_key', ['item_id', 'lang', 'field']),
  )
  await db.schema
    .alterTable('tag_definition')
    .addColumn('glossary', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  // The next start computes what depends on translations; new revisions invalidate the prepared
  // lists.
  await sql`update chore set day = '', finished_at = null where name = 'gaps'`.execute(db)
  await sql`update revision set value = ${randomUUID()} where name = 'items'`.execute(db)
}
