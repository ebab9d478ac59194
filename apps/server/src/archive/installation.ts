import { executedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import type { Manifest } from './manifest.ts'

export interface Installation {
  readonly id: string
  readonly createdAt: string
}

/** The installation that a database belongs to; null for one that has no id yet. */
export async function installationOf(db: Db): Promise<Installation | null> {
  if (!(await executedMigrations(db)).includes('011-installation')) return null
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst()
  return row ? { id: row.id, createdAt: row.created_at } : null
}

/** Whether a backup is of this installation. One from before there were ids is, unless it is older than the database. */
export const isOwn = (
  { installation, madeAt }: Pick<Manifest, 'installation' | 'madeAt'>,
  { id, createdAt }: Installation,
): boolean => (installation === undefined ? madeAt >= createdAt : installation === id)
