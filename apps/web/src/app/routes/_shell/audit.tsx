import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { readAuditSearch } from '../../../features/audit/audit-search.ts'
import { useWriteSearch } from '../../use-write-search.ts'

export const Route = createFileRoute('/_shell/audit')({ validateSearch: readAuditSearch, component: Audit })

function Audit() {
  const write = useWriteSearch()
  return <AuditPage search={Route.useSearch()} onSearch={(change) => write(change, 'inPlace')} />
}
