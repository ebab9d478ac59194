import { isDeepStrictEqual } from 'node:util'
import {
  type Api,
  admits,
  type Change,
  type ChangeKind,
  type Fields,
  type HandlerInput,
  type HistoryAccess,
  type HistorySubject,
  historySubjects,
  type StateOf,
} from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { yieldIfDue } from '../../base/event-loop.ts'
import { conflict, fail, forbidden, notFound } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { type DecodedState, fieldCodec, type StateCodec, unreadable } from './codec.ts'
import { findDifferences, revertChange, withEarlierValues } from './differences.ts'
import { type ChangeContext, changeStore } from './store.ts'
import {
  fieldWording,
  type HistoryPage,
  type HistoryWording,
  restoreWhole,
  singlePath,
  toChange,
  type WritableFieldTest,
} from './view.ts'

/** How it is recorded that an earlier state came back. */
export type RevertKind = Extract<ChangeKind, 'undone' | 'restored'>

/** What the history needs to know about a kind of subject. */
export interface HistoryKind<State extends object> {
  readonly codec: StateCodec<State>
  /** The present state, null while the subject is deleted; fails when it does not exist or may no longer be read. */
  now(id: number): Promise<State | null>
  /** How the fields of these states are shown. */
  words(id: number, states: readonly State[]): Promise<HistoryWording<State>>
  /** Fields that a person may not change although their role may change the others; none without it. */
  reservedFields?(actor: Actor, id: number): Promise<readonly string[]>
  /** Writes the next state and records it, in one transaction; the state is null while the subject is deleted. */
  write(
    context: ChangeContext,
    id: number,
    kind: RevertKind,
    next: (now: State | null) => State,
  ): Promise<unknown>
}

/** The history of records whose fields the contract describes. */
export const fieldHistory = <F extends Fields>(subject: HistorySubject, fields: F) => {
  const codec = fieldCodec(fields)
  return {
    changes: (db: Db) => changeStore(db, subject, codec),
    kind: (
      own: Pick<HistoryKind<StateOf<F>>, 'now' | 'write' | 'reservedFields'>,
    ): HistoryKind<StateOf<F>> => ({
      codec,
      words: async () => fieldWording(fields),
      ...own,
    }),
  }
}

const changesPerPage = 10

/** Reads and undoes changes. */
export const historyService = (
  db: Db,
  clock: Clock,
  kinds: { readonly [S in HistorySubject]: HistoryKind<object> },
) => {
  async function open(actor: Actor, subject: HistorySubject, id: number, to: keyof HistoryAccess) {
    if (!admits(historySubjects[subject][to], actor.role))
      throw forbidden('Your role does not allow this.')
    const now = await kinds[subject].now(id)
    return { kind: kinds[subject], now, store: changeStore(db, subject, kinds[subject].codec) }
  }

  async function writableFields(
    actor: Actor,
    subject: HistorySubject,
    id: number,
  ): Promise<WritableFieldTest> {
    if (!admits(historySubjects[subject].revert, actor.role)) return () => false
    const reserved = (await kinds[subject].reservedFields?.(actor, id)) ?? []
    return ([field]) => !reserved.includes(field)
  }

  return {
    async page(
      actor: Actor,
      subject: HistorySubject,
      id: number,
      before?: number,
    ): Promise<HistoryPage> {
      const { kind, store, now } = await open(actor, subject, id, 'read')
      const rows = await store.page(id, changesPerPage + 1, before)
      const changes = rows.slice(0, changesPerPage)
      const words = await kind.words(
        id,
        changes
          .flatMap((row) => [row.before, row.after])
          .filter((state) => state !== null && state !== unreadable),
      )
      const mayWrite = await writableFields(actor, subject, id)
      const shown: Change[] = []
      for (const row of changes) {
        shown.push(toChange(row, words, now, mayWrite))
        await yieldIfDue()
      }
      return { changes: shown, hasMore: rows.length > changes.length }
    },

    async undo(actor: Actor, subject: HistorySubject, id: number, changeId: number): Promise<void> {
      const { kind, store } = await open(actor, subject, id, 'revert')
      const change = (await store.find(id, changeId)) ?? fail(notFound('There is no such change.'))
      const step = { ...change, parse: kind.codec.parse, ...(await kind.words(id, [])) }
      await kind.write({ actor, at: instant(clock) }, id, 'undone', (now) => undone(now, step))
    },

    async restore(actor: Actor, { subject, id, changeId, path, newest }: ToRestore): Promise<void> {
      const { kind, store, now: seen } = await open(actor, subject, id, 'revert')
      const latest = await store.latest(id)
      if (newest !== undefined && newest !== latest?.id) throw changedMeanwhile(latest?.user_name)
      const change = (await store.find(id, changeId)) ?? fail(notFound('There is no such change.'))
      const step = { ...change, parse: kind.codec.parse, ...(await kind.words(id, [])) }
      await kind.write({ actor, at: instant(clock) }, id, 'restored', (now) => {
        if (newest !== undefined && !isDeepStrictEqual(now, seen)) throw changedMeanwhile()
        return restored(now, step, path)
      })
    },
  }
}

