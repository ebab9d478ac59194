import { z } from 'zod'
import type { Call } from '../call.ts'
import { itemTypes } from '../inventory/types.ts'
import {
  type MovementReason,
  maxMovementRemarkLength,
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
  /** Number of items directly in the place. */
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

/** `obj` of the 409 answer to an outdated save. */
export const PlaceConflict = z.object({
  current: Place,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type PlaceConflict = z.infer<typeof PlaceConflict>

export const Reason = z.enum(Object.keys(movementReasons) as [MovementReason, ...MovementReason[]])

/** An item in the contents of a place. */
export const PlacedItem = z.object({
  id: z.number().int(),
  type: z.enum(itemTypes),
  identifier: z.string(),
  name: z.string(),
  /** Hash of its first picture. */
  picture: z.string().nullable(),
  placeId: z.number().int().nullable(),
})
export type PlacedItem = z.infer<typeof PlacedItem>

/** Ids of an item's nested places at that time, outermost first; empty without a place. */
const PathOfIds = z.array(z.number().int())

/**
 * If `from` equals `to`, the item stayed there, and only `backOn` may have changed. If they end in
 * the same place, that place was moved with its contents.
 */
export const Movement = z.object({
  id: z.number().int(),
  item: PlacedItem,
  from: PathOfIds,
  to: PathOfIds,
  /** When it took place. */
  day: z.string(),
  /** When it was recorded. */
  at: z.string(),
  by: z.string(),
  reason: Reason,
  remark: z.string(),
  /** Day on which it is expected back, or empty. */
  backOn: z.string(),
})
export type Movement = z.infer<typeof Movement>

/** Day on which an item is expected back; empty if it stays. */
const BackOn = z.union([
  z.literal(''),
  Day.refine((day) => day >= '2000', 'Please enter a day of this century.'),
])

export const movementFields = {
  reason: Reason,
  backOn: BackOn.default(''),
  /** When it took place; today without it, and never in the future. */
  day: Day.refine((day) => day >= '1800', 'Please enter a day since 1800.').optional(),
  remark: line(maxMovementRemarkLength).default(''),
}

/** Items that were moved again after a movement's day. They stay where they are. */
export const EarlierMovements = z.array(
  z.object({
    identifier: z.string(),
    /** Day of the item's latest movement. */
    latestDay: z.string(),
  }),
)

export const places = {
  list: {
    method: 'GET',
    path: '/places',
    access: staff,
    summary: 'All places, each with its parent and the number of its items',
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
      'Change, move or archive a place; moving it moves each item in it today, with `reason` and ' +
      '`remark`; only an empty place can be archived; an outdated version is a conflict, ' +
      'answered with the current one',
    body: z.strictObject({
      id: Id,
      place: PlaceInput,
      version: z.int().nonnegative().optional(),
      reason: Reason.default('correction'),
      remark: movementFields.remark,
    }),
    ok: Place,
  },
  contents: {
    method: 'GET',
    path: '/places/:id/items',
    access: staff,
    summary:
      'The items in a place and the places in it, by identifier; with `day` those that were ' +
      'there on that day, with their path then',
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
      'Movements, latest day first: of an item, or into and out of a place and the places in it; ' +
      '`before` continues after that movement',
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
      'Change or clear the day on which an item is expected back; `before` is the former day',
    body: z.strictObject({ itemId: Id, backOn: BackOn }),
    ok: z.object({ before: z.string() }),
  },
  move: {
    method: 'POST',
    path: '/places/move',
    access: staff,
    summary:
      'Move items to a place, or with null out of all places, on `day`; an item that was moved ' +
      'again after that day stays where it is, gets the movement in its history, and is listed ' +
      'in `earlier`; `dryRun` only reports; `importIds` can be undone like an upload',
    ...chosenItemsBodyLimits,
    body: z.strictObject({
      ids: ChosenIds,
      to: Id.nullable(),
      ...movementFields,
      dryRun: z.boolean().default(false),
    }),
    ok: z.object({
      moved: z.number().int(),
      earlier: EarlierMovements,
      unchanged: z.number().int(),
      left: z.array(z.object({ identifier: z.string(), reason: z.string() })),
      importIds: z.array(z.number().int()),
    }),
  },
} as const satisfies Record<string, Call>
