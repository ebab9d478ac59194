import { toDay } from '@vitrine/contract'
import { formatDate } from '../../ui/text/format.ts'
import styles from './today-overview.module.css'

/** When a task is due, or since when it is overdue; nothing without a day. */
export function DueDay({ due }: { readonly due: string | undefined }) {
  if (due === undefined) return null

  const isOverdue = due < toDay(new Date())
  return (
    <span className={isOverdue ? styles.overdue : undefined}>
      {isOverdue ? ' · overdue since ' : ' · due '}
      {formatDate(due)}
    </span>
  )
}
