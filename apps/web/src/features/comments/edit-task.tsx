import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person, Task, TaskFields as TaskValues } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { commentsQueries } from './comments-queries.ts'
import fieldStyles from './task-fields.module.css'
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
      {failure !== null && <ErrorMessage>The task was not saved. {serverMessage(failure)}</ErrorMessage>}
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

interface TaskFieldsProps {
  readonly values: TaskValues
  readonly people: readonly Person[]
  readonly readOnly?: boolean
  readonly onChange: (values: TaskValues) => void
}

/** Who is to do it, and by when. */
export function TaskFields({ values, people, readOnly = false, onChange }: TaskFieldsProps) {
  const { assigneeId, due } = values
  const options = people.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={fieldStyles.fields}>
      <NativeSelect
        label="Assigned to"
        data={[{ value: '', label: 'Nobody yet' }, ...options]}
        value={assigneeId === undefined ? '' : String(assigneeId)}
        disabled={readOnly}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...(due !== undefined && { due }), ...(value !== '' && { assigneeId: Number(value) }) })
        }
      />
      <TextInput
        type="date"
        label="Due"
        value={due ?? ''}
        readOnly={readOnly}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...(assigneeId !== undefined && { assigneeId }), ...(value !== '' && { due: value }) })
        }
      />
    </div>
  )
}
