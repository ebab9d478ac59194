import { z } from 'zod'

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
export const FieldPath = z.array(z.string().max(200)).min(1).max(6)

/** A field's values before and after a change. `pictures` names the image contents to show. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  /**
   * Path to send for restoring the earlier value. Absent if that is empty or already the current
   * value, or if the caller may not restore it.
   */
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
   * Whether the change can be undone. `beginning`: there is no earlier state, or nothing differs.
   * `unreadable`: the stored state can't be parsed, so `fields` is empty. `changed-since` and
   * `taken-back`: too late. `forbidden`: not by this caller.
   */
  state: z.enum([
    'undoable',
    'forbidden',
    'changed-since',
    'taken-back',
    'beginning',
    'unreadable',
  ]),
  /** Whether the caller can restore all fields, and at least one of them differs now. */
  restorable: z.boolean(),
})
export type Change = z.infer<typeof Change>
