import {
  type Access,
  addDays,
  type Change,
  type ChangeFilter,
  type HistorySubject,
  historySubjects,
  isRoleAllowed,
  type ListedChange,
  type ListedSubject,
  startOfDay,
} from '@vitrine/contract'
import { yieldIfDue } from '../../base/event-loop.ts'
import { Failure } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { unreadable } from './codec.ts'
import { type HistoryKinds, presentChanges, type RecordLink } from './service.ts'
import { type ChangeRow, listChangeRows } from './store.ts'

/** The part of the list that a source is asked for. */
export interface SourceQuery {
  /** User id of the author. */
  readonly person: number | undefined
  /** Instants: `from` is inclusive, `until` exclusive. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** Only entries that are earlier, or at the same time have a smaller id. */
  readonly before: { readonly at: string; readonly id: number } | undefined
  readonly limit: number
}

export type SourcedChange = RecordLink & Pick<ListedChange, 'id' | 'at' | 'by' | 'did' | 'undone'>

/** A list of changes outside the histories, such as new comments, or groups of changes. */
export interface ChangeSource {
  readonly subject: ListedSubject
  /** Subjects whose filter includes these changes. */
  readonly listedUnder: readonly ListedSubject[]
  /** Roles that may read the changes. */
  readonly access: Access
  /** Lists the newest changes first, and those of the same time by descending id. */
  list(query: SourceQuery): Promise<SourcedChange[]>
}

/** A change of a history or of another source, before it is presented. */
interface Entry {
  readonly at: string
  /** Position of the source among all; the histories are the first. */
  readonly sourceIndex: number
  readonly id: number
  readonly listed: Omit<ListedChange, 'change'>
  /** Only for changes of histories. */
  readonly row?: HistoryRow
}

type HistoryRow = Awaited<ReturnType<typeof listChangeRows>>[number]

const changesPerPage = 30
/** Position of the histories among the sources. */
const historiesIndex = 0
/** Largest value of an id column. */
const maxId = 2_147_483_647

export const allChangesService = (
  db: Db,
  kinds: HistoryKinds,
  sources: readonly ChangeSource[],
) => {
  async function listHistories(
    actor: Actor,
    onlySubject: ListedSubject | undefined,
    query: SourceQuery,
  ): Promise<Entry[]> {
    const subjects = (Object.keys(historySubjects) as HistorySubject[])
      .filter((subject) => onlySubject === undefined || onlySubject === subject)
      .filter((subject) => isRoleAllowed(historySubjects[subject].read, actor.role))
    if (subjects.length === 0) return []
    const rows = await listChangeRows(db, { ...query, subjects })
    return rows.map((row) => ({
      at: row.at,
      sourceIndex: historiesIndex,
      id: row.id,
      listed: {
        subject: row.subject,
        id: row.subject_id,
        key: `change ${row.id}`,
        at: row.at,
        by: row.user_name,
        title: '',
        screen: '',
      },
      row,
    }))
  }

  const listSource = async (
    { subject, list }: ChangeSource,
    sourceIndex: number,
    query: SourceQuery,
  ): Promise<Entry[]> =>
    (await list(query)).map((change) => ({
      at: change.at,
      sourceIndex,
      id: change.id,
      listed: { ...change, subject, key: `${subject} ${change.id}` },
    }))

  /**
   * Presents the changes of one record, by their ids; none if the record may no longer be read, such
   * as a deleted comment.
   */
  async function presentRecord(
    actor: Actor,
    rows: readonly HistoryRow[],
  ): Promise<[changeId: number, PresentedChange][]> {
    const [newestRow] = rows
    if (!newestRow) return []
    const { subject, subject_id: id } = newestRow
    const kind = kinds[subject]
    const current = await readCurrentIfReadable(kind, id)
    if (current === undefined) return []

    const decodedRows: ChangeRow<object>[] = rows.map((row) => ({
      ...row,
      before: kind.codec.read(row.before),
      after: kind.codec.read(row.after),
    }))
    // A deleted record is named as in its newest readable state.
    const states = [current, ...decodedRows.flatMap(({ after, before }) => [after, before])]
    const newestState = states.find((state) => state !== null && state !== unreadable)
    if (!newestState) return []

    const link = await kind.describe(id, newestState)
    const changes = await presentChanges(kind, { actor, subject, id, current }, decodedRows)
    return changes.map((change) => [change.id, { ...link, change: toListedChange(change) }])
  }

  async function present(actor: Actor, entries: readonly Entry[]): Promise<ListedChange[]> {
    const rows = entries.map(({ row }) => row).filter((row) => row !== undefined)
    const rowsByRecord = Map.groupBy(rows, ({ subject, subject_id }) => `${subject} ${subject_id}`)
    const presentedById = new Map<number, PresentedChange>()
    for (const recordRows of rowsByRecord.values()) {
      for (const [id, change] of await presentRecord(actor, recordRows))
        presentedById.set(id, change)
      await yieldIfDue()
    }

    const changes: ListedChange[] = []
    for (const { row, listed } of entries) {
      if (!row) {
        changes.push(listed)
        continue
      }
      const presented = presentedById.get(row.id)
      if (presented) changes.push({ ...listed, ...presented })
    }
    return changes
  }

  return {
    /** Reads a page of changes that the actor's role may read. */
    async readPage(
      actor: Actor,
      { what, person, from, to, before }: ChangeFilter & { readonly before?: string | undefined },
    ): Promise<{ changes: ListedChange[]; next: string | null }> {
      const position = before === undefined ? undefined : readPosition(before)
      const toSourceQuery = (sourceIndex: number): SourceQuery => ({
        person,
        from: from && startOfDay(from),
        until: to && startOfDay(addDays(to, 1)),
        before: position && { at: position.at, id: findIdLimit(position, sourceIndex) },
        // One more than shown, to know whether there are more.
        limit: changesPerPage + 1,
      })

      const entries = await listHistories(actor, what, toSourceQuery(historiesIndex))
      for (const [index, source] of sources.entries()) {
        const sourceIndex = historiesIndex + 1 + index
        const isSelected = what === undefined || source.listedUnder.includes(what)
        if (isSelected && isRoleAllowed(source.access, actor.role))
          entries.push(...(await listSource(source, sourceIndex, toSourceQuery(sourceIndex))))
      }
      entries.sort(compareEntries)
      const pageEntries = entries.slice(0, changesPerPage)
      const lastEntry = pageEntries.at(-1)
      const hasMore = entries.length > pageEntries.length
      return {
        changes: await present(actor, pageEntries),
        next: lastEntry && hasMore ? writePosition(lastEntry) : null,
      }
    },
  }
}

