import { workerData } from 'node:worker_threads'
import type { ItemType } from '@vitrine/contract'
import type { Config } from '../../../config/config.ts'
import { openDatabase } from '../../../db/open.ts'
import type { Db } from '../../../db/tables.ts'
import { makeList } from './make-list.ts'

export type ListWorkerData = Pick<Config, 'database' | 'databaseTimeoutMs'>

let db: Db | undefined

export function run(type: ItemType) {
  const { database, databaseTimeoutMs } = workerData as ListWorkerData
  db ??= openDatabase(database, { info() {}, warn() {}, error() {} }, databaseTimeoutMs)
  return makeList(db, type)
}
