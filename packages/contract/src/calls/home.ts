import { z } from 'zod'
import type { Call } from '../call.ts'
import { type Gap, gaps } from '../inventory/gaps.ts'
import { itemTypes } from '../inventory/types.ts'
import { signedIn } from '../roles.ts'
import { ItemComment } from './comments.ts'

/** What a colleague did lately, as a sentence that begins with the name. */
export const RecentChange = z.object({
  at: z.string(),
  /** The first name. */
  by: z.string(),
  /** Such as 'changed the description of LM-020'. */
  did: z.string(),
  /** The name of the item. */
  about: z.string(),
  /** The screen that shows it, and the part of it. */
  screen: z.string(),
  part: z.string().optional(),
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
    // Each role gets what it may read.
    access: signedIn,
    summary:
      'What Home shows: the caller’s open tasks, visitors’ questions, recent changes, next events, and what items lack; each part is empty or 0 for a role that may not read it',
    ok: z.object({
      /** The most urgent ones. */
      tasks: z.array(ItemComment),
      openForMe: z.number().int(),
      openForAll: z.number().int(),
      /** Of visitors. */
      unansweredQuestions: z.number().int(),
      /** Items that are expected back within a week, or should be back already. */
      expectedBack: z.number().int(),
      changes: z.array(RecentChange),
      events: z.array(NextEvent),
      gaps: z.array(GapCount),
    }),
  },
} as const satisfies Record<string, Call>
