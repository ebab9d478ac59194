import { isDeepStrictEqual } from 'node:util'
import {
  type Api,
  type Change,
  type ChangeKind,
  type Fields,
  type HandlerInput,
  type HistoryAccess,
  type HistorySubject,
  historySubjects,
  isRoleAllowed,
  type RecordState,
} from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { yieldIfDue } from '../../base/event-loop.ts'
import { conflict, forbidden, notFound } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { type DecodedState, fieldCodec, type StateCodec, unreadable } from './codec.ts'
import { findDifferences, revertChange, withEarlierValues } from './differences.ts'
import { type ChangeRow, changeStore, type RevertContext } from './store.ts'
import {
  fieldWording,
  type HistoryPage,
  type HistoryWording,
  identity,
  restoreWhole,
  singlePath,
  toChange,
  type WritableFieldTest,
} from './view.ts'

/** Kinds of the changes that undoing and restoring record. */
export type RevertKind = Extract<ChangeKind, 'undone' | 'restored'>

/** Names a record, and links to it. */
export interface RecordLink {
  readonly title: string
  /** Path of a screen of the staff app. */
  readonly screen: string
  /** Id of the part of the screen to scroll to. */
  readonly part?: string
}

/** The history's access to one kind of subject. */
export interface HistoryKind<State extends object> {
  readonly codec: StateCodec<State>
  /** Null while the subject is deleted; fails if it never existed or may no longer be read. */
  readCurrent(id: number): Promise<State | null>
  /** Names a subject as it is in this state, and the screen that shows it. */
  describe(id: number, state: State): RecordLink | Promise<RecordLink>
  /** Reads the wording for these states, such as labels and file names. */
  readWording(id: number, states: readonly State[]): Promise<HistoryWording<State>>
  /**
   * Fields that this user may not change although their role may change the others; default: none.
   */
  reservedFields?(actor: Actor, id: number): Promise<readonly string[]>
  /**
   * Writes the next state and records it, in one transaction. `current` is null while the subject
   * is deleted.
   */
  write(
    context: RevertContext,
    id: number,
    kind: RevertKind,
    next: (current: State | null) => State,
  ): Promise<unknown>
}

/** Creates the history of a record whose fields the contract describes. */
export const fieldHistory = <F extends Fields>(subject: HistorySubject, fields: F) => {
  type Kind = HistoryKind<RecordState<F>>
  const codec = fieldCodec(fields)
  return {
    changes: (db: Db) => changeStore(db, subject, codec),
    kind: (access: Omit<Kind, 'codec' | 'readWording'>): Kind => ({
      codec,
      readWording: async () => fieldWording(fields),
      ...access,
    }),
  }
}

export type HistoryKinds = { readonly [S in HistorySubject]: HistoryKind<object> }

const changesPerPage = 10

export const historyService = (db: Db, clock: Clock, kinds: HistoryKinds) => {
  /** Reads the current state of a record; fails if the actor may not read or revert its history. */
  async function openHistory(actor: Actor, { subject, id }: RecordId, access: keyof HistoryAccess) {
    if (!isRoleAllowed(historySubjects[subject][access], actor.role))
      throw forbidden('Your role does not allow this.')
    const kind = kinds[subject]
    const current = await kind.readCurrent(id)
    return { kind, current, store: changeStore(db, subject, kind.codec) }
  }

  async function toReversion(
    kind: HistoryKind<object>,
    change: ChangeRow<object>,
  ): Promise<Reversion> {
    const wording = await kind.readWording(change.subject_id, [])
    return { before: change.before, after: change.after, parse: kind.codec.parse, wording }
  }

  return {
    /** Reads the newest changes of a record, or the newest before a given change. */
    async readPage(actor: Actor, record: RecordId, beforeChangeId?: number): Promise<HistoryPage> {
      const { kind, store, current } = await openHistory(actor, record, 'read')
      // One more than shown, to know whether there are more.
      const rows = await store.readPage(record.id, changesPerPage + 1, beforeChangeId)
      const pageRows = rows.slice(0, changesPerPage)
      const changes = await presentChanges(kind, { actor, ...record, current }, pageRows)
      return { changes, hasMore: rows.length > pageRows.length }
    },

    /** Undoes one change and keeps later ones; fails if its fields changed again since. */
    async undo(actor: Actor, record: RecordId, changeId: number): Promise<void> {
      const { kind, store } = await openHistory(actor, record, 'revert')
      const change = await store.find(record.id, changeId)
      if (!change) throw notFound('There is no such change.')

      const reversion = await toReversion(kind, change)
      await kind.write({ actor, at: instant(clock) }, record.id, 'undone', (current) =>
        undoChange(current, reversion),
      )
    },

    /**
     * Restores the state before a change, or one of its fields, whatever changed since. Fails if
     * `newest`, the newest change that the user saw, is not the newest any more.
     */
    async restore(
      actor: Actor,
      { subject, id, changeId, path, newest }: RestoreRequest,
    ): Promise<void> {
      const history = await openHistory(actor, { subject, id }, 'revert')
      const { kind, store } = history
      const latest = await store.findLatest(id)
      if (newest !== undefined && newest !== latest?.id) throw createStaleError(latest?.user_name)
      const change = await store.find(id, changeId)
      if (!change) throw notFound('There is no such change.')

      const reversion = await toReversion(kind, change)
      await kind.write({ actor, at: instant(clock) }, id, 'restored', (current) => {
        if (newest !== undefined && !isDeepStrictEqual(current, history.current))
          throw createStaleError()
        return restoreState(current, reversion, path)
      })
    },
  }
}

