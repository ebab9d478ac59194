import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { Change, FieldPath } from '../changes.ts'
import { type Role, staff } from '../roles.ts'
import { Id, IdText } from '../text.ts'
import { attributes } from './attributes.ts'
import { comments } from './comments.ts'
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
  attribute: { read: attributes.history.access, revert: attributes.save.access },
  museum: { read: museums.list.access, revert: museums.save.access },
  place: { read: places.list.access, revert: places.save.access },
} as const satisfies Record<string, HistoryAccess>
export type HistorySubject = keyof typeof historySubjects
const Subject = z.enum(Object.keys(historySubjects) as HistorySubject[])

export const history = {
  of: {
    method: 'GET',
    path: '/history/:subject/:id',
    access: staff,
    summary:
      'Changes of an item, event, journal entry, comment, attribute, museum or place, newest ' +
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
