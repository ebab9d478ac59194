import { type ItemType, perType } from '@vitrine/contract'
import type { Log } from '../../../base/log.ts'
import type { Config } from '../../../config/config.ts'
import type { Db } from '../../../db/tables.ts'
import { currentAnswer } from '../../../http/current-answer.ts'
import { itemStore } from '../store.ts'
import { listThread } from './list-thread.ts'
import { makeList } from './make-list.ts'
import type { ListOf } from './store.ts'

/** Starting a thread takes as long as building a list of this many items; shorter ones are built inline, in batches. */
const maxInline = 15_000

/** The lists as finished answers, for each type what is in use and what is archived. */
export const itemLists = (db: Db, config: Pick<Config, 'database' | 'databaseTimeoutMs'>, log: Log) => {
  const thread = listThread(config, log)

  function listOf(list: ListOf) {
    let isLong = false
    const bodyOf = async () => {
      const short = isLong ? null : await makeList(db, list, maxInline)
      isLong = short === null
      return short ?? thread.make(list)
    }
    const { type, archived } = list
    return currentAnswer({
      revision: () => itemStore(db).revision(type),
      make: async (revision) => ({
        type: 'application/json; charset=utf-8',
        // 2 is the version of the row format: raise it with every change, so that browsers drop cached lists.
        name: `${type}${archived ? '-archived' : ''}-2-${revision}`,
        cache: 'ask',
        content: await bodyOf(),
      }),
    })
  }
  const lists = perType('{type}', (type) => listOf({ type, archived: false }))
  const archives = perType('{type}', (type) => listOf({ type, archived: true }))

  return {
    of: (type: ItemType) => lists[type].get(),
    archived: (type: ItemType) => archives[type].get(),
    end: async () => {
      await Promise.all([...Object.values(lists), ...Object.values(archives)].map((one) => one.end()))
      await thread.close()
    },
  }
}

export type ItemLists = ReturnType<typeof itemLists>
