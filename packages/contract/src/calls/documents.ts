import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { paperKinds } from '../inventory/paper-kinds.ts'
import { callPerType } from '../inventory/per-type.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, NumberParams } from '../text.ts'
import { ChosenIds } from './inventory.ts'
import { PaperLanguagesParam } from './papers.ts'

/** Limited by memory. */
export const maxMergedPages = 2_000
const ChosenItems = z.strictObject({
  ids: ChosenIds.max(maxMergedPages, `At most ${maxMergedPages} items fit into one PDF.`),
  lang: PaperLanguagesParam.optional(),
})
const Pages = z.object({
  pages: z.number().int(),
  /**
   * For two languages: number of pages in only one of them, because the other is missing or both do
   * not fit.
   */
  oneLanguage: z.number().int().optional(),
})
/** Ignores invalid values, as pages for visitors do. */
const Languages = z.object({ lang: z.string().optional().catch(undefined) })
const StaffLanguages = z.strictObject(Languages.shape)
const languagesHint =
  '`lang` is one language, or two side by side (fr,de); the original text by default'

export const documents = {
  ...callPerType('{type}{paper}', '/pdf-{type}/{pdfVersion}/:id', ({ paper, one }) => ({
    method: 'GET',
    access: anyone,
    summary: `The ${paperKinds[paper].name} of ${one} as PDF, by the number in its public address; ${languagesHint}`,
    params: NumberParams,
    query: Languages,
    ...fileAnswer,
  })),
  preview: {
    method: 'GET',
    path: '/inventory/preview/:id/pdf',
    access: staff,
    summary:
      'The One Pager or Info Card of an item by its id, including items hidden from visitors',
    params: IdParams,
    query: StaffLanguages,
    ...fileAnswer,
  },
  ...callPerType('{type}{paper}s', '/pdf-{type}/merged', ({ paper, many }) => ({
    method: 'GET',
    access: staff,
    summary: `The ${paperKinds[paper].name}s of all ${many} that visitors may see, in one PDF; rendered on the first request, then cached; ${languagesHint}`,
    query: StaffLanguages,
    ...fileAnswer,
  })),
  ...callPerType('{type}{paper}sProgress', '/pdf-{type}/merged/progress', ({ many }) => ({
    method: 'GET',
    access: staff,
    summary: `Prepare the PDF of all ${many} and answer when it is ready; with "Accept: text/event-stream" also report progress`,
    query: StaffLanguages,
    ok: Pages,
    events: true,
  })),
  ...callPerType('chosen{Type}{paper}s', '/pdf-{type}/merged', ({ paper, many }) => ({
    method: 'POST',
    access: staff,
    summary: `The ${paperKinds[paper].name}s of the chosen ${many} in one PDF, in this order, including hidden ones`,
    body: ChosenItems,
    ...fileAnswer,
  })),
  ...callPerType('chosen{Type}{paper}sProgress', '/pdf-{type}/merged/progress', ({ many }) => ({
    method: 'POST',
    access: staff,
    summary: `Prepare the PDF of the chosen ${many}, like the call for all of them`,
    body: ChosenItems,
    ok: Pages,
    events: true,
  })),
} as const satisfies Record<string, Call>
