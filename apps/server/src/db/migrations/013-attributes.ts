import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'
import known from './013-attributes.json' with { type: 'json' }

type Meaning = Omit<(typeof known.attributes)['model'], 'labels'> & { readonly labels: object }
const meanings: Readonly<Record<string, Meaning>> = known.attributes
// Unknown attributes were public before this migration; from now on they are for staff until
// changed.
const unknown: Meaning = {
  kind: 'text',
  unit: '',
  audience: 'staff',
  suggestions: 0,
  names: 0,
  labels: {},
}

const given = (column: ColumnDefinitionBuilder) => column.notNull()

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
      .addColumn('type', 'text', given)
      .addColumn('tag_key', 'text', given)
      .addColumn('order_key', 'integer', given)
      .addColumn('multiline', 'integer', given)
      .addColumn('kind', 'text', given)
      .addColumn('unit', 'text', given)
      .addColumn('audience', 'text', given)
      .addColumn('group_name', 'text', given)
      .addColumn('labels', 'text', given)
      .addColumn('suggestions', 'integer', given)
      .addColumn('names', 'integer', given)
      .addColumn('retired', 'integer', given)
      .addColumn('version', 'integer', given),
  )
  await db.schema
    .createIndex('tag_definition_key')
    .on('tag_definition')
    .columns(['type', 'tag_key'])
    .unique()
    .execute()
  for (const { type, tag_key, order_key, multiline } of rows) {
    const { kind, unit, audience, suggestions, names, labels } = meanings[tag_key] ?? unknown
    await sql`
      insert into tag_definition
        (type, tag_key, order_key, multiline, kind, unit, audience, group_name, labels, suggestions, names, retired, version)
      values (${type}, ${tag_key}, ${order_key}, ${multiline}, ${kind}, ${unit}, ${audience}, ${groupOf(type, tag_key)},
        ${JSON.stringify(labels)}, ${suggestions}, ${names}, 0, 1)
    `.execute(db)
  }
  await sql`insert into revision (name, value) values ('attributes', 'new')`.execute(db)
}

function groupOf(type: string, key: string): string {
  if (type !== 'art') return 'facts'
  if (known.groups.none.includes(key)) return 'none'
  return known.groups.music.includes(key) ? 'music' : 'facts'
}
