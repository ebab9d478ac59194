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
  readonly person: number | undefined
  /** Instants: `from` is inclusive, `until` exclusive. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** Only entries that are earlier, or at the same time have a smaller id. */
  readonly before: { readonly at: string; readonly id: number } | undefined
  readonly limit: number
}

export type SourcedChange = RecordLink & Pick<ListedChange, 'id' | 'at' | 'by' | 'did' | 'undone'>

/** Changes outside the histories, such as new comments, or groups of changes. */
export interface ChangeSource {
  readonly subject: ListedSubject
  /** Subjects whose filter includes these changes. */
  readonly listedUnder: readonly ListedSubject[]
  readonly access: Access
  /** Newest first, and by descending id at the same time. */
  list(query: SourceQuery): Promise<SourcedChange[]>
}

interface Entry {
  readonly at: string
  /** Position of the source among all; the histories are the first one. */
  readonly sourceIndex: number
  readonly id: number
  readonly listed: Omit<ListedChange, 'change'>
  readonly row?: HistoryRow
}

type HistoryRow = Awaited<ReturnType<typeof listChangeRows>>[number]

const changesPerPage = 30
// The largest id that both databases store.
const maxId = 2 ** 31 - 1

export const allChangesService = (
  db: Db,
  kinds: HistoryKinds,
  sources: readonly ChangeSource[],
) => {
  async function listHistories(
    actor: Actor,
    what: ListedSubject | undefined,
    query: SourceQuery,
  ): Promise<Entry[]> {
    const subjects = (Object.keys(historySubjects) as HistorySubject[]).filter(
      (subject) =>
        isRoleAllowed(historySubjects[subject].read, actor.role) &&
        (what === undefined || what === subject),
    )
    if (subjects.length === 0) return []
    const rows = await listChangeRows(db, { ...query, subjects })
    return rows.map((row) => ({
      at: row.at,
      sourceIndex: 0,
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

  /** The changes of one record; none if it may no longer be read, such as a deleted comment. */
  async function presentRecord(
    actor: Actor,
    rows: readonly HistoryRow[],
  ): Promise<[id: number, presented: Presented][]> {
    const [first] = rows
    if (!first) return []
    const { subject, subject_id: id } = first
    const kind = kinds[subject]
    const current = await kind.readCurrent(id).catch((error) => {
      if (error instanceof Failure && error.code === 'missing') return undefined
      throw error
    })
    if (current === undefined) return []

    const decoded: ChangeRow<object>[] = rows.map((row) => ({
      ...row,
      before: kind.codec.read(row.before),
      after: kind.codec.read(row.after),
    }))
    const states = [current, ...decoded.flatMap(({ after, before }) => [after, before])]
    const state = states.find((candidate) => candidate !== null && candidate !== unreadable)
    if (!state) return []
    const link = await kind.describe(id, state as object)
    const changes = await presentChanges(kind, { actor, subject, id, current }, decoded)
    return changes.map((change) => [change.id, { ...link, change: toListed(change) }])
  }

  async function present(actor: Actor, entries: readonly Entry[]): Promise<ListedChange[]> {
    const rows = entries.flatMap(({ row }) => row ?? [])
    const rowsByRecord = Map.groupBy(rows, ({ subject, subject_id }) => `${subject} ${subject_id}`)
    const presented = new Map<number, Presented>()
    for (const recordRows of rowsByRecord.values()) {
      for (const [id, change] of await presentRecord(actor, recordRows)) presented.set(id, change)
      await yieldIfDue()
    }
    return entries.flatMap(({ row, listed }) => {
      if (!row) return listed
      const change = presented.get(row.id)
      return change ? { ...listed, ...change } : []
    })
  }

  return {
    /** A page of changes that the actor's role may read. */
    async page(
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

      const entries = await listHistories(actor, what, toSourceQuery(0))
      for (const [index, source] of sources.entries()) {
        const isAsked = what === undefined || source.listedUnder.includes(what)
        if (isAsked && isRoleAllowed(source.access, actor.role))
          entries.push(...(await listSource(source, index + 1, toSourceQuery(index + 1))))
      }
      entries.sort(compareEntries)
      const page = entries.slice(0, changesPerPage)
      const last = page.at(-1)
      return {
        changes: await present(actor, page),
        next: last && entries.length > page.length ? writePosition(last) : null,
      }
    },
  }
}

export type AllChangesService = ReturnType<typeof allChangesService>

type Presented = RecordLink & { readonly change: Change }

type Position = Pick<Entry, 'at' | 'sourceIndex' | 'id'>

const writePosition = ({ at, sourceIndex, id }: Position): string => `${at}_${sourceIndex}_${id}`

function readPosition(text: string): Position {
  const [at = '', sourceIndex, id] = text.split('_')
  return { at, sourceIndex: Number(sourceIndex), id: Number(id) }
}

/** Newest first; at the same time in the order of the sources. */
const compareEntries = (a: Position, b: Position): number => {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.sourceIndex - b.sourceIndex || b.id - a.id
}

/** At the time of the position, the ids of a source below which its entries come after it. */
function findIdLimit(position: Position, sourceIndex: number): number {
  if (sourceIndex === position.sourceIndex) return position.id
  return sourceIndex < position.sourceIndex ? 0 : maxId
}

/** Single values are restored in the record's own history, next to its later changes. */
const toListed = (change: Change): Change => ({
  ...change,
  restorable: false,
  fields: change.fields.map(({ path: _, before, after, ...field }) => ({
    ...field,
    ...cutAroundDifference(before, after),
  })),
})

const maxLength = 200
const contextLength = 40

/** Long texts without what they share, except for a few letters around it. */
export function cutAroundDifference(before: string, after: string) {
  if (before.length <= maxLength && after.length <= maxLength) return { before, after }
  const sharedStart = countShared(before, after, (text, index) => text[index])
  const sharedEnd = Math.min(
    countShared(before, after, (text, index) => text[text.length - 1 - index]),
    Math.min(before.length, after.length) - sharedStart,
  )
  const start = Math.max(0, sharedStart - contextLength)
  const cut = (text: string) => {
    const end = Math.min(text.length - Math.max(0, sharedEnd - contextLength), start + maxLength)
    const part = text.slice(start, end).toWellFormed()
    return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
  }
  return { before: before && cut(before), after: after && cut(after) }
}

function countShared(
  before: string,
  after: string,
  letterAt: (text: string, index: number) => string | undefined,
): number {
  const length = Math.min(before.length, after.length)
  let count = 0
  while (count < length && letterAt(before, count) === letterAt(after, count)) count++
  return count
}
