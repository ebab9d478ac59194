import type { ChangeKind, HistorySubject } from '@vitrine/contract'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { splitIntoBatches } from '../../db/batches.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { type Actor, type Author, getAuthorName } from '../../http/access.ts'
import type { DecodedState, StateCodec } from './codec.ts'

/** A change to record. */
export interface NewChange<State> {
  readonly subjectId: number
  readonly kind: ChangeKind
  /** States of the subject; null while it does not exist. */
  readonly before: State | null
  readonly after: State | null
}

/** Kinds of the changes that undo an import, whose id they have like the changes that it made. */
const undoKinds = ['restored', 'removed'] satisfies ChangeKind[]

/** Author and time of changes, and the import that they belong to. */
export interface ChangeContext {
  readonly actor: Author
  readonly at: string
  readonly importId?: number
}

/** A change that undoes or restores another one, by the user of the request. */
export interface RevertContext extends ChangeContext {
  readonly actor: Actor
}

export type ChangeRow<State> = Omit<Selectable<Tables['change']>, 'before' | 'after'> & {
  readonly before: DecodedState<State>
  readonly after: DecodedState<State>
}

/**
 * Reads and records the changes of a kind of subject. To record, pass the transaction that makes the
 * change.
 */
export const changeStore = <State>(db: Db, subject: HistorySubject, codec: StateCodec<State>) => ({
  async record(
    changes: readonly NewChange<State>[],
    { actor, at, importId }: ChangeContext,
  ): Promise<void> {
    for (const chunk of splitIntoBatches(changes)) {
      await db
        .insertInto('change')
        .values(
          chunk.map(({ subjectId, kind, before, after }) => ({
            subject,
            subject_id: subjectId,
            kind,
            at,
            user_id: actor.userId,
            user_name: getAuthorName(actor),
            import_id: importId ?? null,
            before: before && codec.write(before),
            after: after && codec.write(after),
          })),
        )
        .execute()
    }
  },

  /** Reads the newest changes of one subject, or the newest before a given change. */
  async readPage(
    subjectId: number,
    limit: number,
    beforeChangeId?: number,
  ): Promise<ChangeRow<State>[]> {
    let query = selectChanges(db, subject, subjectId).orderBy('id', 'desc').limit(limit)
    if (beforeChangeId !== undefined) query = query.where('id', '<', beforeChangeId)
    const rows = await query.execute()
    return rows.map((row) => withStates(row, codec))
  },

  async find(subjectId: number, id: number): Promise<ChangeRow<State> | undefined> {
    const row = await selectChanges(db, subject, subjectId).where('id', '=', id).executeTakeFirst()
    return row && withStates(row, codec)
  },

  /**
   * Lists the newest changes that were part of neither an import nor a stocktake, with the first
   * names of their authors.
   */
  listRecent: (limit: number) =>
    db
      .selectFrom('change')
      .leftJoin('user_account', 'user_account.id', 'change.user_id')
      .select(['change.id', 'subject_id', 'kind', 'at'])
      // The name in the change, if the account was deleted.
      .select(({ fn }) => fn.coalesce('first_name', 'user_name').as('by'))
      .where('subject', '=', subject)
      .where('import_id', 'is', null)
      .where(isNotScan)
      .orderBy('change.id', 'desc')
      .limit(limit)
      .execute(),

  /** Finds the newest change of one subject, or without an id of any. */
  findLatest(subjectId?: number) {
    let query = db
      .selectFrom('change')
      .select(['id', 'at', 'user_name'])
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(1)
    if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
    return query.executeTakeFirst()
  },

  /** Lists the subjects that an import created or changed. */
  listSubjectsOfImport: (importId: number) =>
    db
      .selectFrom('change')
      .select('subject_id')
      .where('import_id', '=', importId)
      .where('kind', 'not in', undoKinds)
      .where('subject', '=', subject)
      .execute(),

  /**
   * Lists the changes that an import made to these subjects, each with the id of the subject's
   * newest change that still has an effect. Imports that were undone since have none, nor have
   * checks of an item.
   */
  listChangesOfImport: (importId: number, subjectIds: readonly number[]) =>
    db
      .selectFrom('change as imported')
      .select(({ selectFrom }) => [
        'imported.id',
        'imported.subject_id',
        'imported.before',
        'imported.after',
        selectFrom('change as effective')
          .select(({ fn }) => fn.max('effective.id').as('id'))
          .where('effective.subject', '=', subject)
          .whereRef('effective.subject_id', '=', 'imported.subject_id')
          .where('effective.kind', '!=', 'checked' satisfies ChangeKind)
          .where(({ or, eb, exists, selectFrom: from }) =>
            or([
              eb('effective.import_id', 'is', null),
              exists(
                from('item_import as active_import')
                  .select('active_import.id')
                  .whereRef('active_import.id', '=', 'effective.import_id')
                  .where('active_import.undone_at', 'is', null),
              ),
            ]),
          )
          .as('latest_id'),
      ])
      .where('imported.import_id', '=', importId)
      .where('imported.kind', 'not in', undoKinds)
      .where('imported.subject', '=', subject)
      .where('imported.subject_id', 'in', subjectIds)
      .orderBy('imported.subject_id')
      .execute(),
})

/**
 * Excludes scans of a stocktake. They mark items as checked at the instant of their arrival, or if
 * they arrive late, when a manager counts them.
 */
const isNotScan = ({ not, and, or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'change'>) =>
  not(
    and([
      eb('kind', '=', 'checked' satisfies ChangeKind),
      or([
        exists(
          selectFrom('stocktake_fact')
            .select('stocktake_fact.id')
            .whereRef('stocktake_fact.item_id', '=', 'change.subject_id')
            .whereRef('stocktake_fact.received_at', '=', 'change.at'),
        ),
        eb(
          'change.at',
          'in',
          selectFrom('stocktake_decision')
            .select('stocktake_decision.at')
            .where('decision', '=', 'counted'),
        ),
      ]),
    ]),
  )

interface ChangeListFilter {
  readonly subjects: readonly HistorySubject[]
  /** User id of the author. */
  readonly person: number | undefined
  /** Instants: `from` is inclusive, `until` exclusive. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** Only changes that are earlier, or at the same time have a smaller id. */
  readonly before: { readonly at: string; readonly id: number } | undefined
  readonly limit: number
}

/** Lists changes that belong to neither an import nor a stocktake, newest first. */
export function listChangeRows(
  db: Db,
  { subjects, person, from, until, before, limit }: ChangeListFilter,
) {
  let query = db
    .selectFrom('change')
    .selectAll()
    .where('import_id', 'is', null)
    .where('subject', 'in', subjects)
    .where(isNotScan)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (person !== undefined) query = query.where('user_id', '=', person)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (until !== undefined) query = query.where('at', '<', until)
  if (before)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)),
    )
  return query.execute()
}

const selectChanges = (db: Db, subject: HistorySubject, subjectId: number) =>
  db
    .selectFrom('change')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)

const withStates = <Row extends { before: string | null; after: string | null }, State>(
  row: Row,
  codec: StateCodec<State>,
) => ({ ...row, before: codec.read(row.before), after: codec.read(row.after) })
