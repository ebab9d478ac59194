import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { journalQueries } from '../../../features/journal/journal-queries.ts'
import { ReportPage } from '../../../features/report/report-page.tsx'

export const Route = createFileRoute('/_shell/report')({ component: Report })

function Report() {
  const { data: tags = [] } = useQuery(journalQueries.tags)
  return <ReportPage tags={tags} />
}
