import { Link } from '@tanstack/react-router'
import { dayOf, type ItemComment } from '@vitrine/contract'
import { numberText } from '../../ui/lists/count-text.ts'
import { mediumDate } from '../../ui/text/dates.ts'
import { Nothing } from './nothing.tsx'
import styles from './rows.module.css'

interface OpenTasksProps {
  readonly tasks: readonly ItemComment[]
  readonly unansweredQuestions: number
}

export function OpenTasks({ tasks, unansweredQuestions }: OpenTasksProps) {
  if (tasks.length === 0 && unansweredQuestions === 0)
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
            <span className={styles.main}>
              <span className={styles.cut}>{comment}</span>
              <span className={styles.below}>
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
      {unansweredQuestions > 0 && (
        <li>
          <Link to="/questions" search={{ state: 'unanswered' }} className={styles.row}>
            <span className={styles.main}>
              {unansweredQuestions === 1
                ? '1 visitor’s question has no answer'
                : `${numberText(unansweredQuestions)} visitors’ questions have no answer`}
              <span className={styles.below}>Add the answer to the item’s text, or dismiss the question</span>
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}
