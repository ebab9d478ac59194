import type { ItemComment } from '@vitrine/contract'
import { call } from '../../client/call.ts'

/** Marks unread notices as read when their comments come into view. */
export function markReadWhenSeen(comments: readonly ItemComment[]): void {
  const observer = new IntersectionObserver((entries) => {
    const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
    for (const comment of seen) observer.unobserve(comment)
    if (seen.length > 0) void markRead(seen.map(({ id }) => Number(id.replace('comment-', ''))))
  })
  for (const { id, unread } of comments) {
    const comment = unread && document.getElementById(`comment-${id}`)
    if (comment) observer.observe(comment)
  }
}

async function markRead(commentIds: number[]): Promise<void> {
  try {
    await call('POST /inventory/read-notices', { body: { commentIds } })
  } catch {
    // They stay unread, and are marked when they are seen again.
  }
}
