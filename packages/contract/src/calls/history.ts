import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { Change, FieldPath } from '../changes.ts'
import { managers, type Role, staff } from '../roles.ts'
import { Day, Id, IdText } from '../text.ts'
import { attributes } from './attributes.ts'
import { comments } from './comments.ts'
import { conditionChecks } from './conditions.ts'
import { events } from './events.ts'
import { inventory } from './inventory.ts'
import { journal } from './journal.ts'
import { museums } from './museums.ts'
import { places } from './places.ts'

export interface HistoryAccess {
  readonly read: readonly Role[]
  readonly revert: readonly Role[]
}

/**
 * Subjects with a history. Reading it requires the access for reading the subject; reverting
 * changes requires the access for editing it.
 */
export const historySubjects = {
  item: { read: inventory.details.access, revert: inventory.saveInfo.access },
  event: { read: events.list.access, revert: events.save.access },
  journal: { read: journal.list.access, revert: journal.change.access },
  comment: { read: comments.all.access, revert: comments.setTask.access },
  condition: { read: conditionChecks.ofItem.access, revert: conditionChecks.edit.access },
  attribute: { read: attributes.history.access, revert: attributes.save.access },
  museum: { read: museums.list.access, revert: museums.save.access },
  place: { read: places.list.access, revert: places.save.access },
} as const satisfies Record<string, HistoryAccess>
export type HistorySubject = keyof typeof historySubjects
const Subject = z.enum(Object.keys(historySubjects) as HistorySubject[])

/** Kinds of changes in the list of all changes; imports and stocktakes are groups of changes. */
const ListedSubject = z.enum([
  ...(Object.keys(historySubjects) as HistorySubject[]),
  'import',
  'stocktake',
])
export type ListedSubject = z.infer<typeof ListedSubject>

/** Both days are included. */
export const ChangeFilter = z.strictObject({
  what: ListedSubject.optional(),
  person: IdText.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type ChangeFilter = z.infer<typeof ChangeFilter>

/** A position in the list of all changes: time, number of the source, and id in the source. */
const ChangePosition = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d_\d{1,9}$/,
    'Please send the `next` of an earlier answer.',
  )

export const ListedChange = z.object({
  subject: ListedSubject,
  /** Id of the record, of the import or of the stocktake. */
  id: z.number().int(),
  /** Id of the change within its subject, or else of the record. */
  key: z.string(),
  at: z.string(),
  by: z.string(),
  /** Name of the record. */
  title: z.string(),
  /** Path of the screen that shows it, and the part of the screen. */
  screen: z.string(),
  part: z.string().optional(),
  /** The change in the record's history; long texts are cut around their first difference. */
  change: Change.optional(),
  /** What was done, if it is no change in a history. */
  did: z.string().optional(),
  /** Imports only: who undid it and when, or null. */
  undone: z.object({ at: z.string(), by: z.string() }).nullable().optional(),
})
export type ListedChange = z.infer<typeof ListedChange>

export const history = {
  all: {
    method: 'GET',
    path: '/history',
    access: managers,
    summary:
      'Changes of all records, newest first, a page at a time; pass `next` as `before` for more. ' +
      'An import and the scans of a stocktake are one entry each. `what` limits the kind of record ' +
      '(items include imports and stocktakes), `person` the account, `from` and `to` the days',
    query: ChangeFilter.extend({ before: ChangePosition.optional() }),
    ok: z.object({ changes: z.array(ListedChange), next: z.string().nullable() }),
  },
  of: {
    method: 'GET',
    path: '/history/:subject/:id',
    access: staff,
    summary:
      'Changes of an item, event, journal entry, comment, condition check, attribute, museum or place, newest ' +
      'first; `before` continues after that change',
    params: z.object({ subject: Subject, id: IdText }),
    query: z.strictObject({ before: IdText.optional() }),
    ok: z.object({ changes: z.array(Change), hasMore: z.boolean() }),
  },
  undo: {
    method: 'POST',
    path: '/history/undo',
    access: staff,
    summary:
      'Undo one change by a new change: its fields get their earlier values back; a field ' +
      'that was changed since is a conflict',
    body: z.strictObject({ subject: Subject, id: Id, changeId: Id }),
    ok: Done,
  },
  restore: {
    method: 'POST',
    path: '/history/restore',
    access: staff,
    summary:
      'Restore the state before a change, as a new change, regardless of later ones: one field by its `path`, ' +
      'or all of them (an item stays archived or withdrawn). `newest` is the newest change that the user saw; ' +
      'a newer one is a conflict and nothing is written',
    body: z.strictObject({
      subject: Subject,
      id: Id,
      changeId: Id,
      path: FieldPath.optional(),
      newest: Id.optional(),
    }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
