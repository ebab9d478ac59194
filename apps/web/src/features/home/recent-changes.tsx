import { Link } from '@tanstack/react-router'
import { age, type RecentChange } from '@vitrine/contract'
import { mediumDateTime } from '../../ui/text/dates.ts'
import { Nothing } from './nothing.tsx'
import styles from './rows.module.css'

export function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  if (changes.length === 0) return <Nothing>No changes yet. What you and your colleagues change appears here.</Nothing>
  return (
    <ul className={styles.rows}>
      {changes.map(({ at, by, did, about, screen, part = '' }) => (
        <li key={`${at} ${by} ${did}`}>
          <Link to={screen} hash={part} title={about} className={styles.row}>
            <span className={styles.main}>
              {by || 'Someone'} {did}
            </span>
            <time dateTime={at} title={mediumDateTime(at)} className={styles.beside}>
              {age(new Date(at), new Date())}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}
