import { toDay } from '@vitrine/contract'
import { formatDate } from '../../ui/text/format.ts'
import styles from './today-overview.module.css'

/** The due date of a task, marked if it is overdue; nothing for a task without one. */
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
