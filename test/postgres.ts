import type { TestProject } from 'vitest/node'
import { connectAdministrator } from '../apps/server/test/administrator.ts'
import { fillWithDemo } from './demo-database.ts'
import { startPostgresServer } from './postgres-server.ts'
import { demoTemplate } from './provided.ts'

// No durability, because the data does not outlive a run.
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
]

/** Starts PostgreSQL for one test run, with a template database of the demo. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer(settings)
  const administrator = await connectAdministrator(server.url)
  await administrator.query(`create database ${demoTemplate} template template0`)
  await administrator.end()
  await fillWithDemo({ DATABASE_URL: new URL(`/${demoTemplate}`, server.url).href })
  project.provide('postgresUrl', server.url)
  project.provide('demoFile', null)
  return server.stop
}
