import { eventDay, eventTime, eventUntil, type NextEvent } from '@vitrine/contract'
import { Nothing } from './nothing.tsx'
import styles from './rows.module.css'

export function NextEvents({ events }: { readonly events: readonly NextEvent[] }) {
  if (events.length === 0) return <Nothing>No upcoming events. Add them under Save the Date.</Nothing>
  return (
    <ul className={styles.rows}>
      {events.map((event) => (
        <li key={`${event.date} ${event.time} ${event.text}`} className={styles.row}>
          <span className={styles.main}>
            {[eventDay(event, 'en'), eventUntil(event, 'en'), eventTime(event)].filter(Boolean).join(' ')}
            <span className={styles.below}>{event.text || 'No text yet'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
