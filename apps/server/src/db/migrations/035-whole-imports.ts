import { type Kysely, sql } from 'kysely'

/**
 * Makes an import one transaction. An earlier version used several, and reverted an interrupted
 * import at its next start. If that start is this one, the written part stays: listed as
 * interrupted, and undone like any other import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const interruptedIds = sql`(select id from item_import where lease_until is not null)`
  // Items that an interrupted undo has already restored are detached from the import.
  await sql`
    update change set import_id = null
    where import_id in ${interruptedIds} and exists (
      select 1 from change as undo
      where undo.import_id = change.import_id and undo.subject = change.subject
        and undo.subject_id = change.subject_id and undo.kind in ('restored', 'removed')
    )
  `.execute(db)
  /** Counts created items by 'null', changed ones by 'not null'. */
  const countChanges = (before: 'null' | 'not null') =>
    sql`(select count(*) from change where import_id = item_import.id and before is ${sql.raw(before)})`
  await sql`
    update item_import set
      file_name = file_name || ' (interrupted)', undone_by = null,
      created = ${countChanges('null')}, changed = ${countChanges('not null')}
    where lease_until is not null
  `.execute(db)
  await sql`delete from item_import where lease_until is not null and created + changed = 0`.execute(
    db,
  )
  for (const column of ['type', 'lease_until'])
    await db.schema.alterTable('item_import').dropColumn(column).execute()
}
