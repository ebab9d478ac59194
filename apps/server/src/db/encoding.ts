import { sql } from 'kysely'
import { OperatorError } from '../base/operator-error.ts'
import { isPostgres } from './dialect.ts'
import type { Db } from './tables.ts'

/** Any other encoding rejects or garbles the first name with a letter it lacks. */
export async function expectUtf8(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new OperatorError(
    [
      `The database in DATABASE_URL is encoded in ${encoding}, which can’t hold every letter. Please make one in UTF-8:`,
      "  create database vitrine owner vitrine encoding 'UTF8' template template0;",
    ].join('\n'),
  )
}
