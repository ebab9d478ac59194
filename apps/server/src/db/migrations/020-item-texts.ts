import { languageOf, textLanguages } from '@vitrine/contract'
import { type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

const itemsAtOnce = 500

/** Items have a language, translations and a note for staff; values of attributes have a glossary. */
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
      .addColumn('item_id', 'integer', (column) => column.notNull().references('item.id').onDelete('cascade'))
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
  await fillStates(db)
}

/** Nothing is translated yet: an item stands as the original in its own language, and is missing in the others. */
async function fillStates(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; description: string }>`
      select id, description from item where id > ${last} order by id limit ${itemsAtOnce}
    `.execute(db)
    const states = Map.groupBy(rows, ({ description }) => {
      const language = languageOf(description)
      return textLanguages.map((lang) => (lang === language ? 'original' : 'missing')).join()
    })
    for (const [value, items] of states) {
      const ids = sql.join(items.map(({ id }) => id))
      await sql`update item set text_states = ${value} where id in (${ids})`.execute(db)
    }
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}
