import { z } from 'zod'
import { managers } from '../access.ts'
import { type Call, Done, fileAnswer } from '../call.ts'
import { type CsvDelimiter, csvDelimiters } from '../csv.ts'
import { itemTypes } from '../inventory/types.ts'
import { labelLanguages } from '../languages.ts'
import { answerKinds, questionStates } from '../questions.ts'
import { Day, Id, IdText } from '../text.ts'

export const QuestionFilter = z.strictObject({
  /** By default all states but `dismissed`. */
  state: z.enum(questionStates).optional(),
  lang: z.enum(labelLanguages).optional(),
  item: IdText.optional(),
  /** Both days are included. */
  from: Day.optional(),
  to: Day.optional(),
})
export type QuestionFilter = z.infer<typeof QuestionFilter>

/** Visitors' questions about an item with the same words in any order. */
export const QuestionGroup = z.object({
  /** Id of the representative question: the newest unanswered one, else the newest. */
  id: z.number().int(),
  question: z.string(),
  lang: z.enum(labelLanguages),
  item: z.object({
    id: z.number().int(),
    type: z.enum(itemTypes),
    identifier: z.string(),
    name: z.string(),
    /** Whether visitors can currently see it. */
    shown: z.boolean(),
    archived: z.boolean(),
  }),
  state: z.enum(questionStates),
  count: z.number().int(),
  /** Sorted by frequency. `answered` reflects the item's current text. */
  languages: z.array(
    z.object({ lang: z.enum(labelLanguages), count: z.number().int(), answered: z.boolean() }),
  ),
  /** Kinds of answers that visitors got. */
  kinds: z.array(z.enum(answerKinds)),
  /** Whether staff marked it as answered. */
  byStaff: z.boolean(),
  /** The item's current answer, shortened; empty if there is none, null if it can't be asked. */
  answer: z.object({ text: z.string(), lang: z.enum(labelLanguages) }).nullable(),
  first: z.string(),
  last: z.string(),
})
export type QuestionGroup = z.infer<typeof QuestionGroup>

export const questions = {
  list: {
    method: 'GET',
    path: '/questions',
    access: managers,
    summary:
      'Visitors’ questions, grouped by item and meaning, unanswered first, then by frequency. Pages have fifty groups; ' +
      'pass `next` as `after` to get the next page',
    query: QuestionFilter.extend({ after: IdText.optional() }),
    ok: z.object({
      groups: z.array(QuestionGroup),
      next: z.number().int().nullable(),
      /** Totals of all matching questions. */
      count: z.object({
        questions: z.number().int(),
        groups: z.number().int(),
        unanswered: z.number().int(),
      }),
    }),
  },
  info: {
    method: 'GET',
    path: '/questions/info',
    access: managers,
    summary: 'The number of unanswered questions as a short text, for the link on Home',
    ok: z.object({ info: z.string() }),
  },
  items: {
    method: 'GET',
    path: '/questions/items',
    access: managers,
    summary: 'The items that visitors asked about, by frequency; at most 500',
    ok: z.array(
      z.object({
        id: z.number().int(),
        identifier: z.string(),
        name: z.string(),
        count: z.number().int(),
      }),
    ),
  },
  csv: {
    method: 'GET',
    path: '/questions/csv',
    access: managers,
    summary: 'The questions as a CSV file, newest first; at most 100,000',
    query: QuestionFilter.extend({
      delimiter: z
        .enum(Object.keys(csvDelimiters) as [CsvDelimiter, ...CsvDelimiter[]])
        .default('semicolon'),
    }),
    ...fileAnswer,
  },
  dismiss: {
    method: 'POST',
    path: '/questions/dismiss',
    access: managers,
    summary: 'Dismiss a question and those with the same meaning about its item, or revert this',
    body: z.strictObject({ id: Id, dismissed: z.boolean() }),
    ok: Done,
  },
  markAnswered: {
    method: 'POST',
    path: '/questions/answered',
    access: managers,
    summary:
      'Mark a question and those with the same meaning about its item as answered, or revert this',
    body: z.strictObject({ id: Id, answered: z.boolean() }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
