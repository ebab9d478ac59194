import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

const sqlite = new DatabaseSync(workerData as string, { timeout: 5_000 })
// Moves pages as far as nobody reads older ones, and makes nobody wait.
sqlite.exec('pragma wal_checkpoint(passive)')
sqlite.close()
