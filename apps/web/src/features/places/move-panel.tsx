import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dayOf, type MovementReason, movementReasons } from '@vitrine/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { refreshPlaces } from '../../client/use-places.ts'
import { itemsText, tellOutcome } from '../../ui/feedback/many-outcome.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SelectField } from '../../ui/forms/fields.tsx'
import { PlaceSelect } from '../../ui/forms/place-select.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import styles from './places.module.css'

interface MoveFormProps {
  /** The items to move. */
  readonly ids: readonly number[]
  /** Where they are, if they are all in one place. */
  readonly from?: number | null | undefined
  /** Called after the move and after its undo, for what else shows where items are. */
  readonly onMoved?: () => void
  readonly onClose: () => void
}

export const MovePanel = (props: MoveFormProps) => (
  <SidePanel title={props.ids.length === 1 ? 'Move item' : 'Move items'} side="right" onClose={props.onClose}>
    <MoveForm {...props} />
  </SidePanel>
)

const reasons = Object.entries(movementReasons) as [MovementReason, string][]
/** From these items come back. */
const temporary: readonly MovementReason[] = ['loan', 'conservation', 'photography']

/** People move one thing after the other for the same reason. */
let lastReason: MovementReason = 'display'

/** Moves items to another place, and offers to undo it. */
export function MoveForm({ ids, from, onMoved, onClose }: MoveFormProps) {
  const queries = useQueryClient()
  const [to, setTo] = useState<number | null>(null)
  const [reason, setReason] = useState(lastReason)
  const [backOn, setBackOn] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const refresh = () => {
    void refreshPlaces(queries)
    onMoved?.()
  }
  const move = useMutation({
    mutationFn: () => call('POST /places/move', { body: { ids: [...ids], to, reason, backOn } }),
    onSuccess: ({ moved, left, importIds }) => {
      lastReason = reason
      refresh()
      tellOutcome({ count: moved, left, importIds }, 'moved', refresh)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to !== null && ids.length > 0) move.mutate()
  }
  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <PlaceSelect
        first
        label="To"
        value={to}
        onChange={setTo}
        without={from ? [from] : []}
        readOnly={move.isPending}
      />
      <SelectField
        label="Reason"
        value={reason}
        options={reasons}
        disabled={move.isPending}
        onChange={(chosen) => setReason(chosen as MovementReason)}
      />
      <TextInput
        type="date"
        label="Expected back"
        description={
          temporary.includes(reason)
            ? 'Mails remind you a week before, on the day, a week after.'
            : 'Only if it comes back.'
        }
        min={dayOf(new Date())}
        readOnly={move.isPending}
        value={backOn}
        onChange={({ currentTarget }) => setBackOn(currentTarget.value)}
      />
      {move.isError && <ErrorMessage>Nothing was moved. {serverMessage(move.error)}</ErrorMessage>}
      <div className={`row ${styles.buttons}`}>
        <Button type="submit" loading={move.isPending} disabled={to === null || ids.length === 0}>
          Move {itemsText(ids.length).toLowerCase()}
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}
