import { sql } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { checkAttributes } from '../../features/attributes/index.ts'
import { checkItems } from '../../features/inventory/index.ts'
import { checkViews } from '../../features/views/index.ts'
import { compareProjections } from '../../projections/index.ts'
import type { Findings } from './findings.ts'

/** Whether what the rows say fits together: items and their history, and the rows that everything else relies upon. */
export async function checkContent(db: Db, clock: Clock): Promise<Findings> {
  const { next, highest } = await nextItem(db)
  const problems = [
    ...(next === null ? ['The counter of items is gone: none can be added.'] : []),
    ...(next !== null && highest >= next
      ? [`The next item would get the number ${next}, but there is one with ${highest}.`]
      : []),
    ...(await checkItems(db)),
    ...(await checkAttributes(db)),
    ...(await checkViews(db)),
    ...(await compareProjections(db, clock)),
  ]
  const { rows } = await sql<{ items: number; changes: number }>`
    select (select count(*) from item) as items, (select count(*) from change) as changes
  `.execute(db)
  return { problems, notes: [`Content: ${rows[0]?.items} items, ${rows[0]?.changes} recorded changes.`] }
}

/** The number that the next item gets, null when the count is gone, and the highest that one has. */
export async function nextItem(db: Db): Promise<{ next: number | null; highest: number }> {
  const { rows } = await sql<{ next: number | null; highest: number | null }>`
    select (select next from counter where name = 'item') as next, (select max(id) from item) as highest
  `.execute(db)
  return { next: rows[0]?.next ?? null, highest: rows[0]?.highest ?? 0 }
}
