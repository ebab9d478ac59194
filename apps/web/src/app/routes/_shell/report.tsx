import { useQuery } from '@tanstack/react-query'
import { journalQueries } from '../../../features/journal/journal-queries.ts'
import { ReportPage } from '../../../features/report/report-page.tsx'

export function Screen() {
  const { data: tags = [], isPending } = useQuery(journalQueries.tags)
  return <ReportPage tags={isPending ? undefined : tags} />
}