export type HistoryService = ReturnType<typeof historyService>

type ToRestore = HandlerInput<Api['history']['restore']>['body']

const changedMeanwhile = (by?: string) =>
  conflict(
    `${by || 'Somebody'} changed this in the meantime. See the newest change at the top, then restore again.`,
  )

interface Step extends HistoryWording {
  readonly before: DecodedState<object>
  readonly after: DecodedState<object>
  readonly parse: (values: unknown) => object
}

function undone(now: object | null, step: Step): object {
  const {
    before,
    after,
    parse,
    fieldName,
    spread = (state) => state,
    gather = (values) => values,
  } = step
  if (before === unreadable || after === unreadable)
    throw conflict(
      'This change can’t be undone: it was stored in a format that this version can’t read.',
    )
  if (before === null) throw conflict('This change can’t be undone: there was nothing before it.')
  if (after === null) {
    if (now) throw conflict('This was restored already.')
    return parse(before)
  }
  if (now === null) throw conflict('This was deleted. Restore it first.')
  const is = spread(now)
  const { next, changedSince } = revertChange(is, findDifferences(spread(before), spread(after)))
  if (changedSince.length > 0)
    throw conflict(changedSinceMessage([...new Set(changedSince.map(fieldName))]))
  if (isDeepStrictEqual(next, is)) throw conflict('This change has been undone already.')
  return parse(gather(next))
}

function restored(now: object | null, step: Step, wanted?: readonly string[]): object {
  const {
    before,
    after,
    parse,
    spread = (state) => state,
    gather = (values) => values,
    together = singlePath,
  } = step
  if (before === unreadable || after === unreadable)
    throw conflict(
      'This can’t be restored: it was stored in a format that this version can’t read.',
    )
  if (before === null) throw conflict('This can’t be restored: there was nothing before it.')
  if (now === null) throw conflict('This was deleted. Restore it first.')
  const [is, was] = [spread(now), spread(before)]
  const inField = (names: readonly string[]) => {
    const changed = findDifferences(was, after && spread(after)).find(({ path }) =>
      isDeepStrictEqual(path, names),
    )
    const { path } = changed ?? fail(notFound('This change has no such field.'))
    const paths = together(path, { before, after, now })
    if (paths.length === 0) throw conflict('What it belongs to is gone. Restore that first.')
    return withEarlierValues(is, was, paths)
  }
  const next = wanted ? inField(wanted) : spread(restoreWhole(now, before, step))
  if (findDifferences(is, next).length === 0) throw conflict('It is as it was then already.')
  return parse(gather(next))
}

function changedSinceMessage(names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(names.map((name) => `‘${name}’`))
  return `${list} ${names.length === 1 ? 'was' : 'were'} changed again since. Undo the later change first, or edit by hand.`
}