export type AllChangesService = ReturnType<typeof allChangesService>

type PresentedChange = RecordLink & { readonly change: Change }

/** Reads the current state; undefined if the record may no longer be read. */
async function readCurrentIfReadable(
  kind: HistoryKinds[HistorySubject],
  id: number,
): Promise<object | null | undefined> {
  try {
    return await kind.readCurrent(id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'missing') return undefined
    throw error
  }
}

/** Where a page ends: the next page has the entries after this one. */
type Position = Pick<Entry, 'at' | 'sourceIndex' | 'id'>

const writePosition = ({ at, sourceIndex, id }: Position): string => `${at}_${sourceIndex}_${id}`

function readPosition(text: string): Position {
  const [at = '', sourceIndex, id] = text.split('_')
  return { at, sourceIndex: Number(sourceIndex), id: Number(id) }
}

/** Sorts the newest first, and entries of the same time in the order of the sources. */
const compareEntries = (a: Position, b: Position): number => {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.sourceIndex - b.sourceIndex || b.id - a.id
}

/** The id below which entries of a source, at the time of the position, come after it. */
function findIdLimit(position: Position, sourceIndex: number): number {
  if (sourceIndex === position.sourceIndex) return position.id
  return sourceIndex < position.sourceIndex ? 0 : maxId
}

/**
 * Shortens a change for the list of all changes. Single values can't be restored there, but in the
 * record's own history, next to its later changes.
 */
const toListedChange = (change: Change): Change => ({
  ...change,
  restorable: false,
  fields: change.fields.map(({ path: _path, before, after, ...field }) => ({
    ...field,
    ...cutAroundDifference(before, after),
  })),
})

/** Longest text that is shown, without the ellipses. */
export const maxCutLength = 200
/** Equal letters that are shown on either side of a difference. */
export const cutContextLength = 40

/**
 * Cuts the equal beginning and end off two long texts, except for a few letters next to their
 * difference.
 */
export function cutAroundDifference(before: string, after: string) {
  if (before.length <= maxCutLength && after.length <= maxCutLength) return { before, after }
  const shorterLength = Math.min(before.length, after.length)
  const equalAtStart = countEqual(shorterLength, (index) => before[index] === after[index])
  const equalAtEnd = countEqual(
    shorterLength - equalAtStart,
    (index) => before.at(-1 - index) === after.at(-1 - index),
  )

  const start = Math.max(0, equalAtStart - cutContextLength)
  const cut = (text: string) => {
    const contextEnd = text.length - Math.max(0, equalAtEnd - cutContextLength)
    const end = Math.min(contextEnd, start + maxCutLength)
    const part = text.slice(start, end).toWellFormed()
    return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
  }
  // An empty text stays empty.
  return { before: before && cut(before), after: after && cut(after) }
}

/** Counts the equal positions before the first difference. */
function countEqual(length: number, isEqualAt: (index: number) => boolean): number {
  let count = 0
  while (count < length && isEqualAt(count)) count++
  return count
}
