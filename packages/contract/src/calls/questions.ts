import { z } from 'zod'
import { managers } from '../access.ts'
import { type Call, Done, fileAnswer } from '../call.ts'
import { type CsvDelimiter, csvDelimiters } from '../csv.ts'
import { itemTypes } from '../inventory/types.ts'
import { labelLanguages } from '../languages.ts'
import { answerKinds, questionStates } from '../questions.ts'
import { Day, Id, IdText } from '../text.ts'

export const QuestionFilter = z.strictObject({
  /** Without it all but the dismissed ones. */
  state: z.enum(questionStates).optional(),
  lang: z.enum(labelLanguages).optional(),
  item: IdText.optional(),
  /** Both days count. */
  from: Day.optional(),
  to: Day.optional(),
})
export type QuestionFilter = z.infer<typeof QuestionFilter>

/** What visitors asked about an item in the same words, whatever their order. */
export const QuestionGroup = z.object({
  /** Of the question that stands for all: the newest that is not answered, else the newest. */
  id: z.number().int(),
  question: z.string(),
  lang: z.enum(labelLanguages),
  item: z.object({
    id: z.number().int(),
    type: z.enum(itemTypes),
    identifier: z.string(),
    name: z.string(),
    /** Whether visitors see it at present. */
    shown: z.boolean(),
    archived: z.boolean(),
  }),
  state: z.enum(questionStates),
  count: z.number().int(),
  /** The most frequent first; `answered`: as the item is now. */
  languages: z.array(
    z.object({ lang: z.enum(labelLanguages), count: z.number().int(), answered: z.boolean() }),
  ),
  /** How visitors were answered. */
  kinds: z.array(z.enum(answerKinds)),
  /** Whether it was marked as answered. */
  byStaff: z.boolean(),
  /** Of answered ones, what the item answers now, shortened: an empty text is no answer; null where it can't be asked. */
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
      'What visitors asked, grouped by item and meaning, unanswered first, then by how often; fifty groups at a time, ' +
      '`next` is the `after` of the following ones',
    query: QuestionFilter.extend({ after: IdText.optional() }),
    ok: z.object({
      groups: z.array(QuestionGroup),
      next: z.number().int().nullable(),
      /** Of all that match. */
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
    summary: 'How many questions no text answers, as the line below a link',
    ok: z.object({ info: z.string() }),
  },
  items: {
    method: 'GET',
    path: '/questions/items',
    access: managers,
    summary: 'The items that visitors asked about, by how often; at most 500',
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
    summary: 'The questions as a CSV file, a line for each, the newest first; at most 100,000',
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
    summary:
      'Say that no text has to answer a question and those that mean the same of its item, or take it back',
    body: z.strictObject({ id: Id, dismissed: z.boolean() }),
    ok: Done,
  },
  markAnswered: {
    method: 'POST',
    path: '/questions/answered',
    access: managers,
    summary:
      'Say that a question and those that mean the same of its item are answered by now, or take it back',
    body: z.strictObject({ id: Id, answered: z.boolean() }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
