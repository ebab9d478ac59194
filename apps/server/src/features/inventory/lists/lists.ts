import { dayOf, type ItemType, perType } from '@vitrine/contract'
import type { Clock } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import { currentAnswer } from '../../../http/current-answer.ts'
import { revisionOf } from '../../../projections/index.ts'
import { makeColumns } from './make-columns.ts'
import { type ListBody, makeList } from './make-list.ts'

const json = (name: string, content: ListBody) =>
  ({ type: 'application/json; charset=utf-8', name, cache: 'ask', content }) as const

/** The lists as finished answers, for each type what is in use and what is archived. */
export const itemLists = (db: Db, clock: Clock) => {
  const listOf = (type: ItemType, archived: boolean) =>
    currentAnswer({
      revision: () => revisionOf(db, type),
      // 2 is the version of the row format: raise it with every change, so that browsers drop cached lists.
      make: async (revision) =>
        json(`${type}${archived ? '-archived' : ''}-2-${revision}`, await makeList(db, { type, archived })),
    })

  const columnsOf = (type: ItemType) =>
    currentAnswer({
      // Gaps also come with time.
      revision: async () => `${await revisionOf(db, 'items')}-${dayOf(clock.now())}`,
      make: async (revision) => json(`${type}-columns-1-${revision}`, await makeColumns(db, type, dayOf(clock.now()))),
    })

  const lists = perType('{type}', (type) => listOf(type, false))
  const archives = perType('{type}', (type) => listOf(type, true))
  const columns = perType('{type}', columnsOf)
  return {
    of: (type: ItemType) => lists[type](),
    archived: (type: ItemType) => archives[type](),
    columns: (type: ItemType) => columns[type](),
  }
}

export type ItemLists = ReturnType<typeof itemLists>
