import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

const sqlite = new DatabaseSync(workerData as string, { timeout: 5_000 })
// A passive checkpoint stops at pages that a reader still needs, and blocks neither readers nor
// writers.
sqlite.exec('pragma wal_checkpoint(passive)')
sqlite.close()
