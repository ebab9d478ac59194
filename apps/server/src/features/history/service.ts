import { isDeepStrictEqual } from 'node:util'
import { admits, type Change, type Fields, type HistorySubject, historySubjects, type StateOf } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { yieldIfDue } from '../../base/event-loop.ts'
import { conflict, fail, forbidden, missing } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { fieldCodec, type ReadState, type StateCodec, unreadable } from './codec.ts'
import { differences, withoutChange } from './differences.ts'
import { type ChangeContext, changeStore } from './store.ts'
import { fieldWords, type HistoryPage, toChange, type Words } from './view.ts'

/** What the history needs to know about a kind of subject. */
export interface HistoryKind<State extends object> {
  readonly codec: StateCodec<State>
  /** Fails when the subject does not exist or may no longer be read. */
  expect(id: number): Promise<void>
  /** How the fields of these states are shown. */
  words(id: number, states: readonly State[]): Promise<Words<State>>
  /** Writes the next state and records it as `undone`, in one transaction; the state is null while the subject is deleted. */
  undo(context: ChangeContext, id: number, next: (now: State | null) => State): Promise<unknown>
}

/** The history of records whose fields the contract describes. */
export const recordHistory = <F extends Fields>(subject: HistorySubject, fields: F) => {
  const codec = fieldCodec(fields)
  return {
    changes: (db: Db) => changeStore(db, subject, codec),
    kind: (own: Pick<HistoryKind<StateOf<F>>, 'expect' | 'undo'>): HistoryKind<StateOf<F>> => ({
      codec,
      words: async () => fieldWords(fields),
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
  async function open(actor: Actor, subject: HistorySubject, id: number) {
    if (!admits(historySubjects[subject], actor.role)) throw forbidden('Your role does not allow this.')
    await kinds[subject].expect(id)
    return { kind: kinds[subject], store: changeStore(db, subject, kinds[subject].codec) }
  }

  return {
    async page(actor: Actor, subject: HistorySubject, id: number, before?: number): Promise<HistoryPage> {
      const { kind, store } = await open(actor, subject, id)
      const rows = await store.page(id, changesPerPage + 1, before)
      const changes = rows.slice(0, changesPerPage)
      const words = await kind.words(
        id,
        changes.flatMap((row) => [row.before, row.after]).filter((state) => state !== null && state !== unreadable),
      )
      const shown: Change[] = []
      for (const row of changes) {
        shown.push(toChange(row, words))
        await yieldIfDue()
      }
      return { changes: shown, hasMore: rows.length > changes.length }
    },

    async undo(actor: Actor, subject: HistorySubject, id: number, changeId: number): Promise<void> {
      const { kind, store } = await open(actor, subject, id)
      const change = (await store.find(id, changeId)) ?? fail(missing('There is no such change.'))
      const step = { ...change, parse: kind.codec.parse, ...(await kind.words(id, [])) }
      await kind.undo({ actor, at: instant(clock) }, id, (now) => undone(now, step))
    },
  }
}

export type HistoryService = ReturnType<typeof historyService>

interface Step extends Words {
  readonly before: ReadState<object>
  readonly after: ReadState<object>
  readonly parse: (values: unknown) => object
}

function undone(now: object | null, step: Step): object {
  const { before, after, parse, fieldName, spread = (state) => state, gather = (values) => values } = step
  if (before === unreadable || after === unreadable)
    throw conflict('This change can’t be undone: it was stored in a format that this version can’t read.')
  if (before === null) throw conflict('This change can’t be undone: there was nothing before it.')
  if (after === null) {
    if (now) throw conflict('This was restored already.')
    return parse(before)
  }
  if (now === null) throw conflict('This was deleted. Restore it first.')
  const is = spread(now)
  const { next, changedSince } = withoutChange(is, differences(spread(before), spread(after)))
  if (changedSince.length > 0) throw conflict(changedSinceMessage([...new Set(changedSince.map(fieldName))]))
  if (isDeepStrictEqual(next, is)) throw conflict('This change has been undone already.')
  return parse(gather(next))
}

function changedSinceMessage(names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(names.map((name) => `‘${name}’`))
  return `${list} ${names.length === 1 ? 'was' : 'were'} changed again since. Undo the later change first, or edit by hand.`
}
