import { dayOf, type ItemType, perType } from '@vitrine/contract'
import type { Clock } from '../../../base/clock.ts'
import type { Log } from '../../../base/log.ts'
import type { Config } from '../../../config/config.ts'
import type { Db } from '../../../db/tables.ts'
import { currentAnswer } from '../../../http/current-answer.ts'
import { itemStore } from '../store.ts'
import { listThread } from './list-thread.ts'
import type { ListJob } from './list-worker.ts'
import { makeColumns } from './make-columns.ts'
import { type ListBody, makeList } from './make-list.ts'
import type { ListOf } from './store.ts'

/** Starting a thread takes as long as building a list of this many items; shorter ones are built inline, in batches. */
const maxInline = 15_000

/** The lists as finished answers, for each type what is in use and what is archived. */
export const itemLists = (db: Db, clock: Clock, config: Pick<Config, 'database' | 'databaseTimeoutMs'>, log: Log) => {
  const thread = listThread(config, log)

  /** Made here while it is short, else in the thread. */
  function bodyMaker<Job extends ListJob>(make: (db: Db, job: Job, maxItems: number) => Promise<ListBody | null>) {
    let isLong = false
    return async (job: Job): Promise<ListBody> => {
      const short = isLong ? null : await make(db, job, maxInline)
      isLong = short === null
      return short ?? thread.make(job)
    }
  }

  function listOf(list: ListOf) {
    const bodyOf = bodyMaker(makeList)
    const { type, archived } = list
    return currentAnswer({
      revision: () => itemStore(db).revision(type),
      make: async (revision) => ({
        type: 'application/json; charset=utf-8',
        // 2 is the version of the row format: raise it with every change, so that browsers drop cached lists.
        name: `${type}${archived ? '-archived' : ''}-2-${revision}`,
        cache: 'ask',
        content: await bodyOf(list),
      }),
    })
  }

  function columnsOf(type: ItemType) {
    const bodyOf = bodyMaker(makeColumns)
    return currentAnswer({
      // Gaps also come with time.
      revision: async () => `${await itemStore(db).revision('items')}-${dayOf(clock.now())}`,
      make: async (revision) => ({
        type: 'application/json; charset=utf-8',
        name: `${type}-columns-1-${revision}`,
        cache: 'ask',
        content: await bodyOf({ type, today: dayOf(clock.now()) }),
      }),
    })
  }
  const lists = perType('{type}', (type) => listOf({ type, archived: false }))
  const archives = perType('{type}', (type) => listOf({ type, archived: true }))
  const columns = perType('{type}', columnsOf)
  const all = [lists, archives, columns].flatMap((some) => Object.values(some))

  return {
    of: (type: ItemType) => lists[type].get(),
    archived: (type: ItemType) => archives[type].get(),
    columns: (type: ItemType) => columns[type].get(),
    renew: async () => {
      await Promise.all(all.map((one) => one.renew()))
    },
    end: async () => {
      await Promise.all(all.map((one) => one.end()))
      await thread.close()
    },
  }
}

export type ItemLists = ReturnType<typeof itemLists>
