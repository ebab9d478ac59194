import { type Kysely, sql } from 'kysely'

/**
 * Each movement stores the full paths of its places at that time: a place that is moved takes its
 * contents along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const end of ['from', 'to']) {
    const [id, path] = [sql.ref(`${end}_id`), sql.ref(`${end}_path`)]
    await db.schema
      .alterTable('movement')
      .addColumn(`${end}_path`, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const [place, ids] of await pathsOfPlaces(db))
      await sql`update movement set ${path} = ${ids} where ${id} = ${place}`.execute(db)
    // Movements are now found by their paths.
    await db.schema.dropIndex(`movement_${end}_id`).execute()
  }
}

/** The path of a place, such as '/3/17/' for place 17, which is in place 3. */
async function pathsOfPlaces(db: Kysely<unknown>): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: number
    parent_id: number | null
  }>`select id, parent_id from place`.execute(db)
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const paths = new Map<number, string>()
  const add = (parent: number | null, around: string) => {
    for (const { id } of inside.get(parent) ?? []) {
      paths.set(id, `${around}${id}/`)
      add(id, `${around}${id}/`)
    }
  }
  add(null, '/')
  return paths
}
