import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Adds indexes for the newest comments and for the counts of a stocktake. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('item_comment_deleted').execute()
  await db.schema
    .createIndex('item_comment_newest')
    .on('item_comment')
    .columns(['deleted_at', 'created_at', 'id'])
    .execute()
  await db.schema.dropIndex('stocktake_fact_item').execute()
  await db.schema
    .createIndex('stocktake_fact_kind')
    .on('stocktake_fact')
    .columns(['stocktake_id', 'kind', 'item_id', 'late', 'id'])
    .execute()
  await sql`create index stocktake_fact_late on stocktake_fact (stocktake_id, id) where late = 1`.execute(
    db,
  )
}
