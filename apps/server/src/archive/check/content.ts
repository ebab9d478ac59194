import { itemTypes } from '@vitrine/contract'
import { sql } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { checkAttributes } from '../../features/attributes/index.ts'
import { checkExchangeLog } from '../../features/exchange-log/index.ts'
import { checkGaps, checkItems } from '../../features/inventory/index.ts'
import { checkMentions } from '../../features/journal/index.ts'
import { checkSearchIndex } from '../../features/search-index/index.ts'
import { checkViews } from '../../features/views/index.ts'
import { choreStore } from '../chore-store.ts'
import type { Findings } from './findings.ts'

export const lists: readonly Tables['revision']['name'][] = [...itemTypes, 'items', 'attributes', 'events', 'journal']

/** Whether what the rows say fits together: items and their history, and the rows that everything else relies upon. */
export async function checkContent(db: Db, clock: Clock): Promise<Findings> {
  const { rows: named } = await sql<{ name: string }>`select name from revision`.execute(db)
  const { next, highest } = await nextItem(db)
  const problems = [
    ...lists
      .filter((list) => !named.some(({ name }) => name === list))
      .map((list) => `The list of ${list} has no revision: it can’t be shown.`),
    ...(next === null ? ['The counter of items is gone: none can be added.'] : []),
    ...(next !== null && highest >= next
      ? [`The next item would get the number ${next}, but there is one with ${highest}.`]
      : []),
    ...(await checkItems(db)),
    ...((await gapsWereWorkedOut(db)) ? await checkGaps(db, clock) : []),
    ...(await checkAttributes(db)),
    ...(await checkViews(db)),
    ...(await checkMentions(db)),
    ...(await checkSearchIndex(db)),
    ...(await checkExchangeLog(db)),
  ]
  const { rows } = await sql<{ items: number; changes: number }>`
    select (select count(*) from item) as items, (select count(*) from change) as changes
  `.execute(db)
  return { problems, notes: [`Content: ${rows[0]?.items} items, ${rows[0]?.changes} recorded changes.`] }
}

/** A server that has just been upgraded does so within minutes. */
const gapsWereWorkedOut = async (db: Db): Promise<boolean> => Boolean((await choreStore(db).find('gaps'))?.finished_at)

/** The number that the next item gets, null when the count is gone, and the highest that one has. */
export async function nextItem(db: Db): Promise<{ next: number | null; highest: number }> {
  const { rows } = await sql<{ next: number | null; highest: number | null }>`
    select (select next from counter where name = 'item') as next, (select max(id) from item) as highest
  `.execute(db)
  return { next: rows[0]?.next ?? null, highest: rows[0]?.highest ?? 0 }
}
