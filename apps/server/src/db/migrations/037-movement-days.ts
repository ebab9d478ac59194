import { addDays, startOfDay } from '@vitrine/contract'
import { type Kysely, sql } from 'kysely'

/**
 * Adds the day on which a movement took place, a remark, and the change of many that inserted it
 * before later ones. Until now every movement took place when it was recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['day', 'remark'])
    await db.schema
      .alterTable('movement')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  await db.schema.alterTable('movement').addColumn('import_id', 'integer').execute()
  await fillDays(db)

  for (const name of ['movement_item', 'movement_at']) await db.schema.dropIndex(name).execute()
  const indexes = {
    movement_item: ['item_id', 'day', 'id'],
    movement_day: ['day', 'id'],
    movement_from: ['from_id', 'day'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('movement').columns(columns).execute()
  await sql`create index movement_import on movement (import_id) where import_id is not null`.execute(
    db,
  )
}

/** Runs a statement for each day, because SQL does not know the days of the museum's time zone. */
async function fillDays(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ at: string }>`
    select distinct substr(at, 1, 10) as at from movement
  `.execute(db)
  // An instant late in the evening is on the next day in the museum.
  const days = new Set(rows.flatMap(({ at: utcDay }) => [utcDay, addDays(utcDay, 1)]))
  for (const day of days)
    await sql`
      update movement set day = ${day}
      where at >= ${startOfDay(day)} and at < ${startOfDay(addDays(day, 1))}
    `.execute(db)
}
