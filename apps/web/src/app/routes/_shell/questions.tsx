import { useSearch } from '@tanstack/react-router'
import { QuestionsPage } from '../../../features/questions/questions-page.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  return (
    <QuestionsPage
      search={useSearch({ from: '/_shell/questions' })}
      onSearch={(change) => updateSearch(change, 'replace')}
    />
  )
}
