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

/** Engine that produced an answer: 'embedded', or the label of the configured provider. */
const Engine = z.string()

/** The configured engine and its capabilities. */
export const AssistantCapabilities = z.object({
  engine: Engine,
  /** True when no text leaves the server. */
  embedded: z.boolean(),
  /**
   * If false, summaries keep the language of the text, and of a report only headings are
   * translated.
   */
  translates: z.boolean(),
  /** If false, reports have a fixed form and instructions are ignored. */
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

/** Sources of a line of a report, counted from 0. */
const ReportCitation = z.object({
  line: z.int(),
  entries: z.array(z.object({ id: z.int(), date: z.string() })),
})

/** Enough for any item: the longest description, and as much again for name and attributes. */
const translationLimits = { fields: 12, characters: 40_000 }

export const TranslationRequest = z
  .strictObject({
    /** Language of the original; empty if unknown. */
    from: z.enum([...labelLanguages, '']),
    to: Language,
    /** Original texts by field. */
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

/** A cited source: part of a journal entry or comment, or an attribute or sentence of an item. */
export const AnswerSource = z.object({
  /** Number used in citations. */
  id: z.int(),
  kind: z.enum(['journal', 'comment', 'item']),
  /** The id of the entry, comment or item. */
  subject_id: z.int(),
  /** The item it belongs to; null for a journal entry. */
  item_id: z.int().nullable(),
  title: z.string(),
  /** A calendar day; empty for an item. */
  date: z.string(),
  author: z.string(),
  text: z.string(),
})
export type AnswerSource = z.infer<typeof AnswerSource>

/** Answer to a question about the items in a place: the list filtered by these attribute values. */
export const AnswerList = z.object({
  type: z.enum(itemTypes),
  attribute: z.string(),
  values: z.array(z.string()),
  count: z.int(),
  /** The first few items, in list order. */
  first: z.array(z.object({ id: z.int(), title: z.string() })),
  /** How many more items are in places inside these, such as boxes in a hall. */
  insideCount: z.int(),
  /** The first few of those places. */
  inside: z.array(z.object({ id: z.int(), name: z.string(), count: z.int() })),
})
export type AnswerList = z.infer<typeof AnswerList>

export const AssistantAnswer = z.object({
  /** If not empty, these are the answer, and there are no sources. */
  lists: z.array(AnswerList),
  /** Sentences of a language model with their sources; empty if the sources are the answer. */
  answer: z.array(z.object({ text: z.string(), sources: z.array(z.int()) })),
  sources: z.array(AnswerSource),
  engine: Engine,
  /** Whether a model's answer was dropped, because it failed or could not be verified. */
  fellBack: z.boolean(),
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>

export const assistant = {
  ask: {
    method: 'POST',
    path: '/assistant/ask',
    access: managers,
    summary:
      'Answer a question from journal, comments and items, with sources, or with the items ' +
      'in the named place; nothing is stored',
    body: z.strictObject({
      question: line(maxAssistantQuestionLength).min(1, 'Please enter a question.'),
    }),
    ok: AssistantAnswer,
  },
  abilities: {
    method: 'GET',
    path: '/journal/assistant',
    access: managers,
    summary: 'The configured engine and its capabilities',
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
    summary: 'The default instructions of a report',
    ok: z.object({ instructions: z.string() }),
  },
  translator: {
    method: 'GET',
    path: '/inventory/translator',
    access: staff,
    summary: 'The language model that drafts translations, or null, and whether it sees pictures',
    ok: z.object({ engine: Engine.nullable(), seesPictures: z.boolean() }),
  },
  draftAlt: {
    method: 'POST',
    path: '/assistant/draft-alt',
    access: staff,
    summary: 'Draft the alternative text of a picture; saves nothing',
    body: z.strictObject({ itemId: Id, name: PictureName, lang: z.enum(textLanguages) }),
    ok: z.object({ text: z.string(), engine: Engine }),
  },
  translate: {
    method: 'POST',
    path: '/inventory/translate',
    access: staff,
    summary: 'Draft a translation of an item’s texts; saves nothing',
    body: TranslationRequest,
    ok: z.object({ fields: z.record(z.string(), z.string()), engine: Engine }),
  },
  report: {
    method: 'POST',
    path: '/journal/report',
    access: managers,
    summary: 'A report on the entries of a period; with "Accept: text/event-stream" it is streamed',
    body: ReportRequest,
    ok: z.object({ report: z.string(), engine: Engine, citations: z.array(ReportCitation) }),
    events: true,
  },
} as const satisfies Record<string, Call>
