import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { checkItems } from '../../features/inventory/index.ts'
import type { Findings } from './findings.ts'

const lists = ['art', 'car', 'events', 'journal']

/** Whether what the rows say fits together: items and their history, and the rows that everything else relies upon. */
export async function checkContent(db: Db): Promise<Findings> {
  const { rows: named } = await sql<{ name: string }>`select name from revision`.execute(db)
  const { rows: counted } = await sql<{ next: number; highest: number | null }>`
    select next, (select max(id) from item) as highest from counter where name = 'item'
  `.execute(db)
  const [numbers] = counted
  const problems = [
    ...lists
      .filter((list) => !named.some(({ name }) => name === list))
      .map((list) => `The list of ${list} has no revision: it can’t be shown.`),
    ...(numbers ? [] : ['The counter of items is gone: none can be added.']),
    ...(numbers && (numbers.highest ?? 0) >= numbers.next
      ? [`The next item would get the number ${numbers.next}, but there is one with ${numbers.highest}.`]
      : []),
    ...(await checkItems(db)),
  ]
  const { rows } = await sql<{ items: number; changes: number }>`
    select (select count(*) from item) as items, (select count(*) from change) as changes
  `.execute(db)
  return { problems, notes: [`Content: ${rows[0]?.items} items, ${rows[0]?.changes} recorded changes.`] }
}
