import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { conditionLimits, conditions, type Occasion, occasionNames } from '../conditions.ts'
import { retentionDays } from '../days.ts'
import { PictureName } from '../inventory/item-pictures.ts'
import { pictureLimits } from '../inventory/limits.ts'
import { conditionFields } from '../records.ts'
import { staff } from '../roles.ts'
import { Day, Id, IdParams, IdText, prose, toFieldSchemas } from '../text.ts'
import { TaskFields } from './comments.ts'
import { stocktake } from './stocktake.ts'

const ConditionPhoto = z.object({
  name: PictureName,
  width: z.number().int(),
  height: z.number().int(),
})
export type ConditionPhoto = z.infer<typeof ConditionPhoto>

export const ConditionCheck = z.object({
  id: z.number().int(),
  itemId: z.number().int(),
  ...toFieldSchemas(conditionFields),
  photos: z.array(ConditionPhoto),
  created: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Incremented with each change. Saving with an older version is a conflict. */
  version: z.number().int(),
  /** The task made from it, unless that was deleted; `done` is when it was done. */
  task: z.object({ commentId: z.number().int(), done: z.string().optional() }).optional(),
  /** Whether the caller may edit, remove and restore it: its author for a day, root and admin always. */
  mayEdit: z.literal(true).optional(),
  /** Photos are added by it; only for callers who may edit. */
  key: z.string().optional(),
})
export type ConditionCheck = z.infer<typeof ConditionCheck>

export const RemovedCondition = ConditionCheck.extend({ removed: z.string() })
export type RemovedCondition = z.infer<typeof RemovedCondition>

/** `obj` of the 409 answer to an outdated save. */
export const ConditionConflict = z.object({
  current: ConditionCheck,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type ConditionConflict = z.infer<typeof ConditionConflict>

/** Chosen by the client: checks, and photos that may arrive before them, are recognised by it. */
const Key = z.uuid()

const inputs = {
  state: z.enum(conditions, 'Please choose a condition.'),
  occasion: z.enum(Object.keys(occasionNames) as [Occasion, ...Occasion[]]),
  remark: prose(conditionLimits.remark),
}
const NewCondition = z.strictObject({
  ...inputs,
  itemId: Id,
  key: Key.optional(),
  day: Day.optional(),
  occasion: inputs.occasion.default('inspection'),
  remark: inputs.remark.default(''),
})
export type NewCondition = z.output<typeof NewCondition>

const ConditionToSave = z.strictObject({
  ...inputs,
  id: Id,
  version: z.number().int().positive(),
  day: Day,
  photos: z.array(PictureName).max(conditionLimits.photos).optional(),
})
export type ConditionToSave = z.output<typeof ConditionToSave>

export const conditionChecks = {
  ofItem: {
    method: 'GET',
    path: '/inventory/conditions/:id',
    access: staff,
    summary: `The condition checks of an item, latest first, and those removed within the last ${retentionDays} days`,
    params: IdParams,
    ok: z.object({ checks: z.array(ConditionCheck), removed: z.array(RemovedCondition) }),
  },
  add: {
    method: 'POST',
    path: '/inventory/add-condition',
    access: staff,
    summary:
      'Check the condition of an item, today or on an earlier day; sets when it was last checked. ' +
      'With a `key`, the same check sent again is not added a second time',
    body: NewCondition,
    ok: z.object({ id: z.number().int() }),
    creates: true,
  },
  addPhoto: {
    method: 'POST',
    path: '/inventory/add-condition-photo',
    // Roles that scan may also photograph an item's condition.
    access: stocktake.send.access,
    summary:
      'Add a photo to a condition check: multipart form data with itemId and the key of the check (for a stocktake: ' +
      'the id of the fact), then image. It may arrive before the check, and twice. Only staff see it',
    body: z.strictObject({ itemId: IdText, key: Key }),
    upload: { field: 'image', maxBytes: pictureLimits.bytes },
    ok: z.object({ name: PictureName }),
  },
  edit: {
    method: 'POST',
    path: '/inventory/edit-condition',
    access: staff,
    summary:
      'Change a check: its author within a day, root and admin always. `photos` are those that stay. ' +
      'An outdated version is a conflict',
    body: ConditionToSave,
    ok: Done,
  },
  setRemoved: {
    method: 'POST',
    path: '/inventory/remove-condition',
    access: staff,
    summary: `Remove a check, or restore it within ${retentionDays} days: whoever may edit it`,
    body: z.strictObject({ id: Id, removed: z.boolean() }),
    ok: Done,
  },
  makeTask: {
    method: 'POST',
    path: '/inventory/condition-task',
    access: staff,
    summary: 'Make a task from a check: a comment on the item; a check has at most one',
    body: z.strictObject({ id: Id, task: TaskFields }),
    ok: z.object({ commentId: z.number().int() }),
    creates: true,
  },
} as const satisfies Record<string, Call>
