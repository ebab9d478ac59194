import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { demoTemplate } from '../../../test/provided.ts'
import { connectAdministrator } from './administrator.ts'

/** An empty or seeded database of the kind under test. */
export interface TestDatabase extends AsyncDisposable {
  readonly variables: Record<string, string>
}

export const isOnPostgres = (): boolean => inject('postgresUrl') !== null

/**
 * Creates an empty database. SQLite needs only the data folder; PostgreSQL gets a database per
 * call.
 */
export async function createDatabase(): Promise<TestDatabase> {
  return create('template0')
}

/** Creates a database with the demo, copied from one that is made once per run. */
export async function createDemoDatabase(dataDir: string): Promise<TestDatabase> {
  const file = inject('demoFile')
  if (file) await copyFile(file, join(dataDir, 'vitrine.sqlite'))
  return create(demoTemplate)
}

// Shared by the test files of a worker, because connecting takes as long as a statement.
let administrator: Promise<Client> | undefined

async function administer(url: string, statement: string): Promise<void> {
  administrator ??= connectAdministrator(url)
  await (await administrator).query(statement)
}

async function create(template: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  if (!adminUrl) return { variables: {}, [Symbol.asyncDispose]: async () => {} }

  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = name
  return {
    variables: { DATABASE_URL: url.href },
    [Symbol.asyncDispose]: () => administer(adminUrl, `drop database ${name} with (force)`),
  }
}
