import type { JournalTag } from '@vitrine/contract'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { GenerateCard } from './generate-card.tsx'
import { reportFailure } from './report-failure.ts'
import styles from './report-page.module.css'
import { ReportResult } from './report-result.tsx'
import { useReport } from './use-report.ts'

export function ReportPage({ tags }: { readonly tags: readonly JournalTag[] | undefined }) {
  const { report, kept, generate, cancel } = useReport()
  const isEarlier = kept !== null && (report.state === 'failed' || report.state === 'cancelled')
  return (
    <>
      <PageHead title="Report" />
      <div className={styles.page}>
        <GenerateCard tags={tags} isWriting={report.state === 'writing'} onGenerate={generate} onCancel={cancel} />
        {report.state === 'failed' && <ErrorMessage>{reportFailure(report.error)}</ErrorMessage>}
        {isEarlier && <SuccessMessage>The report below is the previous one.</SuccessMessage>}
        {report.state !== 'idle' && <ReportResult report={isEarlier ? kept : report} />}
      </div>
    </>
  )
}
