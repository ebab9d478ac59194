import { z } from 'zod'
import type { Call } from '../call.ts'
import { itemTypes } from '../inventory/types.ts'
import {
  type MovementReason,
  movementReasons,
  type PlaceKind,
  placeFields,
  placeKinds,
} from '../places.ts'
import { managers, staff } from '../roles.ts'
import { Day, Id, IdParams, IdText, line, prose, toFieldSchemas, visibleLine } from '../text.ts'
import { ChosenIds, chosenItemsBodyLimits } from './inventory.ts'

export const Place = z.object({
  id: z.number().int(),
  version: z.number().int(),
  ...toFieldSchemas(placeFields),
  /** Of the items that are in the place itself. */
  count: z.number().int(),
})
export type Place = z.infer<typeof Place>

export const PlaceInput = z.strictObject({
  code: visibleLine(40).min(1, 'Please enter a code, such as H1-V3.'),
  name: line(120).refine(
    (name) => /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(name),
    'Please enter a name.',
  ),
  kind: z.enum(Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]]),
  parent_id: Id.nullable(),
  note: prose(5_000),
  archived: z.boolean(),
})
export type PlaceInput = z.output<typeof PlaceInput>

/** `obj` of the 409 that answers a save over a newer change. */
export const PlaceConflict = z.object({
  current: Place,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type PlaceConflict = z.infer<typeof PlaceConflict>

export const Reason = z.enum(Object.keys(movementReasons) as [MovementReason, ...MovementReason[]])

/** An item as the contents of a place show it. */
export const PlacedItem = z.object({
  id: z.number().int(),
  type: z.enum(itemTypes),
  identifier: z.string(),
  name: z.string(),
  /** Its first picture. */
  picture: z.string().nullable(),
  placeId: z.number().int().nullable(),
})
export type PlacedItem = z.infer<typeof PlacedItem>

/** The places around an item at the time, from the outermost to its own; none for no place. */
const PathOfIds = z.array(z.number().int())

/** Where `from` and `to` are the same, only `backOn` is new; where they end in the same place, that place was moved with what is in it. */
export const Movement = z.object({
  id: z.number().int(),
  item: PlacedItem,
  from: PathOfIds,
  to: PathOfIds,
  at: z.string(),
  by: z.string(),
  reason: Reason,
  /** The day on which it is expected back, or empty. */
  backOn: z.string(),
})
export type Movement = z.infer<typeof Movement>

/** The day on which an item is expected back; none if it stays. */
const BackOn = z.union([
  z.literal(''),
  Day.refine((day) => day >= '2000', 'Please enter a day of this century.'),
])

/** Why, and until when. */
export const movementReasonFields = { reason: Reason, backOn: BackOn.default('') }

export const places = {
  list: {
    method: 'GET',
    path: '/places',
    access: staff,
    summary: 'All places, each with the place that it is in and the number of its items',
    ok: z.array(Place),
  },
  add: {
    method: 'POST',
    path: '/places',
    access: managers,
    summary: 'Add a place',
    creates: true,
    body: z.strictObject({ place: PlaceInput }),
    ok: Place,
  },
  save: {
    method: 'POST',
    path: '/places/save',
    access: managers,
    summary:
      'Change, move or archive a place; to move it is a movement of each item in it, for `reason`; one with items or with ' +
      'places in it can’t be archived; an outdated version is a conflict, answered with the current one',
    body: z.strictObject({
      id: Id,
      place: PlaceInput,
      version: z.int().nonnegative().optional(),
      reason: Reason.default('correction'),
    }),
    ok: Place,
  },
  contents: {
    method: 'GET',
    path: '/places/:id/items',
    access: staff,
    summary:
      'The items in a place and in all places in it, by identifier; with `day` those that were there on that day, ' +
      'and the path on which they were',
    params: IdParams,
    query: z.strictObject({ day: Day.optional() }),
    ok: z.array(PlacedItem.extend({ path: PathOfIds.optional() })),
    finished: true,
  },
  movements: {
    method: 'GET',
    path: '/movements',
    access: staff,
    summary:
      'Movements, newest first: of an item, or into and out of a place and all places in it; `before` continues where a page ended',
    query: z.strictObject({
      item: IdText.optional(),
      place: IdText.optional(),
      before: IdText.optional(),
    }),
    ok: z.object({ movements: z.array(Movement), hasMore: z.boolean() }),
  },
  whereabouts: {
    method: 'GET',
    path: '/movements/whereabouts',
    access: staff,
    summary: 'Where an item was at the end of a day',
    query: z.strictObject({ item: IdText, day: Day }),
    ok: z.object({ path: PathOfIds }),
  },
  away: {
    method: 'GET',
    path: '/movements/away',
    access: staff,
    summary: 'The items that are expected back, the most urgent first',
    ok: z.array(Movement),
    finished: true,
  },
  expectBack: {
    method: 'POST',
    path: '/movements/expect-back',
    access: staff,
    summary:
      'Change the day on which an item is expected back, or expect it no more; `before` undoes it',
    body: z.strictObject({ itemId: Id, backOn: BackOn }),
    ok: z.object({ before: z.string() }),
  },
  move: {
    method: 'POST',
    path: '/places/move',
    access: staff,
    summary:
      'Move items to a place, or out of all places with null: one movement for each; `importIds` are undone like an upload',
    ...chosenItemsBodyLimits,
    body: z.strictObject({ ids: ChosenIds, to: Id.nullable(), ...movementReasonFields }),
    ok: z.object({
      moved: z.number().int(),
      unchanged: z.number().int(),
      left: z.array(z.object({ identifier: z.string(), reason: z.string() })),
      importIds: z.array(z.number().int()),
    }),
  },
} as const satisfies Record<string, Call>
