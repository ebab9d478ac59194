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
  state: z.enum([
    'undoable',
    'forbidden',
    'changed-since',
    'taken-back',
    'beginning',
    'unreadable',
  ]),
  /** Whether the caller can restore all fields to what they were before: some of them differ now. */
  restorable: z.boolean(),
})
export type Change = z.infer<typeof Change>
