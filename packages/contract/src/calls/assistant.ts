import { z } from 'zod'
import type { Call } from '../call.ts'
import { PictureName } from '../inventory/item-pictures.ts'
import { itemTypes } from '../inventory/types.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { maxCommentLength, maxInstructionsLength } from '../journal/limits.ts'
import { labelLanguages, textLanguages } from '../languages.ts'
import { managers, staff } from '../roles.ts'
import { maxAssistantQuestionLength } from '../search-limits.ts'
import { Day, Id, line, prose } from '../text.ts'

const Comment = prose(maxCommentLength).refine(
  (text) => text.trim() !== '',
  'Please write a comment first.',
)
const Language = z.enum(assistantLanguages)

/** Who made an answer: 'embedded', or the label of the configured provider. */
const Engine = z.string()

/** The engine that answers, and what can be asked of it. */
export const AssistantCapabilities = z.object({
  engine: Engine,
  /** True when no text leaves the server. */
  embedded: z.boolean(),
  /** False: a summary comes in the language of the text, and only a report's headings in the asked one. */
  translates: z.boolean(),
  /** False: a report has one fixed form, whatever the instructions say. */
  followsInstructions: z.boolean(),
})
export type AssistantCapabilities = z.infer<typeof AssistantCapabilities>

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

/** The entries that a line of a report is taken from; lines are counted from 0. */
const ReportCitation = z.object({
  line: z.int(),
  entries: z.array(z.object({ id: z.int(), date: z.string() })),
})

/** More than any item has; a name or an attribute beside a description as long as it may be. */
const translationLimits = { fields: 12, characters: 40_000 }

export const TranslationRequest = z
  .strictObject({
    /** The language of the original; empty where it is not known. */
    from: z.enum([...labelLanguages, '']),
    to: Language,
    /** The original's texts by field. */
    fields: z.record(line(60), prose(maxCommentLength)),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: 'The text is in this language already.',
  })
  .refine(({ fields }) => Object.values(fields).some((text) => text.trim() !== ''), {
    path: ['fields'],
    error: 'There is nothing to translate.',
  })
  .refine(
    ({ fields }) =>
      Object.keys(fields).length <= translationLimits.fields &&
      Object.values(fields).join('').length <= translationLimits.characters,
    {
      path: ['fields'],
      error: 'This is too much for one translation. Please translate fewer fields at once.',
    },
  )
export type TranslationRequest = z.output<typeof TranslationRequest>

/** Something that staff wrote: part of a journal entry or of a comment, or an attribute or a sentence of an item. */
export const AnswerSource = z.object({
  /** The number by which an answer cites it. */
  id: z.int(),
  kind: z.enum(['journal', 'comment', 'item']),
  /** The id of the entry, comment or item. */
  subject_id: z.int(),
  /** The item that it is about; null for an entry. */
  item_id: z.int().nullable(),
  title: z.string(),
  /** A calendar day; empty for an item. */
  date: z.string(),
  author: z.string(),
  text: z.string(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

/** The items in a place that a question asks for: the list with these values of the attribute is the answer. */
export const AnswerList = z.object({
  type: z.enum(itemTypes),
  attribute: z.string(),
  values: z.array(z.string()),
  count: z.int(),
  /** The first few, in the list's order. */
  first: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type AnswerList = z.infer<typeof AnswerList>

export const AssistantAnswer = z.object({
  /** Where these are the answer, there are no sources. */
  lists: z.array(AnswerList),
  /** Sentences of a language model with what each is taken from; empty where the sources are the answer. */
  answer: z.array(z.object({ text: z.string(), sources: z.array(z.int()) })),
  sources: z.array(AnswerSource),
  engine: Engine,
  /** True when a language model was asked and its answer was not shown, because it could not be verified or did not come. */
  fellBack: z.boolean(),
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>

export const assistant = {
  ask: {
    method: 'POST',
    path: '/assistant/ask',
    access: managers,
    summary:
      'Answer a question from journal, comments and items, with the sources, or by the items in a place that it names; ' +
      'nothing of it is stored',
    body: z.strictObject({
      question: line(maxAssistantQuestionLength).min(1, 'Please ask something.'),
    }),
    ok: AssistantAnswer,
  },
  abilities: {
    method: 'GET',
    path: '/journal/assistant',
    access: managers,
    summary: 'Which engine answers, and what it can’t do',
    ok: AssistantCapabilities,
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
  translator: {
    method: 'GET',
    path: '/inventory/translator',
    access: staff,
    summary:
      'Which language model drafts translations, null where none is configured; and whether it sees pictures',
    ok: z.object({ engine: Engine.nullable(), seesPictures: z.boolean() }),
  },
  draftAlt: {
    method: 'POST',
    path: '/assistant/draft-alt',
    access: staff,
    summary:
      'Draft the alternative text of one of an item’s pictures for somebody to read and correct; saves nothing',
    body: z.strictObject({ itemId: Id, name: PictureName, lang: z.enum(textLanguages) }),
    ok: z.object({ text: z.string(), engine: Engine }),
  },
  translate: {
    method: 'POST',
    path: '/inventory/translate',
    access: staff,
    summary:
      'Draft a translation of an item’s texts for somebody to read and correct; saves nothing',
    body: TranslationRequest,
    ok: z.object({ fields: z.record(z.string(), z.string()), engine: Engine }),
  },
  report: {
    method: 'POST',
    path: '/journal/report',
    access: managers,
    summary:
      'A report on the entries of a period; with "Accept: text/event-stream" it is streamed as it is written',
    body: ReportRequest,
    ok: z.object({ report: z.string(), engine: Engine, citations: z.array(ReportCitation) }),
    events: true,
  },
} as const satisfies Record<string, Call>
