import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { AuditKind } from '@vitrine/contract'
import { backupBeforeMigration } from '../archive/automatic-backups.ts'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { rejectEmptyDatabaseFile } from '../db/expect-database.ts'
import { migrate, readExecutedMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/tables.ts'
import { operatorPerson, recordAudit } from '../features/audit/index.ts'
import { createLogger } from '../runtime/logger.ts'

/** A command of the operator's command line. `run` returns the output. */
export interface Command {
  readonly summary: string
  readonly help: string
  run(args: readonly string[], config: Config): Promise<string>
}

/** Invalid arguments; the help is printed too. */
export class UsageError extends Error {}

/** Migrates the configured database, passes it to the work, and closes it afterwards. */
export async function withMigratedDatabase<T>(
  config: Config,
  work: (db: Db, migrated: readonly string[]) => Promise<T>,
): Promise<T> {
  const log = createLogger(config.logLevel)
  await rejectEmptyDatabaseFile(config.database)
  await using db = openDatabase(config.database, log)
  const beforeChange = backupBeforeMigration({ config, clock: systemClock, log })
  return await work(db, await migrate(db, { beforeChange }))
}

/** Parses arguments; an unknown option is a usage error. */
export function parseCommandArgs<const T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
) {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Records an action of the operator, unless the database is older than the audit log. */
export async function recordOperatorAudit(db: Db, kind: AuditKind): Promise<void> {
  const executed = await readExecutedMigrations(db)
  if (executed.includes('006-audit'))
    await recordAudit(db, systemClock, { kind, by: operatorPerson })
}

const maxListedLines = 20

/** Shortens a long list, so that earlier output stays visible. */
export const truncateList = (lines: readonly string[]): string[] =>
  lines.length <= maxListedLines
    ? [...lines]
    : [...lines.slice(0, maxListedLines), `  and ${lines.length - maxListedLines} more`]

// A number, or a file name that contains one.
const wordWithDigit = /(?<!\S)\S*\d\S*/g

/**
 * Shortens each kind of lines; lines that differ only in words with a digit are of one kind.
 */
export function truncateListByKind(lines: readonly string[]): string[] {
  const linesByKind = Map.groupBy(lines, (line) => line.replaceAll(wordWithDigit, ''))
  return [...linesByKind.values()].flatMap(truncateList)
}

/** Formats rows as a plain-text table; columns of numbers are right-aligned. */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = [heading, ...rows].map((row) => row.map(String))
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const isNumberColumn = heading.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number'),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumberColumn[column]
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
