import type { JournalTag } from '@vitrine/contract'
import styles from './tag-badges.module.css'

export function TagBadges({ tags }: { readonly tags: readonly JournalTag[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className={styles.tags}>
      {tags.map((tag) => (
        <li key={tag.id} className={styles.tag}>
          {tag.name}
        </li>
      ))}
    </ul>
  )
}
