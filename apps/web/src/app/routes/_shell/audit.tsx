import { useSearch } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { useWriteSearch } from '../../use-navigation.ts'

export function Screen() {
  const write = useWriteSearch()
  return <AuditPage search={useSearch({ from: '/_shell/audit' })} onSearch={(change) => write(change, 'inPlace')} />
}
