import { NativeSelect, TextInput } from '@mantine/core'
import type { Person, TaskFields as TaskValues } from '@vitrine/contract'
import styles from './task-fields.module.css'

interface TaskFieldsProps {
  readonly values: TaskValues
  readonly people: readonly Person[]
  readonly readOnly?: boolean
  readonly onChange: (values: TaskValues) => void
}

/** The fields for the assignee and the due date of a task. */
export function TaskFields({ values, people, readOnly = false, onChange }: TaskFieldsProps) {
  const { assigneeId, due } = values
  const assigneeText = assigneeId === undefined ? '' : String(assigneeId)
  const options = people.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className={styles.fields}>
      <NativeSelect
        label="Assigned to"
        data={[{ value: '', label: 'Nobody yet' }, ...options]}
        value={assigneeText}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(toTaskValues(currentTarget.value, due ?? ''))}
      />
      <TextInput
        type="date"
        label="Due"
        value={due ?? ''}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onChange(toTaskValues(assigneeText, currentTarget.value))}
      />
    </div>
  )
}

/** Leaves out what is not chosen. */
function toTaskValues(assigneeText: string, due: string): TaskValues {
  const values: { assigneeId?: number; due?: string } = {}
  if (assigneeText !== '') values.assigneeId = Number(assigneeText)
  if (due !== '') values.due = due
  return values
}
