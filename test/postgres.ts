import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'
import './provided.ts'

// Nothing here outlives a run, so nothing needs to survive a power cut.
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
]

/** A PostgreSQL for one run of the tests. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer({ settings, inMemory: true })
  project.provide('postgresUrl', server.url)
  return server.stop
}
