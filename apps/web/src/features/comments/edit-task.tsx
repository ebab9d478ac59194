import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Task, TaskFields as TaskValues } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { TaskFields } from '../../ui/forms/task-fields.tsx'
import { commentsQueries } from './comments-queries.ts'
import styles from './task-line.module.css'

interface EditTaskProps {
  readonly task: Task | undefined
  readonly onSave: (task: TaskValues | null) => Promise<unknown>
  readonly onClose: () => void
  readonly history: (isEdited: boolean) => ReactNode
}

/** Makes a comment a task, or changes whose it is and when it is due. */
export function EditTask({ task, onSave, onClose, history }: EditTaskProps) {
  const [chosen, setChosen] = useState<TaskValues | null>(null)
  const values = chosen ?? {
    ...(task?.assignee && { assigneeId: task.assignee.id }),
    ...(task?.due !== undefined && { due: task.due }),
  }
  const [failure, setFailure] = useState<unknown>(null)
  const { data: people = [] } = useQuery(commentsQueries.people)
  const save = async (next: TaskValues | null) => {
    try {
      await onSave(next)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div className={styles.edit}>
      <TaskFields values={values} people={people} onChange={setChosen} />
      {failure !== null && (
        <ErrorMessage>The task was not saved. {serverMessage(failure)}</ErrorMessage>
      )}
      <div className={styles.actions}>
        {task && (
          <Button variant="subtle" onClick={() => save(null)}>
            No longer a task
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => save(values)}>Save Task</Button>
      </div>
      {history(chosen !== null)}
    </div>
  )
}
