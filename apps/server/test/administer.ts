import pg from 'pg'

/** One statement on a PostgreSQL, over a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
