import { workerData } from 'node:worker_threads'
import type { Config } from '../../../config/config.ts'
import { openDatabase } from '../../../db/open.ts'
import type { Db } from '../../../db/tables.ts'
import { type ColumnsOf, makeColumns } from './make-columns.ts'
import { makeList } from './make-list.ts'
import type { ListOf } from './store.ts'

export type ListWorkerData = Pick<Config, 'database' | 'databaseTimeoutMs'>

let db: Db | undefined

export type ListJob = ListOf | ColumnsOf

export function run(list: ListJob) {
  const { database, databaseTimeoutMs } = workerData as ListWorkerData
  db ??= openDatabase(database, { info() {}, warn() {}, error() {} }, databaseTimeoutMs)
  return 'today' in list ? makeColumns(db, list) : makeList(db, list)
}
