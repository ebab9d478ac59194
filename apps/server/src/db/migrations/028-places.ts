import { type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

/** Adds places and movements, and turns the typed locations of items into places. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'place', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('code_key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('parent_id', 'integer', (column) => column.references('place.id'))
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('archived', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull()),
  )
  await db.schema
    .alterTable('item')
    .addColumn('place_id', 'integer', (column) => column.references('place.id'))
    .execute()
  await db.schema.createIndex('item_place').on('item').column('place_id').execute()
  await createTable(db, 'movement', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('from_id', 'integer', (column) => column.references('place.id'))
      .addColumn('to_id', 'integer', (column) => column.references('place.id'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('back_on', 'text', (column) => column.notNull())
      .addColumn('reminders', 'integer', (column) => column.notNull()),
  )
  await db.schema.createIndex('movement_item').on('movement').columns(['item_id', 'id']).execute()
  await db.schema.createIndex('movement_at').on('movement').column('at').execute()
  for (const column of ['from_id', 'to_id'])
    await db.schema
      .createIndex(`movement_${column}`)
      .on('movement')
      .columns([column, 'id'])
      .execute()
  await sql`create index movement_back on movement (back_on) where back_on != ''`.execute(db)

  // Where items are is not public.
  await sql`update tag_definition set audience = 'staff' where tag_key = 'location'`.execute(db)
  await sql`insert into chore (name, day, started_at) values ('away', '', '')`.execute(db)
  await placeItems(db)
}

const museums: Readonly<Record<string, string>> = { car: 'Le Manège', art: 'La Grange' }

/** The value of the attribute 'location' that staff typed for an item. */
interface TypedLocation {
  readonly id: number
  readonly type: string
  readonly value: string
}

async function placeItems(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<TypedLocation>`
    select item.id, item.type, item_tag.value from item join item_tag on item_tag.item_id = item.id
    where tag_key = 'location' order by item.id
  `.execute(db)
  const addPlace = createPlaceAdder(db)
  const museumIdByType = new Map<string, number>()
  for (const type of new Set(rows.map((row) => row.type)))
    museumIdByType.set(
      type,
      await addPlace({ name: museums[type] ?? type, kind: 'museum', parentId: null, note: '' }),
    )

  /** Locations that differ only in case, accents or spaces become one place. */
  const placesByKey = new Map<string, { readonly id: number; readonly name: string }>()
  for (const { id: itemId, type, value } of rows) {
    const fullName = value.replaceAll(/\s+/g, ' ').trim()
    const key = `${type} ${foldName(fullName)}`
    let place = placesByKey.get(key)
    if (!place) {
      const name = shortenName(fullName)
      const note = name === fullName ? '' : fullName
      const parentId = museumIdByType.get(type) ?? null
      place = { id: await addPlace({ name, kind: 'hall', parentId, note }), name }
      placesByKey.set(key, place)
    }
    await sql`update item set place_id = ${place.id} where id = ${itemId}`.execute(db)
    await sql`
      update item_tag set value = ${place.name} where item_id = ${itemId} and tag_key = 'location'
    `.execute(db)
  }
}

interface NewPlace {
  readonly name: string
  readonly kind: string
  readonly parentId: number | null
  readonly note: string
}

/** Creates a function that inserts a place with a code of its own, and returns its id. */
function createPlaceAdder(db: Kysely<unknown>): (place: NewPlace) => Promise<number> {
  const changedAt = new Date().toISOString()
  const usedCodes = new Set<string>()
  return async ({ name, kind, parentId, note }) => {
    const code = createCode(name, usedCodes)
    usedCodes.add(code)
    const { rows } = await sql<{ id: number }>`
      insert into place (code, code_key, name, kind, parent_id, note, archived, version, changed_at)
      values (${code}, ${code.toLowerCase()}, ${name}, ${kind}, ${parentId}, ${note}, 0, 1, ${changedAt})
      returning id
    `.execute(db)
    return rows[0]?.id ?? 0
  }
}

/** A longer location is shortened to a name; its full text becomes the note of the place. */
const maxNameLength = 120

const shortenName = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trim()}…` : name

/** Removes accents and folds case. */
const foldName = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** 'Saal 3' → 'SAAL-3', or 'SAAL-3-2' if another place has that code. */
function createCode(name: string, usedCodes: ReadonlySet<string>): string {
  const ascii = foldName(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const base = ascii.toUpperCase().slice(0, 30).replace(/-$/, '') || 'PLACE'
  let code = base
  for (let count = 2; usedCodes.has(code); count++) code = `${base}-${count}`
  return code
}
