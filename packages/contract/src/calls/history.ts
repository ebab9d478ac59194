import { z } from 'zod'
import type { Call } from '../call.ts'
import { staff } from '../roles.ts'
import { Id, IdParams } from '../text.ts'

export const changeKinds = [
  'created',
  'info',
  'attributes',
  'picture',
  'recording',
  'visibility',
  'import',
  'restored',
  'removed',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export const FieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type FieldChange = z.infer<typeof FieldChange>

/** One change of an item: the fields it touched, each with its value before and after. */
export const ItemChange = z.object({
  id: z.number().int(),
  kind: z.enum(changeKinds),
  at: z.string(),
  by: z.string(),
  fields: z.array(FieldChange),
})
export type ItemChange = z.infer<typeof ItemChange>

export const history = {
  ofItem: {
    method: 'GET',
    path: '/inventory/history/:id',
    access: staff,
    summary: 'All changes of an item, newest first',
    params: IdParams,
    ok: z.array(ItemChange),
  },
  restore: {
    method: 'POST',
    path: '/inventory/restore',
    access: staff,
    summary: 'Bring an item back to its state right after one of its changes; that is a new change',
    body: z.strictObject({ itemId: Id, changeId: Id, version: z.number().int().positive().optional() }),
    ok: z.object({ version: z.number().int() }),
  },
} as const satisfies Record<string, Call>
