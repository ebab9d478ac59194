import type { ChangeKind } from '@vitrine/contract'
import { chunks } from '../../db/chunks.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/actor.ts'

type Subject = Tables['change']['subject']

/** Something that happened to a thing. States are plain data; null stands for "not there". */
export interface NewChange {
  readonly subjectId: number
  readonly kind: string
  readonly before: object | null
  readonly after: object | null
}

const importKind = 'import' satisfies ChangeKind

/** Who made the changes, when, and in or against which upload if about one. */
export interface Occasion {
  readonly actor: Actor
  readonly at: string
  readonly importId?: number
}

const stored = (state: object | null) => (state ? JSON.stringify(state) : null)

/** Recorded with the handle of the transaction that makes the change: both happen or neither. */
export const changeStore = (db: Db, subject: Subject) => ({
  async record(changes: readonly NewChange[], { actor, at, importId }: Occasion): Promise<void> {
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
            before: stored(before),
            after: stored(after),
          })),
        )
        .execute()
    }
  },

  /** All changes of one thing, newest first. */
  of: (subjectId: number) =>
    db
      .selectFrom('change')
      .selectAll()
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .orderBy('id', 'desc')
      .execute(),

  find: (subjectId: number, id: number) =>
    db
      .selectFrom('change')
      .selectAll()
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .where('id', '=', id)
      .executeTakeFirst(),

  latest: (subjectId: number) =>
    db
      .selectFrom('change')
      .select(['id', 'at', 'user_name'])
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The newest change of any of them. */
  latestOfAll: () =>
    db
      .selectFrom('change')
      .select(['id', 'at', 'user_name'])
      .where('subject', '=', subject)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

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

export type ChangeRow = Awaited<ReturnType<ReturnType<typeof changeStore>['of']>>[number]
