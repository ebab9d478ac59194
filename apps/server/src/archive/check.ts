import { createHash } from 'node:crypto'
import { daysBetween, toDay } from '@vitrine/contract'
import { sql } from 'kysely'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { isPostgres } from '../db/dialect.ts'
import { isConnectionError } from '../db/errors.ts'
import {
  knownMigrations,
  readExecutedMigrations,
  toSchemaNumber,
  versionAndSchema,
} from '../db/migrate.ts'
import type { Db, Tables } from '../db/tables.ts'
import { checkAttributes } from '../features/attributes/index.ts'
import { checkItems } from '../features/items/index.ts'
import { isDamagedSize } from '../features/media/index.ts'
import { checkPlaces } from '../features/places/index.ts'
import { checkViews } from '../features/views/index.ts'
import { jobStore } from '../jobs/daily-jobs.ts'
import { compareProjections } from '../projections/index.ts'
import { type AutomaticBackup, listOwnBackups } from './automatic-backups.ts'
import { findInstallation, openBackup } from './backup-file.ts'
import { explainError } from './explain.ts'
import { isDamagedOriginal, isOriginalKey, type MediaContent, readMediaContents } from './media.ts'
import { readLastId } from './rows.ts'
import { inSnapshot, readSchema, type Table } from './schema.ts'

interface Parts extends Pick<Context, 'db' | 'media' | 'clock'> {
  readonly backups: Config['backups']
}

/** Checks everything on one read-only snapshot. A part that fails does not stop the others. */
export const checkEverything = ({ db, media, backups, clock }: Parts): Promise<Findings> =>
  inSnapshot(db, async (snapshot) => {
    const findings = [await checkDatabase(snapshot)]
    const checkPart = async (part: string, check: () => Promise<Findings>) => {
      findings.push(await inSavepoint(snapshot, part, check))
    }
    // Without all migrations, tables that the other checks query are missing.
    if (await isSchemaUpToDate(snapshot)) {
      await checkPart('the content', () => checkContent(snapshot, clock))
      await checkPart('pictures and recordings', () => checkMedia(snapshot, media))
      await checkPart('the backups', () => checkBackups(snapshot, backups, clock))
    }
    return mergeFindings(findings)
  })

/** The result of a check: problems need action, notes do not. */
interface Findings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

const mergeFindings = (findings: readonly Findings[]): Findings => ({
  problems: findings.flatMap(({ problems }) => problems),
  notes: findings.flatMap(({ notes }) => notes),
})

/**
 * Runs one part of a check and turns a failure into a finding. Each part has its own savepoint,
 * because an error aborts a PostgreSQL transaction.
 */
async function inSavepoint(
  snapshot: Db,
  part: string,
  check: () => Promise<Findings>,
): Promise<Findings> {
  await sql`savepoint part`.execute(snapshot)
  try {
    return await check()
  } catch (error) {
    if (isConnectionError(error)) throw error
    return {
      problems: [`${part} could not be checked to the end: ${explainReason(error)}`],
      notes: [],
    }
  } finally {
    await sql`rollback to part`.execute(snapshot).catch(ignoreLostConnection)
  }
}

/** Explains an error to the operator, or repeats its message. */
const explainReason = (error: unknown): string => explainError(error) ?? (error as Error).message

/** A lost connection has no savepoint, and the part itself has already failed with it. */
const ignoreLostConnection = (): void => {}

/** Checks the database itself: version, file, foreign keys and id sequences. */
async function checkDatabase(db: Db): Promise<Findings> {
  const findings: Findings[] = []
  const checkPart = async (part: string, check: () => Promise<string[]>) => {
    findings.push(await inSavepoint(db, part, async () => ({ problems: await check(), notes: [] })))
  }
  await checkPart('The version of the database', () => findVersionProblems(db))
  if (!isPostgres(db)) await checkPart('The database file', () => findDatabaseFileProblems(db))
  const tables = await readSchema(db)
  for (const table of tables) {
    await checkPart(`The table ${table.name}`, async () => [
      ...(await findReferenceProblems(db, table)),
      ...(await findSequenceProblems(db, table)),
    ])
  }
  return mergeFindings([
    ...findings,
    { problems: [], notes: [`Database: ${tables.length} tables.`] },
  ])
}

export async function isSchemaUpToDate(db: Db): Promise<boolean> {
  const executed = await readExecutedMigrations(db)
  return (
    executed.length === knownMigrations.length &&
    executed.every((name) => knownMigrations.includes(name))
  )
}

