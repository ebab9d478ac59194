import type { Paper } from '../../adapters/pdf/papers.ts'
import { labelPaper } from './label-paper.ts'
import { objectIdPaper } from './object-id-paper.ts'
import type { LayoutOrder, OrderInputs } from './orders.ts'
import { sheetsPaper } from './paper.ts'
import { reportPaper } from './report-paper.ts'
import { stocktakePaper } from './stocktake-paper.ts'

const layouts: { [Kind in keyof OrderInputs]: (input: OrderInputs[Kind]) => Paper } = {
  sheets: ({ type, sheets, imprint, title, languages }) =>
    sheetsPaper(type, sheets, imprint, title, languages),
  labels: labelPaper,
  report: reportPaper,
  objectId: objectIdPaper,
  stocktake: stocktakePaper,
}

export const layOut = ({ kind, input }: LayoutOrder): Paper =>
  (layouts[kind] as (input: LayoutOrder['input']) => Paper)(input)
