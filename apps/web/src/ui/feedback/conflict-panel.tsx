import type { ReactNode } from 'react'
import { mediumDateTime } from '../text/dates.ts'
import styles from './conflict-panel.module.css'

interface ConflictPanelProps {
  /** What was edited, as in 'this item' or 'the events'. */
  readonly what: string
  readonly by: string
  readonly at: string
  readonly children: ReactNode
  readonly scrollTo?: boolean
}

const toTop = (panel: HTMLDivElement | null) => panel?.scrollIntoView({ block: 'start' })

/** A save was rejected because somebody else saved first: who that was, and the ways to go on. */
export const ConflictPanel = ({ what, by, at, children, scrollTo = false }: ConflictPanelProps) => (
  // Another conflict is another panel, which scrolls into view again.
  <div key={at} ref={scrollTo ? toTop : null} role="alert" className={`stack ${styles.panel}`}>
    <p className={styles.intro}>
      <strong>
        {by || 'Somebody'} saved {what}
      </strong>
      {at && ` on ${mediumDateTime(at)}`}, while you were editing. Nothing is lost: choose what to keep, then save
      again.
    </p>
    {children}
  </div>
)
