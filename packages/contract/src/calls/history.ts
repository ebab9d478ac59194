import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { managers, type Role, staff } from '../roles.ts'
import { Id, IdText } from '../text.ts'

export interface HistoryAccess {
  readonly read: readonly Role[]
  readonly revert: readonly Role[]
}

/** The subjects that have a history. Only roles that may change a subject may revert a change of it. */
export const historySubjects = {
  item: { read: staff, revert: staff },
  event: { read: staff, revert: staff },
  journal: { read: managers, revert: managers },
  comment: { read: staff, revert: staff },
  attribute: { read: managers, revert: managers },
  museum: { read: managers, revert: managers },
  place: { read: staff, revert: managers },
} as const satisfies Record<string, HistoryAccess>
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
  /** What to send to restore the value before; absent where that is empty, the present value or forbidden to the caller. */
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
   * One that was `changed-since` or `taken-back` can't be undone any more, one that is `forbidden` not by the caller.
   */
  state: z.enum(['undoable', 'forbidden', 'changed-since', 'taken-back', 'beginning', 'unreadable']),
  /** Whether the caller can restore all fields to what they were before: some of them differ now. */
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
