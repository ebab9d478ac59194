import type { ItemComment } from '@vitrine/contract'
import { call } from '../../client/call.ts'

/** Marks unread notices as read when their comments come into view. */
export function markReadWhenSeen(comments: readonly ItemComment[]): void {
  const observer = new IntersectionObserver((entries) => {
    const seenElements = entries
      .filter(({ isIntersecting }) => isIntersecting)
      .map(({ target }) => target)
    if (seenElements.length === 0) return

    for (const element of seenElements) observer.unobserve(element)
    void markRead(seenElements.map(({ id }) => Number(id.replace('comment-', ''))))
  })

  for (const { id } of comments.filter(({ unread }) => unread)) {
    const element = document.getElementById(`comment-${id}`)
    if (element) observer.observe(element)
  }
}

async function markRead(commentIds: number[]): Promise<void> {
  try {
    await call('POST /inventory/read-notices', { body: { commentIds } })
  } catch {
    // The notices stay unread, and are marked when their comments are seen again.
  }
}
