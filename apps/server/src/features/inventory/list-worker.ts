import { parentPort, workerData } from 'node:worker_threads'
import type { ItemType } from '@vitrine/contract'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { makeList } from './make-list.ts'

export interface ListWish {
  readonly database: Config['database']
  readonly patience: number
  readonly type: ItemType
}

// Makes one list, hands it over and ends: what it took meanwhile is given back.
const { database, patience, type } = workerData as ListWish
const db = openDatabase(database, { info() {}, warn() {}, error() {} }, patience)
try {
  parentPort?.postMessage(await makeList(db, type))
} finally {
  await db.destroy()
}
