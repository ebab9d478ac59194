import { type Api, paperLanguages, perType } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { LoanService } from '../exchange/index.ts'
import type { MergedPapers } from './merged.ts'
import type { LabelPapers, ObjectIds, ReportPapers } from './one-off.ts'
import type { SinglePapers } from './single.ts'

type Calls = Api['documents']

export const documentHandlers = (single: SinglePapers, merged: MergedPapers): Handlers<Calls> => ({
  ...perType(
    '{type}{paper}',
    (type): Handler<Calls['carSheet']> =>
      ({ params, query }) =>
        single.of(type, params.id, paperLanguages(query.lang)),
  ),
  preview: ({ params, query }) => single.preview(params.id, paperLanguages(query.lang)),
  ...perType(
    '{type}{paper}s',
    (type): Handler<Calls['carSheets']> =>
      ({ query }, { signal }) =>
        merged.of({ type, languages: paperLanguages(query.lang) }, signal),
  ),
  ...perType(
    '{type}{paper}sProgress',
    (type): Handler<Calls['carSheetsProgress']> =>
      ({ query }, { signal, wantsEvents }) => {
        const order = { type, languages: paperLanguages(query.lang) }
        return wantsEvents ? merged.progress(order) : merged.prepare(order, signal)
      },
  ),
  ...perType(
    'chosen{Type}{paper}s',
    (type): Handler<Calls['chosenCarSheets']> =>
      ({ body }, { signal }) =>
        merged.of({ type, ids: body.ids, languages: paperLanguages(body.lang) }, signal),
  ),
  ...perType(
    'chosen{Type}{paper}sProgress',
    (type): Handler<Calls['chosenCarSheetsProgress']> =>
      ({ body }, { signal, wantsEvents }) => {
        const order = { type, ids: body.ids, languages: paperLanguages(body.lang) }
        return wantsEvents ? merged.progress(order) : merged.prepare(order, signal)
      },
  ),
})

export const paperHandlers = (labels: LabelPapers, reports: ReportPapers): Handlers<Api['papers']> => ({
  labels: ({ body }, { signal }) => labels.print(body, signal),
  report: ({ body }, { signal }) => reports.print(body, signal),
})

export const loanHandlers = (objectIds: ObjectIds, loans: LoanService): Handlers<Api['loans']> => ({
  objectId: ({ params }, { signal }) => objectIds.print(params.id, signal),
  eodem: ({ params }) => loans.eodem(params.id),
})
