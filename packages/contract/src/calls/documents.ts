import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { paperKinds } from '../inventory/paper-kinds.ts'
import { callPerType } from '../inventory/per-type.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, NumberParams } from '../text.ts'
import { ChosenIds } from './inventory.ts'
import { PaperLanguagesParam } from './papers.ts'

/** More pages would not fit into memory. */
export const maxMergedPages = 2_000
const ChosenItems = z.strictObject({
  ids: ChosenIds.max(maxMergedPages, `At most ${maxMergedPages} items fit into one PDF.`),
  lang: PaperLanguagesParam.optional(),
})
const Pages = z.object({
  pages: z.number().int(),
  /** Of an order in two languages: how many pages have but one, because the other is missing or both did not fit. */
  oneLanguage: z.number().int().optional(),
})
/** As pages for visitors do, a paper takes what it does not know for nothing. */
const Languages = z.object({ lang: z.string().optional().catch(undefined) })
const StaffLanguages = z.strictObject(Languages.shape)
const inLanguages = 'with `lang` (fr, or fr,de for two side by side) in these languages'

export const documents = {
  ...callPerType('{type}{paper}', '/pdf-{type}/{pdfVersion}/:id', ({ paper, one }) => ({
    method: 'GET',
    access: anyone,
    summary: `The ${paperKinds[paper].name} of ${one} as PDF, by the number in its public address; ${inLanguages}`,
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
    summary: `The ${paperKinds[paper].name}s of all ${many} that visitors may see, in one PDF; made on first request, then cached; ${inLanguages}`,
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
    summary: `The ${paperKinds[paper].name}s of the chosen ${many} in one PDF, in their order, shown to visitors or not`,
    body: ChosenItems,
    ...fileAnswer,
  })),
  ...callPerType('chosen{Type}{paper}sProgress', '/pdf-{type}/merged/progress', ({ many }) => ({
    method: 'POST',
    access: staff,
    summary: `Prepare the PDF of the chosen ${many}, as the call for all of them does`,
    body: ChosenItems,
    ok: Pages,
    events: true,
  })),
} as const satisfies Record<string, Call>
