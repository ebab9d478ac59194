import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toDay } from '@vitrine/contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { formatDate } from '../../ui/text/format.ts'
import styles from './places.module.css'

/**
 * State and props of the field for the day of return: today or later, the day before the edit, or
 * empty.
 */
export function useReturnDayField(before = '') {
  const [day, setDay] = useState(before)
  const [error, setError] = useState<ReactNode>()
  const ref = useRef<HTMLInputElement>(null)
  const today = toDay(new Date())

  const findProblem = () => {
    // A half-typed date has no value yet.
    if (ref.current?.validity.badInput) return 'Please complete the date, or clear it.'
    const isAllowed = day === '' || day >= today || day === before
    return isAllowed ? undefined : 'Please choose today or a later date.'
  }

  return {
    day,
    /** Returns whether the day can be saved; shows an error in the field if not. */
    validate: () => {
      const problem = findProblem()
      setError(problem)
      if (problem) ref.current?.focus()
      return !problem
    },
    field: {
      ref,
      type: 'date',
      label: 'Expected back',
      min: today,
      value: day,
      error,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        setDay(currentTarget.value),
    },
  }
}

interface ReturnDayFormProps {
  readonly itemId: number
  /** The day before the edit. */
  readonly before: string
  readonly onClose: () => void
}

/** Changes the day on which an item is expected back, without moving it. */
export function ReturnDayForm({ itemId, before, onClose }: ReturnDayFormProps) {
  const queries = useQueryClient()
  const returnDay = useReturnDayField(before)
  const expectBack = (backOn: string) =>
    call('POST /movements/expect-back', { body: { itemId, backOn } })

  const save = useMutation({
    mutationFn: () => expectBack(returnDay.day),
    onSuccess: (replacedDay) => {
      const undo = async () => {
        await expectBack(replacedDay.before)
        await invalidatePlaces(queries)
      }
      const message = returnDay.day
        ? `Expected back on ${formatDate(returnDay.day)}.`
        : 'No longer expected back.'
      offerUndo({ id: `return ${itemId}`, message, undo })
      void invalidatePlaces(queries)
      onClose()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (returnDay.validate()) save.mutate()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextInput
        {...returnDay.field}
        description="Leave it empty if it stays."
        readOnly={save.isPending}
        autoFocus
      />
      {save.isError && <ErrorMessage>Not changed. {getServerMessage(save.error)}</ErrorMessage>}
      <div className={`row ${styles.buttons}`}>
        <Button type="submit" loading={save.isPending} disabled={returnDay.day === before}>
          Save
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}
