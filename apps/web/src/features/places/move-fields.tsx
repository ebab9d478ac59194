import { TextInput } from '@mantine/core'
import {
  type MovementReason,
  maxMovementRemarkLength,
  movementReasons,
  type Place,
  type PlaceKind,
  toDay,
  usualReasons,
} from '@vitrine/contract'
import { type ReactNode, useRef, useState } from 'react'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'

const reasonOptions = Object.entries(movementReasons) as [MovementReason, string][]

/**
 * Proposes the usual reason for the destination until the user chooses another. Without either,
 * there is no reason yet.
 */
export function useReason(destination: Pick<Place, 'kind'> | undefined) {
  const [chosenReason, setChosenReason] = useState<MovementReason>()
  const usualReason = destination && usualReasons[destination.kind as PlaceKind]

  return {
    reason: chosenReason ?? usualReason,
    onChange: (reason: string) => setChosenReason(reason as MovementReason),
  }
}

type ReasonFieldProps = ReturnType<typeof useReason> & { readonly disabled: boolean }

export const ReasonField = ({ reason, ...selectProps }: ReasonFieldProps) => (
  <SelectField
    label="Reason"
    value={reason ?? ''}
    options={reason ? reasonOptions : [['', 'Choose the place first'], ...reasonOptions]}
    {...selectProps}
  />
)

interface RemarkFieldProps {
  readonly value: string
  readonly readOnly: boolean
  readonly onChange: (remark: string) => void
}

export const RemarkField = ({ onChange, ...inputProps }: RemarkFieldProps) => (
  <TextInput
    label="Remark"
    maxLength={maxMovementRemarkLength}
    autoComplete="off"
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...inputProps}
  />
)

/** State and props of the field for the day of a movement: today or earlier. */
export function useMovementDayField() {
  const today = toDay(new Date())
  const [day, setDay] = useState(today)
  const [isChanged, setChanged] = useState(false)
  const [error, setError] = useState<ReactNode>()
  const ref = useRef<HTMLInputElement>(null)

  const findProblem = () => {
    // A half-typed date has no value.
    if (day === '' || ref.current?.validity.badInput) return 'Please enter the whole date.'
    return day > today ? 'Please choose today or an earlier date.' : undefined
  }

  return {
    /** Undefined for today, which the server knows best. */
    day: isChanged && day !== today ? day : undefined,
    isChanged,
    /** Whether an earlier day is chosen. A year such as 0002 is still being typed. */
    isEarlier: day !== '' && day < today && !day.startsWith('0'),
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
      label: 'Date',
      max: today,
      value: day,
      error,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
        setDay(currentTarget.value)
        setChanged(true)
      },
    },
  }
}

/** Closes a form on request without a warning about unsaved changes. */
export function useCloseWithoutWarning(hasEdits: () => boolean, onClose: () => void) {
  const isClosed = useRef(false)
  useRegisterUnsavedForm(() => hasEdits() && !isClosed.current)

  return () => {
    isClosed.current = true
    onClose()
  }
}
