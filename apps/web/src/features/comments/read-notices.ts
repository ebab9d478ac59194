import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'

/** Marks notices as read when their comments come into view; returns how to stop. */
export function markReadWhenSeen(ids: readonly number[], queries: QueryClient): () => void {
  const observer = new IntersectionObserver((entries) => {
    const seenIds = entries
      .filter(({ isIntersecting }) => isIntersecting)
      .map(({ target }) => {
        observer.unobserve(target)
        return Number(target.id.replace('comment-', ''))
      })
    if (seenIds.length > 0) void markRead(seenIds, queries)
  })
  for (const id of ids) {
    const comment = document.getElementById(`comment-${id}`)
    if (comment) observer.observe(comment)
  }
  return () => observer.disconnect()
}

async function markRead(commentIds: number[], queries: QueryClient): Promise<void> {
  try {
    await call('POST /inventory/read-notices', { body: { commentIds } })
    await queries.invalidateQueries(callQuery('GET /home'))
  } catch {
    // They stay unread, and are marked when they are seen again.
  }
}
