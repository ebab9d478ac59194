import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { managers, type Role, staff } from '../roles.ts'
import { Id, IdText } from '../text.ts'

/** The kinds of things that have a history, each with who may read it and undo changes. */
export const historySubjects = {
  item: staff,
  event: staff,
  journal: managers,
  comment: staff,
  attribute: managers,
  museum: managers,
  place: staff,
} as const satisfies Record<string, readonly Role[]>
export type HistorySubject = keyof typeof historySubjects
const Subject = z.enum(Object.keys(historySubjects) as HistorySubject[])

export const changeKinds = [
  'created',
  'changed',
  'info',
  'attributes',
  'texts',
  'picture',
  'pictures',
  'recording',
  'visibility',
  'checked',
  'archived',
  'task',
  'done',
  'reopened',
  'moved',
  'retired',
  'import',
  'undone',
  'restored',
  'removed',
  'deleted',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Names a field of a change, such as `['tags', 'year']`. */
const FieldPath = z.array(z.string().max(200)).min(1).max(6)

/** One field before and after; of a picture also the names of both contents. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  /** What to send to restore the value before; absent where that is empty or the present value. */
  path: FieldPath.optional(),
  pictures: z.object({ before: z.string().nullable(), after: z.string().nullable() }).optional(),
})
export type FieldChange = z.infer<typeof FieldChange>

export const Change = z.object({
  id: z.number().int(),
  kind: z.enum(changeKinds),
  at: z.string(),
  by: z.string(),
  fields: z.array(FieldChange),
  /**
   * Before a `beginning`, or where nothing differs, there is nothing to go back to; an `unreadable` one has no fields.
   * One that was `changed-since` or `taken-back` can't be undone any more.
   */
  state: z.enum(['undoable', 'changed-since', 'taken-back', 'beginning', 'unreadable']),
  /** Whether all fields can be restored to what they were before: some of them differ now. */
  restorable: z.boolean(),
})
export type Change = z.infer<typeof Change>

export const history = {
  of: {
    method: 'GET',
    path: '/history/:subject/:id',
    access: staff,
    summary:
      'Changes of an item, event, journal entry, comment, attribute, museum or place, newest first; `before` continues where a page ended',
    params: z.object({ subject: Subject, id: IdText }),
    query: z.strictObject({ before: IdText.optional() }),
    ok: z.object({ changes: z.array(Change), hasMore: z.boolean() }),
  },
  undo: {
    method: 'POST',
    path: '/history/undo',
    access: staff,
    summary:
      'Undo one change, as a new change: its fields get their earlier values back, the others stay; ' +
      'a field that was changed since is a conflict, and nothing is written',
    body: z.strictObject({ subject: Subject, id: Id, changeId: Id }),
    ok: Done,
  },
  restore: {
    method: 'POST',
    path: '/history/restore',
    access: staff,
    summary:
      'Restore what was there before a change, as a new change, whatever was changed since: one field by its `path`, ' +
      'or all of them (an item stays archived or withdrawn). With `newest`, the newest change that the user saw, ' +
      'a newer one is a conflict, and nothing is written',
    body: z.strictObject({ subject: Subject, id: Id, changeId: Id, path: FieldPath.optional(), newest: Id.optional() }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
