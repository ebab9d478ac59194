import type { Kysely } from 'kysely'
import { createTable } from '../migration-columns.ts'

const languages = ['fr', 'de', 'en']
const perLanguage = ['state', 'hours', 'tickets', 'access', 'facilities']

/** Stores what visitors read about a museum; its id is that of its item type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = [
    'email',
    'telephone',
    ...languages.flatMap((language) => perLanguage.map((name) => `${name}_${language}`)),
  ]
  await createTable(db, 'museum', (table) =>
    [...texts, 'changed_at'].reduce(
      (columns, name) => columns.addColumn(name, 'text', (column) => column.notNull()),
      table
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull()),
    ),
  )
}
