import { useNavigate, useSearch } from '@tanstack/react-router'
import { History } from '../../../features/history/history.tsx'
import { JournalPage } from '../../../features/journal/journal-page.tsx'
import {
  type JournalSearch,
  toJournalAddress,
  toJournalSearch,
} from '../../../features/journal/journal-search.ts'

export function Screen() {
  const search = toJournalSearch(useSearch({ from: '/_shell/journal' }))
  const navigate = useNavigate({ from: '/journal' })
  // Another view adds a history entry; typing and changing the month replace the current one.
  const onSearch = (next: JournalSearch) =>
    navigate({
      search: toJournalAddress(next),
      replace: next.view === search.view,
      resetScroll: false,
    })
  return (
    <JournalPage
      search={search}
      onSearch={onSearch}
      renderHistory={(entry) => <History folded subject="journal" {...entry} />}
    />
  )
}
