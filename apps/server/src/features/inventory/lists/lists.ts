import { type ItemType, perType } from '@vitrine/contract'
import type { Log } from '../../../base/log.ts'
import type { Config } from '../../../config/config.ts'
import type { Db } from '../../../db/tables.ts'
import { currentAnswer } from '../../../http/current-answer.ts'
import { itemStore } from '../store.ts'
import { listThread } from './list-thread.ts'
import { makeList } from './make-list.ts'

/** Starting a thread takes as long as building a list of this many items; shorter ones are built inline, in batches. */
const maxInline = 15_000

/** The lists as finished answers, one for each type. */
export const itemLists = (db: Db, config: Pick<Config, 'database' | 'databaseTimeoutMs'>, log: Log) => {
  const thread = listThread(config, log)
  const long = new Set<ItemType>()

  async function bodyOf(type: ItemType) {
    const short = long.has(type) ? null : await makeList(db, type, maxInline)
    if (short) return short
    long.add(type)
    return thread.make(type)
  }

  const list = (type: ItemType) =>
    currentAnswer({
      revision: () => itemStore(db).revision(type),
      make: async (revision) => ({
        type: 'application/json; charset=utf-8',
        // 2 is the version of the row format: raise it with every change, so that browsers drop cached lists.
        name: `${type}-2-${revision}`,
        cache: 'ask',
        content: await bodyOf(type),
      }),
    })
  const lists = perType('{type}', list)

  return {
    of: (type: ItemType) => lists[type].get(),
    end: async () => {
      await Promise.all(Object.values(lists).map((one) => one.end()))
      await thread.close()
    },
  }
}

export type ItemLists = ReturnType<typeof itemLists>
