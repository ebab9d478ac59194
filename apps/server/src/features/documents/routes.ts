import { type Api, perType } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { MergedPapers } from './merged.ts'
import type { SinglePapers } from './single.ts'

type Calls = Api['documents']

export const documentHandlers = (single: SinglePapers, merged: MergedPapers): Handlers<Calls> => ({
  ...perType(
    '{type}{paper}',
    (type): Handler<Calls['carSheet']> =>
      ({ params }) =>
        single.of(type, params.id),
  ),
  preview: ({ params }) => single.preview(params.id),
  ...perType(
    '{type}{paper}s',
    (type): Handler<Calls['carSheets']> =>
      (_, { signal }) =>
        merged.of({ type }, signal),
  ),
  ...perType(
    '{type}{paper}sProgress',
    (type): Handler<Calls['carSheetsProgress']> =>
      (_, { signal, wantsEvents }) =>
        wantsEvents ? merged.progress({ type }) : merged.prepare({ type }, signal),
  ),
  ...perType(
    'chosen{Type}{paper}s',
    (type): Handler<Calls['chosenCarSheets']> =>
      ({ body }, { signal }) =>
        merged.of({ type, ids: body.ids }, signal),
  ),
  ...perType(
    'chosen{Type}{paper}sProgress',
    (type): Handler<Calls['chosenCarSheetsProgress']> =>
      ({ body }, { signal, wantsEvents }) => {
        const order = { type, ids: body.ids }
        return wantsEvents ? merged.progress(order) : merged.prepare(order, signal)
      },
  ),
})
