import { useSearch } from '@tanstack/react-router'
import { CommentsPage } from '../../../features/comments/comments-page.tsx'
import { renderCommentHistory } from '../../render-history.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const search = useSearch({ from: '/_shell/comments' })
  return (
    <CommentsPage
      search={search}
      onSearch={useUpdateSearch()}
      renderHistory={renderCommentHistory}
    />
  )
}
