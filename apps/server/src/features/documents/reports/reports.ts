import type { ReportPaper } from '@vitrine/contract'
import { seconds } from '../../../base/clock.ts'
import type { Finished } from '../../../http/finished.ts'
import { oneOffPdf } from '../one-off-pdf.ts'
import type { OrderQueue } from '../orders.ts'
import type { SheetSource } from '../sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly orders: OrderQueue
}

const limits = {
  timeoutMs: seconds(60),
  tooLong: 'This report takes too long to print. Please shorten it, or print it in two parts.',
}

export const reportPapers = ({ sheets, orders }: Parts) => ({
  async print(report: ReportPaper, signal: AbortSignal): Promise<Finished> {
    const { foundation } = sheets.imprint()
    const pdf = await orders('report', [{ report, foundation }], { ...limits, signal })
    return oneOffPdf(pdf, `Report ${report.startDate} – ${report.endDate}.pdf`)
  },
})

export type ReportPapers = ReturnType<typeof reportPapers>
