import type { JournalConflict, JournalTag } from '@vitrine/contract'
import { useEffect, useId, useRef } from 'react'
import { mediumDateTime } from '../../../ui/text/dates.ts'
import { dayText } from '../calendar/day-text.ts'
import { TagBadges } from '../tags/tag-badges.tsx'
import styles from './conflict-panel.module.css'
import type { EntryFields } from './entry-fields.ts'

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
            <div key={side} className={styles.side} data-chosen={side === chosen || undefined}>
              <label className={styles.who}>
                <input type="radio" name={name} checked={side === chosen} onChange={() => onChoose(side)} />
                {title}
              </label>
              <span className={styles.date}>{dayText(date)}</span>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
              <section tabIndex={0} aria-label={`Comment ${title}`} className={styles.comment}>
                {comment}
              </section>
              <TagBadges tags={tags.filter((tag) => ids.includes(tag.id))} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
