import { createFileRoute } from '@tanstack/react-router'
import { CommentsPage, type CommentsSearch } from '../../../features/comments/comments-page.tsx'
import { useWriteSearch } from '../../use-write-search.ts'

export const Route = createFileRoute('/_shell/comments')({
  validateSearch: ({ filter }: Record<string, unknown>): CommentsSearch =>
    typeof filter === 'string' && filter !== '' ? { filter } : {},
  component: Comments,
})

function Comments() {
  return <CommentsPage search={Route.useSearch()} onSearch={useWriteSearch()} />
}