async function findVersionProblems(db: Db): Promise<string[]> {
  const executed = await readExecutedMigrations(db)
  const fromNewerVersions = executed.filter((name) => !knownMigrations.includes(name))
  const pending = knownMigrations.filter((name) => !executed.includes(name))

  const problems: string[] = []
  if (fromNewerVersions.length > 0)
    problems.push(
      `The database was made by a newer Vitrine (schema ${toSchemaNumber(executed)}). This is ${versionAndSchema}: please update it.`,
    )
  if (pending.length > 0)
    problems.push(`The database is not up to date (${pending}): please run migrate.`)
  return problems
}

async function findDatabaseFileProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok')
    .map((line) => `The database file is damaged: ${line}. Please restore the newest backup.`)
}

async function findReferenceProblems(db: Db, table: Table): Promise<string[]> {
  const problems: string[] = []
  for (const { column, parentTable, parentColumn } of table.references) {
    const reference = sql.ref(`child.${column}`)
    const target = sql.ref(`parent.${parentColumn}`)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table.name)} as child
      where ${reference} is not null
        and not exists (select 1 from ${sql.table(parentTable)} as parent where ${target} = ${reference})
    `.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0)
      problems.push(
        `${count} rows of ${table.name} refer by ${column} to rows of ${parentTable} that do not exist.`,
      )
  }
  return problems
}

/** A sequence that lags behind the highest id would fail, or assign an id a second time. */
async function findSequenceProblems(db: Db, table: Table): Promise<string[]> {
  const lastId = await readLastId(db, table)
  if (lastId === null) return []
  const highestId = await readHighestId(db, table)
  if (highestId <= lastId) return []
  return [
    `The ids of ${table.name} go up to ${highestId}, but the database would continue after ${lastId}.`,
  ]
}

export async function readHighestId(db: Db, table: Table): Promise<number> {
  // Tables with a sequence have one key column.
  const [key = ''] = table.key
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(key)}) as highest from ${sql.table(table.name)}
  `.execute(db)
  return rows[0]?.highest ?? 0
}

/**
 * Checks that the rows agree with each other: the counter of items, records with rules,
 * projections.
 */
async function checkContent(db: Db, clock: Clock): Promise<Findings> {
  const problems = [
    ...(await findCounterProblems(db)),
    ...(await checkItems(db)),
    ...(await checkPlaces(db, clock)),
    ...(await checkAttributes(db)),
    ...(await checkViews(db)),
    ...(await compareProjections(db, clock)),
  ]
  const { rows } = await sql<{ items: number; changes: number }>`
    select (select count(*) from item) as items, (select count(*) from change) as changes
  `.execute(db)
  return {
    problems,
    notes: [`Content: ${rows[0]?.items} items, ${rows[0]?.changes} recorded changes.`],
  }
}

async function findCounterProblems(db: Db): Promise<string[]> {
  const { next, highest } = await readItemCounter(db)
  if (next === null) return ['The counter of items is gone: none can be added.']
  if (highest < next) return []
  return [`The next item would get the number ${next}, but there is one with ${highest}.`]
}

/** Reads the id of the next item, null if its row is missing, and the highest id in use. */
export async function readItemCounter(db: Db): Promise<{ next: number | null; highest: number }> {
  const { rows } = await sql<{ next: number | null; highest: number | null }>`
    select (select next from counter where name = 'item') as next, (select max(id) from item) as highest
  `.execute(db)
  return { next: rows[0]?.next ?? null, highest: rows[0]?.highest ?? 0 }
}

const restoreAdvice = 'Please take it from a backup made with vitrine backup.'
const renderAdvice = 'check --repair makes it from the original.'
const missingProblem = 'is missing.'

/**
 * Reads every known file. Originals must exist and match the hash in their key; their sizes must
 * be complete.
 */
async function checkMedia(db: Db, media: MediaStore): Promise<Findings> {
  const contents = await readMediaContents(db)
  const problems: string[] = []
  for (const content of contents) problems.push(...(await findContentProblems(content, media)))

  const keys = contents.flatMap((content) => content.keys)
  const absentKeys = new Set(keys)
  let orphanCount = 0
  const onError = (place: string, error: Error) =>
    problems.push(`${place} can’t be read: ${explainReason(error)}`)
  for await (const { key } of media.list(onError))
    if (key === null || !absentKeys.delete(key)) orphanCount++

  const presentCount = keys.length - absentKeys.size
  const notes = [`Media: ${contents.length} pictures and recordings, ${presentCount} files.`]
  const unrenderedCount = [...absentKeys].filter((key) => !isOriginalKey(key)).length
  if (unrenderedCount > 0)
    notes.push(
      `${unrenderedCount} sizes of pictures are not made yet. Each is made when it is asked for.`,
    )
  if (orphanCount > 0)
    notes.push(
      `${orphanCount} files belong to nothing, as an upload that was cut off leaves them. check --repair removes them.`,
    )
  return { problems, notes }
}

