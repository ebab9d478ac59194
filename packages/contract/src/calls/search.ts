import { z } from 'zod'
import type { Access } from '../access.ts'
import type { Call } from '../call.ts'
import { itemTypes } from '../inventory/types.ts'
import { type PlaceKind, placeKinds } from '../places.ts'
import { signedIn, staff } from '../roles.ts'
import { maxRecentItems, maxSearchLength } from '../search-limits.ts'
import { stocktakeLimits } from '../stocktake.ts'
import { line } from '../text.ts'
import { comments } from './comments.ts'
import { conditionChecks } from './conditions.ts'
import { events } from './events.ts'
import { inventory } from './inventory.ts'
import { journal } from './journal.ts'
import { users } from './users.ts'

/** Subjects of a search. A role finds those that it may read. */
export const searchSubjects = {
  item: inventory.details.access,
  comment: comments.all.access,
  condition: conditionChecks.ofItem.access,
  event: events.list.access,
  journal: journal.list.access,
  user: users.list.access,
} as const satisfies Record<string, Access>
export type SearchSubject = keyof typeof searchSubjects

/** A text with the start and end indexes of its matches. */
export const MarkedText = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type MarkedText = z.infer<typeof MarkedText>

const Hit = z.object({
  id: z.int(),
  title: MarkedText,
  /** Other matching fields; the label is empty if the record has only one text. */
  lines: z.array(MarkedText.extend({ label: z.string() })),
})
export type SearchHit = z.infer<typeof Hit>

export const ItemHit = Hit.extend({
  type: z.enum(itemTypes),
  /** Hash of its first picture, or empty. */
  picture: z.string(),
  public: z.boolean(),
})
export type ItemHit = z.infer<typeof ItemHit>

/** A record of an item. */
const ItemRecordHit = Hit.extend({ item_id: z.int() })

const hitGroup = <H extends typeof Hit>(hit: H) => z.object({ count: z.int(), hits: z.array(hit) })

/** Per subject: the total number of hits, and the best few. */
export const GroupedSearchHits = z.object({
  item: hitGroup(ItemHit),
  comment: hitGroup(ItemRecordHit),
  condition: hitGroup(ItemRecordHit),
  event: hitGroup(Hit),
  journal: hitGroup(Hit),
  user: hitGroup(Hit),
})
export type GroupedSearchHits = z.infer<typeof GroupedSearchHits>

/** An item found by its code. */
export const CodeItem = z.object({
  id: z.int(),
  type: z.enum(itemTypes),
  identifier: z.string(),
  name: z.string(),
  /** Hash of its first picture, or empty. */
  picture: z.string(),
  placeId: z.int().nullable(),
  /** Path of its place, or empty. */
  place: z.string(),
  public: z.boolean(),
  archived: z.boolean(),
})
export type CodeItem = z.infer<typeof CodeItem>

/** A place found by its code. */
export const CodePlace = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(Object.keys(placeKinds) as [PlaceKind, ...PlaceKind[]]),
  /** Path of the place around it, or empty. */
  within: z.string(),
  archived: z.boolean(),
})
export type CodePlace = z.infer<typeof CodePlace>

export const CodeAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('item'), item: CodeItem }),
  /** Several items with the same number, the first few. */
  z.object({ kind: z.literal('several'), items: z.array(CodeItem), count: z.int() }),
  z.object({ kind: z.literal('place'), place: CodePlace }),
  /** `problem` says that several places have the typed name. */
  z.object({ kind: z.literal('unknown'), problem: z.string().optional() }),
])
export type CodeAnswer = z.infer<typeof CodeAnswer>

export const search = {
  everything: {
    method: 'GET',
    path: '/search',
    // Roles find only what they may read.
    access: signedIn,
    summary:
      'Search items, comments, condition checks, events, and (with permission) journal entries and users: ' +
      'first for the text as typed, ignoring case and accents, then for all of its words, ' +
      'then with typing errors. Quotes mean exactly what is in them',
    query: z.strictObject({ q: line(maxSearchLength).min(1, 'Please enter a search text.') }),
    ok: GroupedSearchHits,
  },
  items: {
    method: 'GET',
    path: '/search/items',
    access: staff,
    summary: `The items of these ids, ${maxRecentItems} at most, in the given order; unknown ids are omitted`,
    query: z.strictObject({
      ids: z
        .string()
        .regex(
          new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${maxRecentItems - 1}}$`),
          `Please name up to ${maxRecentItems} items, such as 3,14.`,
        )
        .transform((text) => text.split(',').map(Number)),
    }),
    ok: z.object({ hits: z.array(ItemHit) }),
  },
  code: {
    method: 'GET',
    path: '/search/code',
    access: staff,
    summary:
      'The item or place of a scanned label, a visitor’s QR code, an identifier or a place code; ' +
      'with `typed`, also an item by its number alone, or a place by its name. An address is never opened, whatever its host',
    query: z.strictObject({
      code: line(stocktakeLimits.code).min(1, 'Please scan or type a code.'),
      typed: z.literal('1').optional(),
    }),
    ok: CodeAnswer,
  },
} as const satisfies Record<string, Call>
