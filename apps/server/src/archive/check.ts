import { createHash } from 'node:crypto'
import { dayOf, daysBetween } from '@vitrine/contract'
import { sql } from 'kysely'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { isPostgres } from '../db/dialect.ts'
import { isUnreachable } from '../db/errors.ts'
import {
  knownMigrations,
  readExecutedMigrations,
  schemaNumber,
  versionAndSchema,
} from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { checkAttributes } from '../features/attributes/index.ts'
import { checkItems } from '../features/items/index.ts'
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

/** Checks everything on one snapshot without changing it. A failing part does not stop the others. */
export const checkEverything = ({ db, media, backups, clock }: Parts): Promise<Findings> =>
  inSnapshot(db, async (snapshot) => {
    const found = [await checkDatabase(snapshot)]
    const part = async (what: string, check: () => Promise<Findings>) => {
      found.push(await inSavepoint(snapshot, what, check))
    }
    // A database that is not up to date lacks what the other checks ask for.
    if (await isSchemaUpToDate(snapshot)) {
      await part('the content', () => checkContent(snapshot, clock))
      await part('pictures and recordings', () => checkMedia(snapshot, media))
      await part('the backups', () => checkBackups(snapshot, backups, clock))
    }
    return joined(found)
  })

/** The result of a check: problems need action, notes do not. */
interface Findings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

const joined = (findings: readonly Findings[]): Findings => ({
  problems: findings.flatMap(({ problems }) => problems),
  notes: findings.flatMap(({ notes }) => notes),
})

/**
 * Runs one part of a check in a snapshot and turns a failure into a finding. In PostgreSQL an error aborts the transaction,
 * so each part has its own savepoint.
 */
async function inSavepoint(
  snapshot: Db,
  what: string,
  check: () => Promise<Findings>,
): Promise<Findings> {
  await sql`savepoint part`.execute(snapshot)
  try {
    return await check()
  } catch (error) {
    if (isUnreachable(error)) throw error
    return { problems: [`${what} could not be checked to the end: ${reasonOf(error)}`], notes: [] }
  } finally {
    await sql`rollback to part`.execute(snapshot).catch(ignoreLostConnection)
  }
}

/** Why something can't be read, for the operator. */
const reasonOf = (error: unknown): string => explainError(error) ?? (error as Error).message

/** A lost connection has no savepoints, and the part has reported it. */
const ignoreLostConnection = (): void => {}

/** Whether the database itself is intact: its file, its references and its sequences. */
async function checkDatabase(db: Db): Promise<Findings> {
  const found: Findings[] = []
  const part = async (what: string, check: () => Promise<string[]>) => {
    found.push(await inSavepoint(db, what, async () => ({ problems: await check(), notes: [] })))
  }
  await part('The version of the database', () => versionProblems(db))
  if (!isPostgres(db)) await part('The database file', () => fileProblems(db))
  const tables = await readSchema(db)
  for (const table of tables) {
    await part(`The table ${table.name}`, async () => [
      ...(await referenceProblems(db, table)),
      ...(await numberProblems(db, table)),
    ])
  }
  return joined([...found, { problems: [], notes: [`Database: ${tables.length} tables.`] }])
}

export async function isSchemaUpToDate(db: Db): Promise<boolean> {
  const executed = await readExecutedMigrations(db)
  return (
    executed.length === knownMigrations.length &&
    executed.every((name) => knownMigrations.includes(name))
  )
}

async function versionProblems(db: Db): Promise<string[]> {
  const executed = await readExecutedMigrations(db)
  const unknown = executed.filter((name) => !knownMigrations.includes(name))
  const pending = knownMigrations.filter((name) => !executed.includes(name))
  return [
    ...(unknown.length > 0
      ? [
          `The database was made by a newer Vitrine (schema ${schemaNumber(executed)}). This is ${versionAndSchema}: please update it.`,
        ]
      : []),
    ...(pending.length > 0
      ? [`The database is not up to date (${pending}): please run migrate.`]
      : []),
  ]
}

async function fileProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok')
    .map((line) => `The database file is damaged: ${line}. Please restore the newest backup.`)
}

async function referenceProblems(db: Db, table: Table): Promise<string[]> {
  const problems: string[] = []
  for (const { column, table: parent, to } of table.references) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table.name)} as child
      where ${sql.ref(`child.${column}`)} is not null
        and not exists (select 1 from ${sql.table(parent)} as parent where ${sql.ref(`parent.${to}`)} = ${sql.ref(`child.${column}`)})
    `.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0)
      problems.push(
        `${count} rows of ${table.name} refer by ${column} to rows of ${parent} that do not exist.`,
      )
  }
  return problems
}

/** A sequence that lags behind would reuse an id. */
async function numberProblems(db: Db, table: Table): Promise<string[]> {
  const last = await readLastId(db, table)
  if (last === null) return []
  const highest = await readHighestId(db, table)
  return highest > last
    ? [
        `The ids of ${table.name} go up to ${highest}, but the database would continue after ${last}.`,
      ]
    : []
}

export async function readHighestId(db: Db, table: Table): Promise<number> {
  const [key = ''] = table.key
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(key)}) as highest from ${sql.table(table.name)}
  `.execute(db)
  return rows[0]?.highest ?? 0
}

