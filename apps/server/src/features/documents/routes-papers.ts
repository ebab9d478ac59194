import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { LabelPapers } from './labels/labels.ts'
import type { ReportPapers } from './reports/reports.ts'

export const paperHandlers = (labels: LabelPapers, reports: ReportPapers): Handlers<Api['papers']> => ({
  labels: ({ body }, { signal }) => labels.print(body, signal),
  report: ({ body }, { signal }) => reports.print(body, signal),
})
