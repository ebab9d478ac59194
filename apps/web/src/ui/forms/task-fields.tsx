import { NativeSelect, TextInput } from '@mantine/core'
import type { Person, TaskFields as TaskValues } from '@vitrine/contract'
import styles from './task-fields.module.css'

interface TaskFieldsProps {
  readonly values: TaskValues
  readonly people: readonly Person[]
  readonly readOnly?: boolean
  readonly onChange: (values: TaskValues) => void
}

/** Who is responsible for a task, and when it is due. */
export function TaskFields({ values, people, readOnly = false, onChange }: TaskFieldsProps) {
  const { assigneeId, due } = values
  const options = people.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={styles.fields}>
      <NativeSelect
        label="Assigned to"
        data={[{ value: '', label: 'Nobody yet' }, ...options]}
        value={assigneeId === undefined ? '' : String(assigneeId)}
        disabled={readOnly}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...(due !== undefined && { due }),
            ...(value !== '' && { assigneeId: Number(value) }),
          })
        }
      />
      <TextInput
        type="date"
        label="Due"
        value={due ?? ''}
        readOnly={readOnly}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...(assigneeId !== undefined && { assigneeId }),
            ...(value !== '' && { due: value }),
          })
        }
      />
    </div>
  )
}
