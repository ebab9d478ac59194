import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MovementReason, movementReasons, type Place, type PlaceTree } from '@vitrine/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { formatItemCount, showBulkOutcome } from '../../ui/feedback/bulk-outcome.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { SelectField } from '../../ui/forms/fields.tsx'
import { PlaceSelect } from '../../ui/forms/place-select.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import styles from './places.module.css'
import { useReturnDayField } from './return-day.tsx'
import { useSavePlace } from './use-save-place.ts'

interface MoveFormProps {
  /** The items to move. */
  readonly ids: readonly number[]
  /** The current place, if all of them are in the same one. */
  readonly from?: number | null | undefined
  /** Called after the move and after its undo, so that callers can refresh what they show. */
  readonly onMoved?: () => void
  readonly onClose: () => void
}

export const MovePanel = (props: MoveFormProps) => (
  <SidePanel
    title={props.ids.length === 1 ? 'Move item' : 'Move items'}
    side="right"
    onClose={props.onClose}
  >
    <MoveForm {...props} />
  </SidePanel>
)

const reasons = Object.entries(movementReasons) as [MovementReason, string][]
/** Reasons for which items usually come back. */
const temporaryReasons: readonly MovementReason[] = ['loan', 'conservation', 'photography']

/** Preselected next time, because people move several items for the same reason. */
let lastReason: MovementReason = 'display'

function useReason() {
  const [reason, setReason] = useState(lastReason)

  const onChange = (chosen: string) => {
    lastReason = chosen as MovementReason
    setReason(lastReason)
  }

  return { reason, onChange }
}

type ReasonFieldProps = ReturnType<typeof useReason> & { readonly disabled: boolean }

const ReasonField = ({ reason, ...field }: ReasonFieldProps) => (
  <SelectField label="Reason" value={reason} options={reasons} {...field} />
)

/** Moves items to another place, and offers to undo it. */
export function MoveForm({ ids, from, onMoved, onClose }: MoveFormProps) {
  const queries = useQueryClient()
  const [to, setTo] = useState<number | null>(null)
  const reasonField = useReason()
  const returnDay = useReturnDayField()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const close = useCloseWithoutWarning(() => to !== null || returnDay.day !== '', onClose)

  const refresh = () => {
    void invalidatePlaces(queries)
    onMoved?.()
  }

  const move = useMutation({
    mutationFn: () =>
      call('POST /places/move', {
        body: { ids: [...ids], to, reason: reasonField.reason, backOn: returnDay.day },
      }),
    onSuccess: ({ moved, unchanged, left, importIds }) => {
      refresh()
      const unchangedNote = unchanged === 0 ? '' : `; ${formatAlreadyThere(unchanged)}`
      showBulkOutcome({ count: moved, left, importIds }, `moved${unchangedNote}`, refresh)
      close()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to !== null && ids.length > 0 && returnDay.isValid()) move.mutate()
  }

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      <PlaceSelect
        hasInitialFocus
        label="To"
        value={to}
        onChange={setTo}
        excludedIds={from ? [from] : []}
        readOnly={move.isPending}
      />
      <ReasonField {...reasonField} disabled={move.isPending} />
      <TextInput
        {...returnDay.field}
        description={
          temporaryReasons.includes(reasonField.reason)
            ? 'You get reminders by mail a week before, on the day and a week after.'
            : 'Leave it empty if it stays.'
        }
        readOnly={move.isPending}
      />
      {move.isError && <ErrorMessage>Nothing was moved. {serverMessage(move.error)}</ErrorMessage>}
      <div className={`row ${styles.buttons}`}>
        <Button type="submit" loading={move.isPending} disabled={to === null || ids.length === 0}>
          Move {formatItemCount(ids.length).toLowerCase()}
        </Button>
        <SecondaryButton onClick={close}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}

const formatAlreadyThere = (count: number): string =>
  `${formatItemCount(count).toLowerCase()} ${count === 1 ? 'was' : 'were'} there already`

/** Closes a form on request without a warning about unsaved changes. */
function useCloseWithoutWarning(hasEdits: () => boolean, onClose: () => void) {
  const isClosed = useRef(false)
  useRegisterUnsavedForm(() => hasEdits() && !isClosed.current)

  return () => {
    isClosed.current = true
    onClose()
  }
}

interface MovePlacePanelProps {
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly onMoved?: (to: number | null) => void
  readonly onClose: () => void
}

/** Moves a place with everything inside it. */
export function MovePlacePanel({ place, tree, onMoved, onClose }: MovePlacePanelProps) {
  const [to, setTo] = useState(place.parent_id)
  const reasonField = useReason()
  const save = useSavePlace()
  const close = useCloseWithoutWarning(() => to !== place.parent_id, onClose)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const successMessage =
      to === null
        ? `${place.name} is in no other place now.`
        : `${place.name} is in ${tree.pathOf(to)} now.`
    save.mutate(
      { place, change: { parent_id: to }, reason: reasonField.reason, successMessage },
      {
        onSuccess: () => {
          onMoved?.(to)
          close()
        },
      },
    )
  }

  return (
    <SidePanel title={`Move ${place.name}`} side="right" onClose={onClose}>
      <form onSubmit={submit} noValidate className="stack">
        <p className="note">What is in it moves with it: each item gets a movement.</p>
        <PlaceSelect
          hasInitialFocus
          label="To"
          emptyText="In no other place"
          excludedIds={tree.below(place.id)}
          value={to}
          readOnly={save.isPending}
          onChange={setTo}
        />
        <ReasonField {...reasonField} disabled={save.isPending} />
        {save.isError && <ErrorMessage>Not moved. {serverMessage(save.error)}</ErrorMessage>}
        <div className={`row ${styles.buttons}`}>
          <Button type="submit" loading={save.isPending} disabled={to === place.parent_id}>
            Move
          </Button>
          <SecondaryButton onClick={close}>Cancel</SecondaryButton>
        </div>
      </form>
    </SidePanel>
  )
}
