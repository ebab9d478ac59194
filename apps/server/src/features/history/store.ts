import type { ChangeKind, HistorySubject } from '@vitrine/contract'
import type { Selectable } from 'kysely'
import { chunks } from '../../db/chunks.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { type Author, authorName } from '../../http/access.ts'
import type { DecodedState, StateCodec } from './codec.ts'

/** A change to record; null where the subject did not exist. */
export interface NewChange<State> {
  readonly subjectId: number
  readonly kind: ChangeKind
  readonly before: State | null
  readonly after: State | null
}

/** How the undo of an import is recorded: with the import's id, like what the import changed. */
const undoKinds = ['restored', 'removed'] satisfies ChangeKind[]

/** Who made the changes, when, and in which import, if any. */
export interface ChangeContext {
  readonly actor: Author
  readonly at: string
  readonly importId?: number
}

export type ChangeRow<State> = Omit<Selectable<Tables['change']>, 'before' | 'after'> & {
  readonly before: DecodedState<State>
  readonly after: DecodedState<State>
}

/** Call it with the transaction that makes the change. */
export const changeStore = <State>(db: Db, subject: HistorySubject, codec: StateCodec<State>) => ({
  async record(
    changes: readonly NewChange<State>[],
    { actor, at, importId }: ChangeContext,
  ): Promise<void> {
    for (const some of chunks(changes)) {
      await db
        .insertInto('change')
        .values(
          some.map(({ subjectId, kind, before, after }) => ({
            subject,
            subject_id: subjectId,
            kind,
            at,
            user_id: actor.userId,
            user_name: authorName(actor),
            import_id: importId ?? null,
            before: before && codec.write(before),
            after: after && codec.write(after),
          })),
        )
        .execute()
    }
  },

  /** A page of changes of one subject, newest first, optionally older than a given change. */
  async page(subjectId: number, count: number, before?: number): Promise<ChangeRow<State>[]> {
    const query = ofSubject(db, subject, subjectId).orderBy('id', 'desc').limit(count)
    const rows = await (before === undefined ? query : query.where('id', '<', before)).execute()
    return rows.map((row) => withStates(row, codec))
  },

  async find(subjectId: number, id: number): Promise<ChangeRow<State> | undefined> {
    const row = await ofSubject(db, subject, subjectId).where('id', '=', id).executeTakeFirst()
    return row && withStates(row, codec)
  },

  /** The newest changes of all subjects that were made one by one, each with the first name of its author. */
  recent: (limit: number) =>
    db
      .selectFrom('change')
      .leftJoin('user_account', 'user_account.id', 'change.user_id')
      .select(['change.id', 'subject_id', 'kind', 'at'])
      .select(({ fn }) => fn.coalesce('first_name', 'user_name').as('by'))
      .where('subject', '=', subject)
      .where('import_id', 'is', null)
      .orderBy('change.id', 'desc')
      .limit(limit)
      .execute(),

  /** The newest change of one subject, or of any. */
  latest(subjectId?: number) {
    const query = db
      .selectFrom('change')
      .select(['id', 'at', 'user_name'])
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(1)
    return (
      subjectId === undefined ? query : query.where('subject_id', '=', subjectId)
    ).executeTakeFirst()
  },

  /** The subjects that an import changed. */
  subjectsOfImport: (importId: number) =>
    db
      .selectFrom('change')
      .select('subject_id')
      .where('import_id', '=', importId)
      .where('kind', 'not in', undoKinds)
      .where('subject', '=', subject)
      .execute(),

  /**
   * What an import changed of these subjects, each with the id of its newest change that still counts: a later import
   * and its undo cancel each other out, and to have looked at an item changes nothing.
   */
  ofImport: (importId: number, subjectIds: readonly number[]) =>
    db
      .selectFrom('change as made')
      .select(({ selectFrom }) => [
        'made.id',
        'made.subject_id',
        'made.before',
        'made.after',
        selectFrom('change as other')
          .select(({ fn }) => fn.max('other.id').as('id'))
          .where('other.subject', '=', subject)
          .whereRef('other.subject_id', '=', 'made.subject_id')
          .where('other.kind', '!=', 'checked' satisfies ChangeKind)
          .where(({ or, eb, exists, selectFrom: from }) =>
            or([
              eb('other.import_id', 'is', null),
              exists(
                from('item_import as later')
                  .select('later.id')
                  .whereRef('later.id', '=', 'other.import_id')
                  .where('later.undone_at', 'is', null),
              ),
            ]),
          )
          .as('latest_id'),
      ])
      .where('made.import_id', '=', importId)
      .where('made.kind', 'not in', undoKinds)
      .where('made.subject', '=', subject)
      .where('made.subject_id', 'in', subjectIds)
      .orderBy('made.subject_id')
      .execute(),
})

const ofSubject = (db: Db, subject: HistorySubject, subjectId: number) =>
  db
    .selectFrom('change')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)

const withStates = <Row extends { before: string | null; after: string | null }, State>(
  row: Row,
  codec: StateCodec<State>,
) => ({ ...row, before: codec.read(row.before), after: codec.read(row.after) })
