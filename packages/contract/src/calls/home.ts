import { z } from 'zod'
import type { Call } from '../call.ts'
import { type Gap, gaps } from '../inventory/gaps.ts'
import { itemTypes } from '../inventory/types.ts'
import { staff } from '../roles.ts'
import { ItemComment } from './comments.ts'
import { changeKinds } from './history.ts'

/** A recent change of an item, or an import of many, which is about one of them. */
export const RecentChange = z.object({
  kind: z.enum(changeKinds),
  at: z.string(),
  by: z.string(),
  item: z.object({
    id: z.number().int(),
    type: z.enum(itemTypes),
    identifier: z.string(),
    name: z.string(),
    /** Names the picture's content; empty without one. */
    picture: z.string(),
  }),
  /** The first fields that changed, and the beginning of what they say now. */
  fields: z.array(z.object({ field: z.string(), after: z.string() })),
  /** Of an import: how many items it added and changed. */
  items: z.number().int().optional(),
})
export type RecentChange = z.infer<typeof RecentChange>

export const NextEvent = z.object({
  date: z.string(),
  start: z.boolean(),
  last_day: z.string(),
  time: z.string(),
  show_time: z.boolean(),
  /** Plain, in the first language that has one. */
  text: z.string(),
})
export type NextEvent = z.infer<typeof NextEvent>

export const GapCount = z.object({
  rule: z.enum(gaps as readonly [Gap, ...Gap[]]),
  type: z.enum(itemTypes),
  count: z.number().int(),
})

export const home = {
  read: {
    method: 'GET',
    path: '/home',
    access: staff,
    summary: 'What Home shows: the caller’s open tasks, recent changes, next events, and what items lack',
    ok: z.object({
      /** The most urgent ones. */
      tasks: z.array(ItemComment),
      openForMe: z.number().int(),
      openForAll: z.number().int(),
      changes: z.array(RecentChange),
      events: z.array(NextEvent),
      gaps: z.array(GapCount),
    }),
  },
} as const satisfies Record<string, Call>
