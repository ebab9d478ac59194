import { z } from 'zod'
import type { Call } from '../call.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { maxCommentLength, maxInstructionsLength } from '../journal/limits.ts'
import { managers } from '../roles.ts'
import { Day, Id, prose } from '../text.ts'

const Comment = prose(maxCommentLength).refine((text) => text.trim() !== '', 'Please write a comment first.')
const Language = z.enum(assistantLanguages)

/** Who made an answer: 'embedded', or the label of the configured provider. */
const Engine = z.string()

/** The engine that answers, and what can be asked of it. */
export const AssistantAbilities = z.object({
  engine: Engine,
  /** True when no text leaves the server. */
  embedded: z.boolean(),
  /** False: a summary comes in the language of the text, and only a report's headings in the asked one. */
  translates: z.boolean(),
  /** False: a report has one fixed form, whatever the instructions say. */
  followsInstructions: z.boolean(),
})
export type AssistantAbilities = z.infer<typeof AssistantAbilities>

export const ReportRequest = z
  .strictObject({
    tags: z.array(Id).max(200, 'Please choose at most 200 tags.').default([]),
    startDate: Day,
    endDate: Day,
    lang: Language,
    reportInstructions: prose(maxInstructionsLength).default(''),
  })
  .refine((report) => report.startDate <= report.endDate, {
    path: ['endDate'],
    error: 'The end date is before the start date.',
  })
export type ReportRequest = z.output<typeof ReportRequest>

export const assistant = {
  abilities: {
    method: 'GET',
    path: '/journal/assistant',
    access: managers,
    summary: 'Which engine answers, and what it can’t do',
    ok: AssistantAbilities,
  },
  summarize: {
    method: 'POST',
    path: '/journal/summarize',
    access: managers,
    summary: 'Summarise a comment',
    body: z.strictObject({ comment: Comment, lang: Language }),
    ok: z.object({ summary: z.string(), engine: Engine }),
  },
  correct: {
    method: 'POST',
    path: '/journal/correct',
    access: managers,
    summary: 'Correct the spelling of a comment',
    body: z.strictObject({ comment: Comment }),
    ok: z.object({ correctedComment: z.string(), engine: Engine }),
  },
  instructions: {
    method: 'GET',
    path: '/journal/report/instructions',
    access: managers,
    summary: 'The instructions that a report starts from',
    ok: z.object({ instructions: z.string() }),
  },
  report: {
    method: 'POST',
    path: '/journal/report',
    access: managers,
    summary: 'A report on the entries of a period; with "Accept: text/event-stream" it is streamed as it is written',
    body: ReportRequest,
    ok: z.object({ report: z.string(), engine: Engine }),
    events: true,
  },
} as const satisfies Record<string, Call>