/** Checks the original first, because its sizes can be rendered again only while it is intact. */
async function findContentProblems(
  { keys: [original = '', ...sizes] }: MediaContent,
  media: MediaStore,
): Promise<string[]> {
  const originalProblem = await findMediaFileProblem(original, media)
  const problems: string[] = []
  if (originalProblem) problems.push(`The file ${original} ${originalProblem} ${restoreAdvice}`)
  for (const key of sizes) {
    const problem = await findMediaFileProblem(key, media)
    // A missing size is rendered when it is requested.
    if (problem && problem !== missingProblem)
      problems.push(`The file ${key} ${problem} ${originalProblem ? restoreAdvice : renderAdvice}`)
  }
  return problems
}

async function findMediaFileProblem(key: string, media: MediaStore): Promise<string | null> {
  try {
    const file = await media.find(key)
    if (!file) return missingProblem
    if (file.size === 0) return 'is empty.'
    const hash = createHash('sha256')
    for await (const chunk of await file.open()) hash.update(chunk)
    const isDamaged = isOriginalKey(key)
      ? isDamagedOriginal(key, hash.digest('hex'))
      : await isDamagedSize(key, file)
    return isDamaged ? 'is damaged.' : null
  } catch (error) {
    return `can’t be read: ${explainReason(error)}`
  }
}

/** The oldest that the last daily backup may be. */
const maxBackupAgeDays = 2

/** Checks that daily backups are made, are in the folder, and that the newest one can be read. */
async function checkBackups(
  db: Db,
  { daily, folder }: Config['backups'],
  clock: Clock,
): Promise<Findings> {
  const installation = await findInstallation(db)
  if (!installation)
    return {
      problems: ['This database has no id: its backups can’t be distinguished from others.'],
      notes: [],
    }

  const { own, unreadable } = await listOwnBackups(folder, 'daily', installation)
  const { lastGood, problems: readProblems } = await findLastGoodBackup(own)
  const notes = [
    `Daily backups: ${own.length} in ${folder}.`,
    lastGood
      ? `The last good one was made at ${lastGood.madeAt}: ${lastGood.name}.`
      : 'None of them can be read.',
  ]
  if (!daily) return { problems: [], notes }

  const job = await jobStore(db).find('backup')
  if (!job?.day) {
    const isOverdue = own.length === 0 && (await countDaysInUse(db, clock)) > maxBackupAgeDays
    const problem = 'Daily backups are on, but there is none: is the server running?'
    return { problems: isOverdue ? [problem] : [], notes }
  }

  const problems = findJobProblems(job, { folder, backups: [...own, ...unreadable] })
  for (const { name } of unreadable)
    problems.push(`The backup ${name} is damaged: please move it away.`)
  problems.push(...readProblems)
  if (!lastGood)
    problems.push(
      'There is no good daily backup: please run backup now, and check the disk that it is written to.',
    )
  const ageDays = daysBetween(job.day, toDay(clock.now()))
  if (ageDays > maxBackupAgeDays)
    problems.push(`The last daily backup is ${ageDays} days old: is the server running?`)
  return { problems, notes }
}

/** Compares the record of the last daily backup with the files in the folder. */
function findJobProblems(
  { day, problem, finished_at }: Tables['chore'],
  { folder, backups }: { folder: string; backups: readonly AutomaticBackup[] },
): string[] {
  const problems: string[] = []
  if (problem) problems.push(`The daily backup of ${day} failed: ${problem}`)
  if (finished_at && !backups.some((backup) => backup.day === day))
    problems.push(`The daily backup of ${day} was written, but is no longer in ${folder}.`)
  return problems
}

/** Counts the days since the first migration ran. */
async function countDaysInUse(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql<{ first: string }>`
    select min(timestamp) as first from kysely_migration
  `.execute(db)
  const first = rows[0]?.first
  return first ? daysBetween(toDay(new Date(first)), toDay(clock.now())) : 0
}

/** Finds the newest backup that can be read in full, and the problems of all newer ones. */
async function findLastGoodBackup(backups: readonly AutomaticBackup[]) {
  const problems: string[] = []
  for (const { name, path } of backups.toReversed()) {
    try {
      const { manifest } = await openBackup(path)
      return { lastGood: { name, madeAt: manifest.madeAt }, problems }
    } catch (error) {
      problems.push(`The backup ${name} can’t be read back: ${explainReason(error)}`)
    }
  }
  return { lastGood: null, problems }
}
