import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TaskFields as TaskValues } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { formatNumber } from '../text/format.ts'
import { SecondaryButton } from './buttons.ts'
import { TaskFields } from './task-fields.tsx'

interface TaskDialogProps {
  /** How many tasks will be created; 0 while the dialog is closed. */
  readonly count: number
  readonly isBusy: boolean
  readonly onMake: (task: TaskValues) => void
  readonly onClose: () => void
}

/** Asks for the assignee and due date of new tasks. */
export function TaskDialog({ count, isBusy, onMake, onClose }: TaskDialogProps) {
  const title = count > 1 ? `Make ${formatNumber(count)} tasks` : 'Make a task'

  return (
    <Modal opened={count > 0} onClose={onClose} title={title}>
      <TaskForm submitLabel={title} isBusy={isBusy} onMake={onMake} onClose={onClose} />
    </Modal>
  )
}

interface TaskFormProps extends Omit<TaskDialogProps, 'count'> {
  readonly submitLabel: string
}

function TaskForm({ submitLabel, isBusy, onMake, onClose }: TaskFormProps) {
  const [task, setTask] = useState<TaskValues>({})
  const { data: people = [] } = useQuery(callQuery('GET /people'))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMake(task)
  }

  return (
    <form className="stack" onSubmit={submit}>
      <TaskFields values={task} people={people} readOnly={isBusy} onChange={setTask} />
      <div className="row-end">
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
