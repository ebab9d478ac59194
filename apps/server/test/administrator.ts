import pg from 'pg'

/** A connection with the right to create databases. */
export async function connectAdministrator(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
