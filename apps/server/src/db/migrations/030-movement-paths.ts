import { type Kysely, sql } from 'kysely'

/**
 * Each movement stores the full paths of its places at that time: a place that is moved takes its
 * contents along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const end of ['from', 'to']) {
    const [idColumn, pathColumn] = [sql.ref(`${end}_id`), sql.ref(`${end}_path`)]
    await db.schema
      .alterTable('movement')
      .addColumn(`${end}_path`, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const [placeId, path] of await readPathByPlaceId(db))
      await sql`update movement set ${pathColumn} = ${path} where ${idColumn} = ${placeId}`.execute(
        db,
      )
    // Movements are now found by their paths.
    await db.schema.dropIndex(`movement_${end}_id`).execute()
  }
}

/** The paths of places by id, such as '/3/17/' for place 17, which is in place 3. */
async function readPathByPlaceId(db: Kysely<unknown>): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: number
    parent_id: number | null
  }>`select id, parent_id from place`.execute(db)
  const childrenByParentId = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const pathByPlaceId = new Map<number, string>()
  const addChildren = (parentId: number | null, parentPath: string) => {
    for (const { id } of childrenByParentId.get(parentId) ?? []) {
      const path = `${parentPath}${id}/`
      pathByPlaceId.set(id, path)
      addChildren(id, path)
    }
  }
  addChildren(null, '/')
  return pathByPlaceId
}
