import { UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { dayOf, type ItemComment, type Task } from '@vitrine/contract'
import { mediumDate } from '../../ui/text/format.ts'
import styles from './task-line.module.css'
import type { ChangeComment } from './use-change-comment.ts'

interface TaskLineProps {
  readonly comment: ItemComment
  readonly task: Task
  readonly onToggle: ChangeComment['toggleDone']
  /** Opens the fields below. */
  readonly onChange: () => void
}

/** Whether a task is done, whose it is and when it is due. */
export function TaskLine({ comment, task, onToggle, onChange }: TaskLineProps) {
  const isDone = task.done !== undefined
  const isOverdue = !isDone && task.due !== undefined && task.due < dayOf(new Date())
  return (
    <div className={styles.line}>
      <UnstyledButton
        className={styles.state ?? ''}
        aria-pressed={isDone}
        title={isDone ? `Done by ${task.done_by}. Press to reopen it.` : 'Mark it as done'}
        onClick={() => onToggle(comment)}
      >
        {isDone ? (
          <IconCircleCheckFilled size={18} aria-hidden="true" />
        ) : (
          <IconCircle size={18} stroke={1.5} aria-hidden="true" />
        )}
        Done
      </UnstyledButton>
      <UnstyledButton className={styles.about ?? ''} title="Change who is to do it, and by when" onClick={onChange}>
        {task.assignee ? task.assignee.name : 'Assign'}
        {task.due !== undefined && (
          <>
            <span aria-hidden="true"> · </span>
            <span className={isOverdue ? styles.overdue : undefined}>
              {isOverdue ? 'overdue since' : 'due'} {mediumDate(task.due)}
            </span>
          </>
        )}
      </UnstyledButton>
    </div>
  )
}
