import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '../../../features/journal/page/journal-page.tsx'
import { addressOf, type JournalSearch, readAddress, searchOf } from '../../../features/journal/page/journal-search.ts'
import { History } from '../../history.tsx'

export const Route = createFileRoute('/_shell/journal')({ validateSearch: readAddress, component: Journal })

function Journal() {
  const search = searchOf(Route.useSearch())
  const navigate = Route.useNavigate()
  // Another view is a history entry; typing and changing the month replace the present one.
  const onSearch = (next: JournalSearch) =>
    navigate({ search: addressOf(next), replace: next.view === search.view, resetScroll: false })
  return (
    <JournalPage
      search={search}
      onSearch={onSearch}
      history={(entry) => <History folded subject="journal" {...entry} />}
    />
  )
}
