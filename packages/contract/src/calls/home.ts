import { z } from 'zod'
import type { Call } from '../call.ts'
import { type Gap, gaps } from '../inventory/gaps.ts'
import { itemTypes } from '../inventory/types.ts'
import { signedIn } from '../roles.ts'
import { ItemComment, Notice } from './comments.ts'

/** A colleague's recent change, shown as a sentence: first name, `did`, `about`. */
export const RecentChange = z.object({
  at: z.string(),
  /** First name of the colleague; for a stocktake, of all who scanned. */
  by: z.string(),
  /** Predicate, such as 'changed the description of LM-020'. */
  did: z.string(),
  /** Name of the item. */
  about: z.string(),
  /** Path of the screen that shows it, and the part of the screen. */
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
  /** Plain text, in the first language that has one. */
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
    // Parts that a role may not read are empty.
    access: signedIn,
    summary:
      'The content of Home: the caller’s notices and open tasks, visitors’ questions, recent changes, ' +
      'next events, and gaps of items; parts that the role may not read are empty or 0',
    ok: z.object({
      /** What the caller has not read yet, newest first. */
      notices: z.array(Notice),
      /** The most urgent of the caller's open tasks, without those in `notices`. */
      tasks: z.array(ItemComment),
      openForMe: z.number().int(),
      openForAll: z.number().int(),
      /** Open visitor questions; 0 for roles without access to them. */
      unansweredQuestions: z.number().int(),
      /** Items expected back within a week, or overdue. */
      expectedBack: z.number().int(),
      changes: z.array(RecentChange),
      events: z.array(NextEvent),
      gaps: z.array(GapCount),
    }),
  },
} as const satisfies Record<string, Call>
