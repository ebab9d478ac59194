import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Task, TaskFields as TaskValues } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { TaskFields } from '../../ui/forms/task-fields.tsx'
import { commentsQueries } from './comments-queries.ts'
import styles from './task-line.module.css'

interface EditTaskProps {
  readonly task: Task | undefined
  readonly onSave: (task: TaskValues | null) => Promise<unknown>
  readonly onClose: () => void
  readonly renderHistory: (isEdited: boolean) => ReactNode
}

/** Turns a comment into a task, or changes its assignee and due date. */
export function EditTask({ task, onSave, onClose, renderHistory }: EditTaskProps) {
  const [editedValues, setEditedValues] = useState<TaskValues | null>(null)
  const values = editedValues ?? toTaskValues(task)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: people = [] } = useQuery(commentsQueries.people)

  const save = async (newTask: TaskValues | null) => {
    try {
      await onSave(newTask)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <div className={styles.edit}>
      <TaskFields values={values} people={people} onChange={setEditedValues} />
      {failure !== null && (
        <ErrorMessage>The task was not saved. {getServerMessage(failure)}</ErrorMessage>
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
      {renderHistory(editedValues !== null)}
    </div>
  )
}

const toTaskValues = (task: Task | undefined): TaskValues => ({
  ...(task?.assignee && { assigneeId: task.assignee.id }),
  ...(task?.due !== undefined && { due: task.due }),
})
