import type { Paper } from '../../adapters/pdf/papers.ts'
import { layOutConditionReport } from './condition-report-paper.ts'
import { layOutLabelPaper } from './label-paper.ts'
import { layOutObjectIdPaper } from './object-id-paper.ts'
import type { LayoutOrder, OrderInputs } from './orders.ts'
import { layOutSheetsPaper } from './paper.ts'
import { layOutReportPaper } from './report-paper.ts'
import { layOutStocktakePaper } from './stocktake-paper.ts'

const layouts: { [Kind in keyof OrderInputs]: (input: OrderInputs[Kind]) => Paper } = {
  sheets: layOutSheetsPaper,
  labels: layOutLabelPaper,
  report: layOutReportPaper,
  objectId: layOutObjectIdPaper,
  conditionReport: layOutConditionReport,
  stocktake: layOutStocktakePaper,
}

export const layOut = ({ kind, input }: LayoutOrder): Paper =>
  (layouts[kind] as (input: LayoutOrder['input']) => Paper)(input)
