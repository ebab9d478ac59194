import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRoleAllowed, type MovementReason, managers, type Place } from '@vitrine/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces, usePlaces } from '../../client/use-places.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { formatItemCount, showBulkOutcome } from '../../ui/feedback/bulk-outcome.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { PlaceSelect } from '../../ui/forms/place-select.tsx'
import { explainFieldErrors } from '../../ui/forms/use-edit.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import {
  ReasonField,
  RemarkField,
  useCloseWithoutWarning,
  useMovementDayField,
  useReason,
} from './move-fields.tsx'
import { formatAlreadyThere, formatMovedAgain, type MoveOutcome } from './move-outcome.ts'
import styles from './move-panel.module.css'
import { createBox, NewBoxFields, useNewBox } from './new-box.tsx'
import placesPage from './places.module.css'
import { useReturnDayField } from './return-day.tsx'

interface MoveFormProps {
  /** The items to move. */
  readonly ids: readonly number[]
  /** The current place, if all of them are in the same one. */
  readonly from?: number | null | undefined
  /** The place in which a new box for the items is made, unless another is chosen. */
  readonly boxParent?: Place | undefined
  /** Whether users who may not create a box are told who can. */
  readonly hasBoxHint?: boolean
  /** Called after the move and after its undo, so that callers can refresh what they show. */
  readonly onMoved?: () => void
  /** Shows the outcome instead of a toast. */
  readonly onOutcome?: (outcome: MoveOutcome) => void
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

/** Reasons for which items usually come back. */
const temporaryReasons: readonly MovementReason[] = ['loan', 'conservation', 'photography']

/** Moves items to another place, and offers to undo it. */
export function MoveForm(props: MoveFormProps) {
  const { ids, from, boxParent, hasBoxHint = false } = props
  const form = useRef<HTMLFormElement>(null)
  const { destination, movementDay, reasonField, remarkField, returnDay, move, close } =
    useMoveForm(props)
  const { to, newBox, newBoxParent } = destination
  const isManager = isRoleAllowed(managers, useSignedIn().user.role)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  // An invalid field of the new box may be out of sight from the button.
  useEffect(() => {
    if (move.error === null) return
    const firstInvalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    firstInvalidField?.focus({ preventScroll: true })
    firstInvalidField?.scrollIntoView({ block: 'center' })
  }, [move.error])

  const failure = move.isError ? explainFieldErrors('place')(move.error) : null
  const { reason } = reasonField
  const isComplete = destination.isChosen && reason !== undefined && ids.length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || move.isPending) return
    if (movementDay.validate() && returnDay.validate()) move.mutate(reason)
  }

  return (
    <form ref={form} className="stack" onSubmit={submit} noValidate>
      {newBox.box && newBoxParent ? (
        <NewBoxFields
          box={newBox.box}
          parent={newBoxParent}
          errors={failure?.errors ?? {}}
          readOnly={move.isPending}
          onChange={newBox.set}
          onClose={newBox.close}
        />
      ) : (
        <div className={styles.destination}>
          <PlaceSelect
            hasInitialFocus
            label="To"
            value={to}
            onChange={destination.setTo}
            // A move on an earlier day may correct when the items came to their current place.
            excludedIds={from && !movementDay.isEarlier ? [from] : []}
            readOnly={move.isPending}
          />
          {boxParent && isManager && (
            <SmallButton
              className={styles.create ?? ''}
              disabled={move.isPending}
              onClick={newBox.open}
            >
              Create box here…
            </SmallButton>
          )}
          {boxParent && hasBoxHint && !isManager && (
            <p className={`note ${styles.hint}`}>Root and admin can create a box here.</p>
          )}
        </div>
      )}
      <div className={styles.pair}>
        <TextInput {...movementDay.field} readOnly={move.isPending} />
        <ReasonField {...reasonField} disabled={move.isPending} />
      </div>
      {movementDay.isEarlier && to !== null && !newBox.box && (
        <LaterMovements ids={ids} to={to} day={movementDay.day} />
      )}
      <RemarkField {...remarkField} readOnly={move.isPending} />
      <TextInput
        {...returnDay.field}
        description={
          reason && temporaryReasons.includes(reason)
            ? 'You get reminders by mail a week before, on the day and a week after.'
            : 'Leave it empty if it stays.'
        }
        readOnly={move.isPending}
      />
      {failure && (
        <ErrorMessage>
          Nothing was moved. {newBox.box ? failure.problem : getServerMessage(move.error)}
        </ErrorMessage>
      )}
      <div className={`row ${placesPage.buttons}`}>
        <Button type="submit" loading={move.isPending} disabled={!isComplete}>
          {newBox.box ? 'Create box and move' : 'Move'} {formatItemCount(ids.length).toLowerCase()}
        </Button>
        <SecondaryButton onClick={close}>Cancel</SecondaryButton>
      </div>
    </form>
  )
}

