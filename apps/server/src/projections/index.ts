import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { lockUntilCommit } from '../db/dialect.ts'
import type { Db, Tx } from '../db/tables.ts'
import { conditionProjection } from './conditions.ts'
import { exchangeLogProjection } from './exchange-log/exchange-log.ts'
import { gapProjection } from './gaps.ts'
import { mentionProjection } from './mentions.ts'
import type { ChangesBySubject, Projection, Subject } from './projection.ts'
import { lockRevisions, revisionProjection } from './revisions.ts'
import { searchIndexProjection } from './search-index/search-index.ts'

/**
 * All projections: data derived from other tables. In the order in which they follow a change;
 * revisions come last, because other writers wait for their rows.
 */
const projections: readonly Projection[] = [
  gapProjection,
  mentionProjection,
  searchIndexProjection,
  exchangeLogProjection,
  conditionProjection,
  revisionProjection,
]

/** Announces changes before their rows are written, in the same transaction. */
export async function prepareProjections<S extends Subject>(
  tx: Db,
  subject: S,
  changes: readonly ChangesBySubject[S][],
): Promise<void> {
  for (const projection of projections) await projection.prepare?.[subject]?.(tx, changes)
}

/** Applies changes after their rows were written, in the same transaction. */
export async function updateProjections<S extends Subject>(
  tx: Db,
  subject: S,
  changes: readonly ChangesBySubject[S][],
): Promise<void> {
  if (changes.length === 0) return
  for (const { apply } of projections) await apply[subject]?.(tx, changes)
}

/**
 * Compares the projections with the data from which they derive. Returns a sentence for each
 * difference, and none before they are filled for the first time.
 */
export async function compareProjections(db: Db, clock: Clock): Promise<string[]> {
  const problems: string[] = []
  if (await isFilled(db))
    for (const { compare } of projections) problems.push(...(await compare(db, clock)))
  return problems
}

/** Corrects all projections; returns a sentence for each correction. */
export async function rebuildProjections(tx: Tx, clock: Clock): Promise<string[]> {
  const corrections: string[] = []
  await lockRevisions(tx)
  for (const { rebuild } of projections) corrections.push(...(await rebuild(tx, clock)))
  await tx.deleteFrom('search_version').execute()
  await tx.insertInto('search_version').values({ version: currentVersion }).execute()
  return corrections
}

/**
 * Fills the projections at the first start, and again when one of them is new or has a new version.
 */
export async function fillProjections(db: Db, clock: Clock): Promise<void> {
  if (await isFilled(db)) return
  await db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'projections')
    if (!(await isFilled(tx))) await rebuildProjections(tx, clock)
  })
}

// One version for all projections, stored in `search_version`: 31 bits fit into its column.
const namesAndVersions = projections.map(({ name, version }) => `${name} ${version}`).join()
const currentVersion = createHash('sha256').update(namesAndVersions).digest().readUInt32BE() >>> 1

async function isFilled(db: Db): Promise<boolean> {
  const row = await db.selectFrom('search_version').select('version').executeTakeFirst()
  return row?.version === currentVersion
}

export { precomputeDerivedValues } from './derived.ts'
export {
  announceAllRecords,
  formatDatestamp,
  updateExchangeRecords,
  updateExchangeRecordsInTransaction,
} from './exchange-log/datestamps.ts'
export {
  type ExchangeRow,
  type ExchangeSelection,
  exchangeRecordStore,
} from './exchange-log/records.ts'
export { gapReader, rebuildGaps } from './gaps.ts'
export {
  findMentioningEntries,
  type MentionRow,
  readAllMentions,
  readEntryMentions,
} from './mentions.ts'
export { cachePerRevision } from './per-revision.ts'
export type { ItemChange } from './projection.ts'
export { lockRevision, lockRevisions, readRevision } from './revisions.ts'
export { type SubjectSearchEntry, searchEntryStore } from './search-index/entries.ts'
export { fieldSeparator, toSearchWords } from './search-index/searchable.ts'
