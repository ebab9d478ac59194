import { Link } from '@tanstack/react-router'
import { dayOf, type ItemComment } from '@vitrine/contract'
import { mediumDate } from '../../ui/text/dates.ts'
import styles from './section.module.css'
import { Nothing } from './section.tsx'

export function OpenTasks({ tasks }: { readonly tasks: readonly ItemComment[] }) {
  if (tasks.length === 0)
    return (
      <Nothing>
        Nothing is waiting for you. Colleagues can give you a task by writing @ and your name in a comment.
      </Nothing>
    )
  const today = dayOf(new Date())
  return (
    <ul className={styles.rows}>
      {tasks.map(({ id, item_id, identifier, item_name, comment, task }) => (
        <li key={id}>
          <Link to="/inventory-detail/$id" params={{ id: String(item_id) }} hash="comments" className={styles.row}>
            <span className={styles.lines}>
              <span className={`${styles.main} ${styles.cut}`}>{comment}</span>
              <span className={styles.beside}>
                {identifier} {item_name}
                {task?.due !== undefined && (
                  <span className={task.due < today ? styles.overdue : undefined}>
                    {task.due < today ? ' · overdue since ' : ' · due '}
                    {mediumDate(task.due)}
                  </span>
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
