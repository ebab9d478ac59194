import { parentPort, workerData } from 'node:worker_threads'
import type { ItemType } from '@vitrine/contract'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { makeList } from './make-list.ts'

export interface ListWish {
  readonly database: Config['database']
  readonly timeoutMs: number
  readonly type: ItemType
}

export interface MadeApart {
  readonly plain: Uint8Array
  readonly brotli: Uint8Array
}

const { database, timeoutMs, type } = workerData as ListWish
const db = openDatabase(database, { info() {}, warn() {}, error() {} }, timeoutMs)

// A list that can't be made ends the thread, and whoever waits is told why.
parentPort?.on('message', async () => {
  parentPort?.postMessage(await makeList(db, type))
})
