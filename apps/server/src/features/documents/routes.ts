import { type Api, parsePaperLanguages, perType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handler, Handlers } from '../../http/mount.ts'
import { mergedPaperService } from './merged.ts'
import { printReport } from './one-off.ts'
import { printLabels, printPlaceLabels } from './print-labels.ts'
import { singlePaperService } from './single.ts'

type Calls = Api['documents']

export const documentHandlers = (context: Context): Handlers<Calls> => {
  const [single, merged] = [singlePaperService(context), mergedPaperService(context)]
  return {
    ...perType(
      '{type}{paper}',
      (type): Handler<Calls['carSheet']> =>
        ({ params, query }) =>
          single.render(type, params.id, parsePaperLanguages(query.lang)),
    ),
    preview: ({ params, query }) => single.preview(params.id, parsePaperLanguages(query.lang)),
    ...perType(
      '{type}{paper}s',
      (type): Handler<Calls['carSheets']> =>
        ({ query }, { signal }) =>
          merged.render({ type, languages: parsePaperLanguages(query.lang) }, signal),
    ),
    ...perType(
      '{type}{paper}sProgress',
      (type): Handler<Calls['carSheetsProgress']> =>
        ({ query }, { signal, wantsEvents }) => {
          const order = { type, languages: parsePaperLanguages(query.lang) }
          return wantsEvents ? merged.progress(order) : merged.prepare(order, signal)
        },
    ),
    ...perType(
      'chosen{Type}{paper}s',
      (type): Handler<Calls['chosenCarSheets']> =>
        ({ body }, { signal }) =>
          merged.render({ type, ids: body.ids, languages: parsePaperLanguages(body.lang) }, signal),
    ),
    ...perType(
      'chosen{Type}{paper}sProgress',
      (type): Handler<Calls['chosenCarSheetsProgress']> =>
        ({ body }, { signal, wantsEvents }) => {
          const order = { type, ids: body.ids, languages: parsePaperLanguages(body.lang) }
          return wantsEvents ? merged.progress(order) : merged.prepare(order, signal)
        },
    ),
  }
}

export const paperHandlers = (context: Context): Handlers<Api['papers']> => ({
  labels: ({ body }, { signal }) => printLabels(context, body, signal),
  placeLabels: ({ body }, { signal }) => printPlaceLabels(context, body, signal),
  report: ({ body }, { signal }) => printReport(context, body, signal),
})
