import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'
import catalogue from './013-attributes.json' with { type: 'json' }

type Definition = Omit<(typeof catalogue.attributes)['model'], 'labels'> & {
  readonly labels: object
}
const knownDefinitions: Readonly<Record<string, Definition>> = catalogue.attributes
// Attributes that are not in the catalogue were public before this migration; from now on they are
// for staff until somebody changes that.
const fallbackDefinition: Definition = {
  kind: 'text',
  unit: '',
  audience: 'staff',
  suggestions: 0,
  names: 0,
  labels: {},
}

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** Turns definitions of attributes into a catalogue with ids, which the history refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    type: string
    tag_key: string
    order_key: number
    multiline: number
  }>`
    select type, tag_key, order_key, multiline from tag_definition order by type, order_key
  `.execute(db)
  await db.schema.dropTable('tag_definition').execute()
  await createTable(db, 'tag_definition', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('type', 'text', notNull)
      .addColumn('tag_key', 'text', notNull)
      .addColumn('order_key', 'integer', notNull)
      .addColumn('multiline', 'integer', notNull)
      .addColumn('kind', 'text', notNull)
      .addColumn('unit', 'text', notNull)
      .addColumn('audience', 'text', notNull)
      .addColumn('group_name', 'text', notNull)
      .addColumn('labels', 'text', notNull)
      .addColumn('suggestions', 'integer', notNull)
      .addColumn('names', 'integer', notNull)
      .addColumn('retired', 'integer', notNull)
      .addColumn('version', 'integer', notNull),
  )
  await db.schema
    .createIndex('tag_definition_key')
    .on('tag_definition')
    .columns(['type', 'tag_key'])
    .unique()
    .execute()
  for (const { type, tag_key, order_key, multiline } of rows) {
    const { kind, unit, audience, suggestions, names, labels } =
      knownDefinitions[tag_key] ?? fallbackDefinition
    await sql`
      insert into tag_definition
        (type, tag_key, order_key, multiline, kind, unit, audience, group_name, labels, suggestions, names, retired, version)
      values (${type}, ${tag_key}, ${order_key}, ${multiline}, ${kind}, ${unit}, ${audience}, ${findGroup(type, tag_key)},
        ${JSON.stringify(labels)}, ${suggestions}, ${names}, 0, 1)
    `.execute(db)
  }
  await sql`insert into revision (name, value) values ('attributes', 'new')`.execute(db)
}

/** The group of attributes under which one is shown. */
function findGroup(type: string, key: string): string {
  if (type !== 'art') return 'facts'
  if (catalogue.groups.none.includes(key)) return 'none'
  return catalogue.groups.music.includes(key) ? 'music' : 'facts'
}
