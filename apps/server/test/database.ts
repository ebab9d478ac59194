import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of the kind this run is about: the variables that choose it, and how to get rid of it. */
export interface TestDatabase extends AsyncDisposable {
  readonly variables: Record<string, string>
}

/** SQLite needs nothing beside the data folder; on PostgreSQL each test server gets a database of its own. */
export async function createDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  if (!adminUrl) return { variables: {}, [Symbol.asyncDispose]: async () => {} }

  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(adminUrl, `create database ${name} template template0 strategy file_copy`)
  const url = new URL(adminUrl)
  url.pathname = name
  return {
    variables: { DATABASE_URL: url.href },
    [Symbol.asyncDispose]: () => administer(adminUrl, `drop database ${name} with (force)`),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
