import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { findSheetProblem, labelsPerPage, maxLabels } from '../documents/label-sheets.ts'
import { parsePaperLanguages } from '../documents/papers.ts'
import { itemTypes } from '../inventory/types.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { maxReportLength } from '../journal/limits.ts'
import { labelLanguages } from '../languages.ts'
import { managers, staff } from '../roles.ts'
import { Day, Id, prose } from '../text.ts'

const millimetres = z.number().min(0).max(300)
const count = z.number().int().min(1).max(30)

const Sheet = z
  .strictObject({
    columns: count,
    rows: count,
    width: millimetres,
    height: millimetres,
    left: millimetres,
    top: millimetres,
    gapX: millimetres,
    gapY: millimetres,
  })
  .superRefine((sheet, context) => {
    const message = findSheetProblem(sheet)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** One or two languages, such as 'fr,de'. Unlike for visitors, invalid values are rejected. */
export const PaperLanguagesParam = z
  .string()
  .refine(
    (lang) => parsePaperLanguages(lang).join() === lang,
    `Please choose one or two of ${labelLanguages.join(', ')}.`,
  )

const labelFields = {
  ids: z
    .array(Id)
    .min(1, 'Please select at least one item.')
    .max(maxLabels, `Please select at most ${maxLabels} items at once.`),
  sheet: Sheet,
  /** Positions of the first page that are already used, counted row by row from 0. */
  used: z.array(z.number().int().min(0)).max(900).default([]),
}
const areUsedPositionsOnSheet = ({
  sheet,
  used,
}: {
  sheet: z.output<typeof Sheet>
  used: readonly number[]
}) => used.every((position) => position < labelsPerPage(sheet))
const usedPositionError = { path: ['used'], message: 'A used position is not on the sheet.' }

export const LabelRequest = z
  .strictObject({
    type: z.enum(itemTypes),
    ...labelFields,
    lang: z.enum(labelLanguages).optional(),
  })
  .refine(areUsedPositionsOnSheet, usedPositionError)
export type LabelRequest = z.output<typeof LabelRequest>

const PlaceLabelRequest = z
  .strictObject(labelFields)
  .refine(areUsedPositionsOnSheet, usedPositionError)
export type PlaceLabelRequest = z.output<typeof PlaceLabelRequest>

export const ReportPdfRequest = z.strictObject({
  report: prose(maxReportLength).refine(
    (text) => text.trim() !== '',
    'There is no report to print.',
  ),
  startDate: Day,
  endDate: Day,
  lang: z.enum(assistantLanguages),
})
export type ReportPdfRequest = z.output<typeof ReportPdfRequest>

export const papers = {
  labels: {
    method: 'POST',
    path: '/labels',
    access: staff,
    summary: 'A PDF of item labels with QR codes on A4 sheets; with `lang`, in its translations',
    body: LabelRequest,
    ...fileAnswer,
  },
  placeLabels: {
    method: 'POST',
    path: '/labels/places',
    access: staff,
    summary: 'A PDF of place labels with QR codes for staff phones on A4 sheets',
    body: PlaceLabelRequest,
    ...fileAnswer,
  },
  report: {
    method: 'POST',
    path: '/journal/report/pdf',
    access: managers,
    summary: 'A report (Markdown) as a PDF',
    body: ReportPdfRequest,
    // Enough for the longest report in multi-byte characters.
    bodyLimit: 1024 * 1024,
    ...fileAnswer,
  },
} as const satisfies Record<string, Call>