export type HistoryService = ReturnType<typeof historyService>

interface RecordId {
  readonly subject: HistorySubject
  readonly id: number
}

interface PresentedRecord extends RecordId {
  /** The user who reads the history. */
  readonly actor: Actor
  /** Null while the record is deleted. */
  readonly current: object | null
}

/** Presents changes of one record, with what their reader may revert. */
export async function presentChanges(
  kind: HistoryKind<object>,
  { actor, subject, id, current }: PresentedRecord,
  rows: readonly ChangeRow<object>[],
): Promise<Change[]> {
  const states = rows
    .flatMap((row) => [row.before, row.after])
    .filter((state) => state !== null && state !== unreadable)
  const wording = await kind.readWording(id, states)
  const mayWrite = await createWritableFieldTest(kind, actor, { subject, id })

  const changes: Change[] = []
  for (const row of rows) {
    changes.push(toChange(row, wording, current, mayWrite))
    await yieldIfDue()
  }
  return changes
}

async function createWritableFieldTest(
  kind: HistoryKind<object>,
  actor: Actor,
  { subject, id }: RecordId,
): Promise<WritableFieldTest> {
  if (!isRoleAllowed(historySubjects[subject].revert, actor.role)) return () => false
  const reserved = (await kind.reservedFields?.(actor, id)) ?? []
  return ([field]) => !reserved.includes(field)
}

type RestoreRequest = HandlerInput<Api['history']['restore']>['body']

/** An error for a user who has not seen the newest change. */
const createStaleError = (authorName?: string) =>
  conflict(
    `${authorName || 'Someone'} changed this in the meantime. See the newest change at the top, then restore again.`,
  )

/** A change to undo, or to restore the state before it. */
interface Reversion {
  readonly before: DecodedState<object>
  readonly after: DecodedState<object>
  readonly parse: (values: unknown) => object
  readonly wording: HistoryWording
}

/** Returns the current state without the change. */
function undoChange(current: object | null, { before, after, parse, wording }: Reversion): object {
  if (before === unreadable || after === unreadable)
    throw conflict(
      'This change can’t be undone: it was stored in a format that this version can’t read.',
    )
  if (before === null) throw conflict('This change can’t be undone: there was nothing before it.')
  if (after === null) {
    if (current) throw conflict('This has already been restored.')
    return parse(before)
  }
  if (current === null) throw conflict('This was deleted. Restore it first.')

  const { fieldName, toComparable = identity, fromComparable = identity } = wording
  const comparable = toComparable(current)
  const differences = findDifferences(toComparable(before), toComparable(after))
  const { next, changedSince } = revertChange(comparable, differences)
  if (changedSince.length > 0)
    throw conflict(formatChangedSince([...new Set(changedSince.map(fieldName))]))
  if (isDeepStrictEqual(next, comparable)) throw conflict('This change has already been undone.')
  return parse(fromComparable(next))
}

/** Returns the state as before the change: in all fields, or in the field at the path. */
function restoreState(
  current: object | null,
  { before, after, parse, wording }: Reversion,
  path?: readonly string[],
): object {
  if (before === unreadable || after === unreadable)
    throw conflict(
      'This can’t be restored: it was stored in a format that this version can’t read.',
    )
  if (before === null) throw conflict('This can’t be restored: there was nothing before it.')
  if (current === null) throw conflict('This was deleted. Restore it first.')

  const { toComparable = identity, fromComparable = identity } = wording
  const next = path
    ? restoreField(current, { before, after, wording }, path)
    : toComparable(restoreWhole(current, before, wording))
  if (findDifferences(toComparable(current), next).length === 0)
    throw conflict('Nothing was restored: the value is already the same.')
  return parse(fromComparable(next))
}

interface FieldReversion {
  readonly before: object
  readonly after: object | null
  readonly wording: HistoryWording
}

/**
 * Returns the current state in comparable form, with one field and those that belong to it as before
 * the change.
 */
function restoreField(
  current: object,
  { before, after, wording }: FieldReversion,
  path: readonly string[],
): object {
  const { toComparable = identity, pathsRestoredWith = singlePath } = wording
  const differences = findDifferences(toComparable(before), after && toComparable(after))
  const difference = differences.find((candidate) => isDeepStrictEqual(candidate.path, path))
  if (!difference) throw notFound('This change has no such field.')

  const paths = pathsRestoredWith(difference.path, { before, after, current })
  if (paths.length === 0)
    throw conflict('The record it belongs to was deleted. Restore that first.')
  return withEarlierValues(toComparable(current), toComparable(before), paths)
}

function formatChangedSince(names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(names.map((name) => `‘${name}’`))
  return `${list} ${names.length === 1 ? 'was' : 'were'} changed again since. Undo the later change first, or edit by hand.`
}
