import type { JournalTag } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { GenerateCard } from './generate-card.tsx'
import styles from './report.module.css'
import { ReportResult } from './report-result.tsx'
import { useReport } from './use-report.ts'

export function ReportPage({ tags }: { readonly tags: readonly JournalTag[] | undefined }) {
  const { report, kept, generate, cancel } = useReport()
  const isEarlier = kept !== null && (report.state === 'failed' || report.state === 'cancelled')
  return (
    <>
      <PageHead title="Report" />
      <div className={`column ${styles.page}`}>
        <GenerateCard tags={tags} isWriting={report.state === 'writing'} onGenerate={generate} onCancel={cancel} />
        {report.state === 'failed' && <ErrorMessage>{reportFailure(report.error)}</ErrorMessage>}
        {isEarlier && <SuccessMessage>The report below is the previous one.</SuccessMessage>}
        {report.state !== 'idle' && <ReportResult report={isEarlier ? kept : report} />}
      </div>
    </>
  )
}

/** What went wrong; with the server's own sentence where it is about what was asked for. */
export function reportFailure(error: unknown): string {
  const isAboutTheQuestion = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isAboutTheQuestion ? `Failed to generate report. ${error.message}` : 'Failed to generate report.'
}
