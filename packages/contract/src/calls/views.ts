import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { viewLimits } from '../inventory/limits.ts'
import { itemTypes } from '../inventory/types.ts'
import { staff } from '../roles.ts'
import { Id, line } from '../text.ts'

const parameter =
  /^(?:filter|sort|columns|view|archived|gap|withdrawn|changed|facet\.[a-z][a-z0-9_]{0,59})$/

/** Search parameters of a list's URL: filter, facets, order, columns. */
export const ViewSearch = z
  .record(
    z.string().regex(parameter, 'The address of a list has no such parameter.'),
    line(viewLimits.size),
  )
  .refine(
    (search) => JSON.stringify(search).length <= viewLimits.size,
    'This is too much for one view. Please choose fewer filters.',
  )
export type ViewSearch = z.output<typeof ViewSearch>

const fields = {
  name: line(viewLimits.name).min(1, 'Please enter a name.'),
  /** Whether all staff see it, or only its author. */
  shared: z.boolean(),
  search: ViewSearch,
}

export const SavedView = z.object({
  ...fields,
  id: z.number().int(),
  type: z.enum(itemTypes),
  /** Name of its creator. */
  author: z.string(),
  mine: z.boolean(),
  /** Whether the caller may change and remove it. */
  mayChange: z.boolean(),
  /** Incremented with each change. Saving with an older version is a conflict. */
  version: z.number().int(),
})
export type SavedView = z.infer<typeof SavedView>

const NewView = z.strictObject({ type: z.enum(itemTypes), ...fields })
export type NewView = z.output<typeof NewView>
const ChangedView = z.strictObject({
  id: Id,
  ...fields,
  version: z.number().int().positive().optional(),
})
export type ChangedView = z.output<typeof ChangedView>

/** `obj` of the 409 answer to an outdated save. */
export interface ViewConflict {
  readonly current: SavedView
}

export const views = {
  list: {
    method: 'GET',
    path: '/views',
    access: staff,
    summary: 'The caller’s saved views and the shared ones, of all inventories, by name',
    ok: z.array(SavedView),
  },
  add: {
    method: 'POST',
    path: '/views/add',
    access: staff,
    summary: 'Save a private or shared view of an inventory',
    body: NewView,
    ok: SavedView,
    creates: true,
  },
  save: {
    method: 'POST',
    path: '/views/save',
    access: staff,
    summary:
      'Change a view, if shared also as root or admin; only its author can unshare it; an ' +
      'outdated version is a conflict, answered with the current view',
    body: ChangedView,
    ok: SavedView,
  },
  remove: {
    method: 'POST',
    path: '/views/remove',
    access: staff,
    summary: 'Remove a view; it can be restored for 30 days',
    body: z.strictObject({ id: Id }),
    ok: Done,
  },
  restore: {
    method: 'POST',
    path: '/views/restore',
    access: staff,
    summary: 'Restore a view removed within the last 30 days',
    body: z.strictObject({ id: Id }),
    ok: SavedView,
  },
} as const satisfies Record<string, Call>
