import { createFileRoute } from '@tanstack/react-router'
import { openTasks } from '@vitrine/contract'
import { CommentsPage, type CommentsSearch } from '../../../features/comments/comments-page.tsx'
import { commentHistory } from '../../history.tsx'
import { useWriteSearch } from '../../use-write-search.ts'

export const Route = createFileRoute('/_shell/comments')({
  validateSearch: ({ filter, open }: Record<string, unknown>): CommentsSearch => {
    const whose = openTasks.find((one) => one === open)
    return { ...(typeof filter === 'string' && filter !== '' && { filter }), ...(whose && { open: whose }) }
  },
  component: Comments,
})

function Comments() {
  return <CommentsPage search={Route.useSearch()} onSearch={useWriteSearch()} history={commentHistory} />
}