/** The state of the form, and the mutation that moves the items. */
function useMoveForm({ ids, boxParent, onMoved, onOutcome, onClose }: MoveFormProps) {
  const queries = useQueryClient()
  const destination = useDestination(boxParent)
  const movementDay = useMovementDayField()
  const reasonField = useReason(destination.kindOfPlace)
  const [remark, setRemark] = useState('')
  const returnDay = useReturnDayField()
  const hasEdits = () =>
    destination.hasEdits || movementDay.isChanged || remark !== '' || returnDay.day !== ''
  const close = useCloseWithoutWarning(hasEdits, onClose)

  const refresh = () => {
    void invalidatePlaces(queries)
    onMoved?.()
  }

  const move = useMutation({
    mutationFn: async (reason: MovementReason) => {
      const place = await destination.findOrCreate()
      const { day } = movementDay
      const body = { ids: [...ids], to: place.id, reason, remark, day, backOn: returnDay.day }
      return { ...(await call('POST /places/move', { body })), to: place }
    },
    onSuccess: (outcome) => {
      refresh()
      if (onOutcome) onOutcome(outcome)
      else showMoveOutcome(outcome, refresh)
      close()
    },
  })

  const remarkField = { value: remark, onChange: setRemark }
  return { destination, movementDay, reasonField, remarkField, returnDay, move, close }
}

/** The chosen place, or a new box in it or else in `boxParent`. */
function useDestination(boxParent: Place | undefined) {
  const queries = useQueryClient()
  const { tree } = usePlaces()
  const [to, setTo] = useState<number | null>(null)
  const newBox = useNewBox()
  const chosenPlace = to === null ? undefined : tree.get(to)
  const newBoxParent = boxParent && (chosenPlace ?? boxParent)

  return {
    to,
    setTo,
    newBox,
    newBoxParent,
    isChosen: to !== null || newBox.box !== null,
    hasEdits: to !== null || newBox.hasText,
    /** The place or, of a new box, its kind, on which the usual reason of a move depends. */
    kindOfPlace: newBox.box ? ({ kind: 'box' } as const) : chosenPlace,

    async findOrCreate(): Promise<Pick<Place, 'id' | 'name'>> {
      // Without a new box, a place is chosen: the form can't be submitted before.
      if (!newBox.box || !newBoxParent) return { id: to ?? 0, name: chosenPlace?.name ?? '' }

      const box = await createBox(newBox.box, newBoxParent)
      // If the move fails, a second attempt must not create a second box.
      await invalidatePlaces(queries)
      setTo(box.id)
      newBox.close()
      return box
    },
  }
}

interface LaterMovementsProps {
  readonly ids: readonly number[]
  readonly to: number
  readonly day: string | undefined
}

/** Tells which items were moved again after an earlier day, and so stay where they are. */
function LaterMovements({ ids, to, day }: LaterMovementsProps) {
  const preview = useQuery({
    queryKey: ['movements', 'preview', ids, to, day],
    queryFn: ({ signal }) =>
      call(
        'POST /places/move',
        { body: { ids: [...ids], to, day, reason: 'correction', dryRun: true } },
        { signal },
      ),
  })
  if (preview.isError) return null
  const { moved = 0, earlier = [], unchanged = 0 } = preview.data ?? {}

  return (
    <p role="status" className={`note ${styles.later}`}>
      {moved === ids.length && 'No later movements: this is where they are now.'}
      {unchanged > 0 && `${formatAlreadyThere(unchanged)} on that day. `}
      {formatMovedAgain(earlier)}
    </p>
  )
}

function showMoveOutcome(outcome: MoveOutcome, onUndone: () => void): void {
  const { moved, earlier, unchanged, left, importIds } = outcome
  const unchangedNote = unchanged === 0 ? '' : `; ${formatAlreadyThere(unchanged).toLowerCase()}`
  const note = formatMovedAgain(earlier)
  showBulkOutcome({ count: moved, note, left, importIds }, `moved${unchangedNote}`, onUndone)
}