/** Whether what the rows say fits together: items and their history, and the rows that everything else relies upon. */
async function checkContent(db: Db, clock: Clock): Promise<Findings> {
  const { next, highest } = await readItemCounter(db)
  const problems = [
    ...(next === null ? ['The counter of items is gone: none can be added.'] : []),
    ...(next !== null && highest >= next
      ? [`The next item would get the number ${next}, but there is one with ${highest}.`]
      : []),
    ...(await checkItems(db)),
    ...(await checkPlaces(db)),
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

/** The number that the next item gets, null when the count is gone, and the highest that one has. */
export async function readItemCounter(db: Db): Promise<{ next: number | null; highest: number }> {
  const { rows } = await sql<{ next: number | null; highest: number | null }>`
    select (select next from counter where name = 'item') as next, (select max(id) from item) as highest
  `.execute(db)
  return { next: rows[0]?.next ?? null, highest: rows[0]?.highest ?? 0 }
}

const fromBackup = 'Please take it from a backup made with vitrine backup.'
const missing = 'is missing.'
const fromOriginal = 'check --repair makes it from the original.'

/** Reads every file that the database knows of; an original must be there and have the content it is named by. */
async function checkMedia(db: Db, media: MediaStore): Promise<Findings> {
  const contents = await readMediaContents(db)
  const problems: string[] = []
  for (const content of contents) problems.push(...(await problemsOf(content, media)))
  const keys = contents.flatMap((content) => content.keys)
  const absent = new Set(keys)
  let orphans = 0
  const onError = (place: string, error: Error) =>
    problems.push(`${place} can’t be read: ${reasonOf(error)}`)
  for await (const { key } of media.list(onError))
    if (key === null || !absent.delete(key)) orphans++
  const notMade = [...absent].filter((key) => !isOriginalKey(key)).length
  return {
    problems,
    notes: [
      `Media: ${contents.length} pictures and recordings, ${keys.length - absent.size} files.`,
      ...(notMade > 0
        ? [`${notMade} sizes of pictures are not made yet. Each is made when it is asked for.`]
        : []),
      ...(orphans > 0
        ? [
            `${orphans} files belong to nothing, as an upload that was cut off leaves them. check --repair removes them.`,
          ]
        : []),
    ],
  }
}

/** The original first: its sizes can be rendered again only while it is intact. */
async function problemsOf(
  { keys: [original = '', ...sizes] }: MediaContent,
  media: MediaStore,
): Promise<string[]> {
  const problem = await problemOf(original, media)
  const problems = problem ? [`The file ${original} ${problem} ${fromBackup}`] : []
  for (const key of sizes) {
    const one = await problemOf(key, media)
    if (one && one !== missing)
      problems.push(`The file ${key} ${one} ${problem ? fromBackup : fromOriginal}`)
  }
  return problems
}

async function problemOf(key: string, media: MediaStore): Promise<string | null> {
  try {
    const found = await media.find(key)
    if (!found) return missing
    if (found.size === 0) return 'is empty.'
    const hash = createHash('sha256')
    for await (const chunk of await found.open()) hash.update(chunk)
    return isDamagedOriginal(key, hash.digest('hex')) ? 'is damaged.' : null
  } catch (error) {
    return `can’t be read: ${reasonOf(error)}`
  }
}

/** Whether the automatic backups come as they should, are where the record says, and can be read. */
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
  const { good, problems } = await lastGood(own)
  const notes = [
    `Daily backups: ${own.length} in ${folder}.`,
    good
      ? `The last good one was made at ${good.madeAt}: ${good.name}.`
      : 'None of them can be read.',
  ]
  const job = await jobStore(db).find('backup')
  if (!daily) return { problems: [], notes }
  if (!job?.day) {
    const isDue = own.length === 0 && (await daysInUse(db, clock)) > 2
    return {
      problems: isDue ? ['Daily backups are on, but there is none: is the server running?'] : [],
      notes,
    }
  }

  const today = dayOf(clock.now())
  const age = daysBetween(job.day, today)
  const isThere = [...own, ...unreadable].some(({ day }) => day === job.day)
  return {
    problems: [
      ...(job.problem ? [`The daily backup of ${job.day} failed: ${job.problem}`] : []),
      ...(job.finished_at && !isThere
        ? [`The daily backup of ${job.day} was written, but is no longer in ${folder}.`]
        : []),
      ...unreadable.map(({ name }) => `The backup ${name} is damaged: please move it away.`),
      ...problems,
      ...(good
        ? []
        : [
            'There is no good daily backup: please run backup now, and check the disk that it is written to.',
          ]),
      ...(age > 2 ? [`The last daily backup is ${age} days old: is the server running?`] : []),
    ],
    notes,
  }
}

/** How many days ago the database was made. */
async function daysInUse(db: Db, clock: Clock): Promise<number> {
  const { rows } = await sql<{
    first: string
  }>`select min(timestamp) as first from kysely_migration`.execute(db)
  const first = rows[0]?.first
  return first ? daysBetween(dayOf(new Date(first)), dayOf(clock.now())) : 0
}

/** The newest backup that can be read back in full, and the problems of newer ones. */
async function lastGood(own: readonly AutomaticBackup[]) {
  const problems: string[] = []
  for (const { name, path } of own.toReversed()) {
    try {
      const { manifest } = await openBackup(path)
      return { good: { name, madeAt: manifest.madeAt }, problems }
    } catch (error) {
      problems.push(`The backup ${name} can’t be read back: ${reasonOf(error)}`)
    }
  }
  return { good: null, problems }
}
