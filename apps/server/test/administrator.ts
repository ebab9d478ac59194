import pg from 'pg'

/** Connects as a user that may create databases. */
export async function connectAdministrator(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
