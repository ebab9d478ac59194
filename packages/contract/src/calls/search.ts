import { z } from 'zod'
import type { Access } from '../access.ts'
import type { Call } from '../call.ts'
import { itemTypes } from '../inventory/types.ts'
import { signedIn, staff } from '../roles.ts'
import { maxRecentItems, maxSearchLength } from '../search-limits.ts'
import { line } from '../text.ts'
import { comments } from './comments.ts'
import { events } from './events.ts'
import { inventory } from './inventory.ts'
import { journal } from './journal.ts'
import { users } from './users.ts'

/** What a search looks through, and who finds it: those who may read it anyway. */
export const searchSubjects = {
  item: inventory.details.access,
  comment: comments.all.access,
  event: events.list.access,
  journal: journal.list.access,
  user: users.list.access,
} as const satisfies Record<string, Access>
export type SearchSubject = keyof typeof searchSubjects

/** A text, and which parts of it match: where each begins and ends. */
export const MarkedText = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type MarkedText = z.infer<typeof MarkedText>

const Hit = z.object({
  id: z.int(),
  title: MarkedText,
  /** The fields that match, apart from the title; the label is empty where a thing has one text only. */
  lines: z.array(MarkedText.extend({ label: z.string() })),
})
export type SearchHit = z.infer<typeof Hit>

export const ItemHit = Hit.extend({
  type: z.enum(itemTypes),
  /** Names the picture's content; empty without one. */
  picture: z.string(),
  public: z.boolean(),
})
export type ItemHit = z.infer<typeof ItemHit>

const found = <H extends typeof Hit>(hit: H) => z.object({ count: z.int(), hits: z.array(hit) })

/** Each group with as many as there are, and the best few of them. */
export const GroupedSearchHits = z.object({
  item: found(ItemHit),
  /** `item_id` is the item that it is about. */
  comment: found(Hit.extend({ item_id: z.int() })),
  event: found(Hit),
  journal: found(Hit),
  user: found(Hit),
})
export type GroupedSearchHits = z.infer<typeof GroupedSearchHits>

export const search = {
  everything: {
    method: 'GET',
    path: '/search',
    // Each role finds what it may read.
    access: signedIn,
    summary:
      'Items by any attribute or text, comments, events, and for those who may read them journal entries and users; ' +
      'those with the text as typed, whatever its case and accents; else with all of its words; else, in longer ones, with ' +
      'a typing error. Quotes mean exactly what is in them',
    query: z.strictObject({ q: line(maxSearchLength).min(1, 'Please type what to search for.') }),
    ok: GroupedSearchHits,
  },
  items: {
    method: 'GET',
    path: '/search/items',
    access: staff,
    summary: `The items of these ids, ${maxRecentItems} at most, in the order given; what does not exist is left out`,
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
} as const satisfies Record<string, Call>
