import type { JournalConflict, JournalTag } from '@vitrine/contract'
import { useEffect, useId, useRef } from 'react'
import { mediumDateTime } from '../../ui/dates.ts'
import styles from './conflict-panel.module.css'
import { dayText } from './day-text.ts'
import type { EntryFields } from './entry-fields.ts'
import { TagBadges } from './tag-badges.tsx'

export type Side = 'mine' | 'theirs'

interface ConflictPanelProps {
  readonly conflict: Pick<JournalConflict, 'changedBy' | 'changedAt'>
  readonly versions: Readonly<Record<Side, EntryFields>>
  readonly tags: readonly JournalTag[]
  readonly chosen: Side
  readonly onChoose: (side: Side) => void
}

/** Two people changed one entry: both versions. The chosen one stands in the form, where it can still be edited. */
export function ConflictPanel({ conflict, versions, tags, chosen, onChoose }: ConflictPanelProps) {
  const name = useId()
  const panel = useRef<HTMLDivElement>(null)
  // The button that was pressed may be a screen away.
  useEffect(() => {
    panel.current?.scrollIntoView()
  }, [])
  const who = conflict.changedBy || 'Somebody'
  const sides = [
    ['mine', 'Yours'],
    ['theirs', `By ${who}`],
  ] as const
  return (
    <div ref={panel} role="alert" className={styles.panel}>
      <p className={styles.intro}>
        <strong>{who} saved this entry</strong> on {mediumDateTime(conflict.changedAt)}, while you were editing it.
        Nothing is lost: choose what to keep, then save again.
      </p>
      <div role="radiogroup" aria-label="Which version to keep" className={styles.sides}>
        {sides.map(([side, title]) => {
          const { date, comment, tags: ids } = versions[side]
          return (
            <label key={side} className={styles.side} data-chosen={side === chosen || undefined}>
              <span className={styles.who}>
                <input type="radio" name={name} checked={side === chosen} onChange={() => onChoose(side)} />
                {title}
              </span>
              <span className={styles.date}>{dayText(date)}</span>
              <span className={styles.comment}>{comment}</span>
              <TagBadges tags={tags.filter((tag) => ids.includes(tag.id))} />
            </label>
          )
        })}
      </div>
    </div>
  )
}
