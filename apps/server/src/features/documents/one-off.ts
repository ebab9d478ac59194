import { randomUUID } from 'node:crypto'
import type { ReportPdfRequest } from '@vitrine/contract'
import { minutes, seconds } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { orderQueue } from './orders.ts'
import { sheetReader, toPdfFileName } from './sheets.ts'
import type { StocktakeInput } from './stocktake-paper.ts'

/** Answers one request with a PDF that is not cached. */
export const toUncachedAnswer = (pdf: Buffer, fileName: string): FinishedAnswer => ({
  type: 'application/pdf',
  // New each time, so that the PDF is never taken for unchanged.
  etag: randomUUID(),
  cache: 'revalidate',
  content: { plain: pdf },
  file: { name: fileName, download: true },
})

const reportLimits = {
  timeoutMs: seconds(60),
  timeoutMessage:
    'This report takes too long to print. Please shorten it, or print it in two parts.',
}

export async function printReport(
  { get }: Context,
  report: ReportPdfRequest,
  signal: AbortSignal,
): Promise<FinishedAnswer> {
  const { foundation } = get(sheetReader).imprint()
  const pdf = await get(orderQueue)('report', [{ report, foundation }], { signal, ...reportLimits })
  return toUncachedAnswer(pdf, `Report ${report.startDate} – ${report.endDate}.pdf`)
}

const stocktakeLimits = {
  timeoutMs: minutes(2),
  timeoutMessage: 'This report takes too long to print. Please save the CSV file instead.',
}

export async function printStocktake(
  { get }: Context,
  input: Omit<StocktakeInput, 'foundation'>,
  signal: AbortSignal,
): Promise<FinishedAnswer> {
  const { foundation } = get(sheetReader).imprint()
  const pdf = await get(orderQueue)('stocktake', [{ ...input, foundation }], {
    signal,
    ...stocktakeLimits,
  })
  return toUncachedAnswer(pdf, toPdfFileName(input.stocktake.name, 'Stocktake'))
}
