import type { ChangeKind, HistorySubject } from '@vitrine/contract'
import type { Selectable } from 'kysely'
import { chunks } from '../../db/chunks.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/actor.ts'
import type { ReadState, StateCodec } from './codec.ts'

/** Something that happened to a thing; null stands for "not there". */
export interface NewChange<State> {
  readonly subjectId: number
  readonly kind: ChangeKind
  readonly before: State | null
  readonly after: State | null
}

const importKind = 'import' satisfies ChangeKind

/** Who made the changes, when, and in or against which upload if about one. */
export interface Occasion {
  readonly actor: Actor
  readonly at: string
  readonly importId?: number
}

export type ChangeRow<State> = Omit<Selectable<Tables['change']>, 'before' | 'after'> & {
  readonly before: ReadState<State>
  readonly after: ReadState<State>
}

/** Recorded with the handle of the transaction that makes the change: both happen or neither. */
export const changeStore = <State>(db: Db, subject: HistorySubject, codec: StateCodec<State>) => ({
  async record(changes: readonly NewChange<State>[], { actor, at, importId }: Occasion): Promise<void> {
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
            user_name: nameOf(actor),
            import_id: importId ?? null,
            before: before && codec.write(before),
            after: after && codec.write(after),
          })),
        )
        .execute()
    }
  },

  /** So many changes of one thing, newest first, those before a change if one is named. */
  async page(subjectId: number, count: number, before?: number): Promise<ChangeRow<State>[]> {
    const query = ofThing(db, subject, subjectId).orderBy('id', 'desc').limit(count)
    const rows = await (before === undefined ? query : query.where('id', '<', before)).execute()
    return rows.map((row) => withStates(row, codec))
  },

  async find(subjectId: number, id: number): Promise<ChangeRow<State> | undefined> {
    const row = await ofThing(db, subject, subjectId).where('id', '=', id).executeTakeFirst()
    return row && withStates(row, codec)
  },

  /** The newest change of one thing, or of any. */
  latest(subjectId?: number) {
    const query = db
      .selectFrom('change')
      .select(['at', 'user_name'])
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(1)
    return (subjectId === undefined ? query : query.where('subject_id', '=', subjectId)).executeTakeFirst()
  },

  /** The things that an upload changed. */
  subjectsOfImport: (importId: number) =>
    db
      .selectFrom('change')
      .select('subject_id')
      .where('import_id', '=', importId)
      .where('kind', '=', importKind)
      .where('subject', '=', subject)
      .execute(),

  /**
   * What an upload changed, by thing, each with the number of the newest change of the same thing that still counts:
   * what a later upload did and what undid it cancel each other out.
   */
  ofImport: (importId: number) =>
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
      .where('made.kind', '=', importKind)
      .where('made.subject', '=', subject)
      .orderBy('made.subject_id')
      .execute(),
})

const ofThing = (db: Db, subject: HistorySubject, subjectId: number) =>
  db.selectFrom('change').selectAll().where('subject', '=', subject).where('subject_id', '=', subjectId)

const withStates = <Row extends { before: string | null; after: string | null }, State>(
  row: Row,
  codec: StateCodec<State>,
) => ({ ...row, before: codec.read(row.before), after: codec.read(row.after) })
