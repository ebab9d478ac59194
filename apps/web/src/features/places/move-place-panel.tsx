import { Button } from '@mantine/core'
import type { Place, PlaceTree } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { PlaceSelect } from '../../ui/forms/place-select.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { ReasonField, RemarkField, useCloseWithoutWarning, useReason } from './move-fields.tsx'
import styles from './places.module.css'
import { useSavePlace } from './use-save-place.ts'

interface MovePlacePanelProps {
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly onMoved?: (to: number | null) => void
  readonly onClose: () => void
}

/** Moves a place with everything inside it. */
export function MovePlacePanel({ place, tree, onMoved, onClose }: MovePlacePanelProps) {
  const [to, setTo] = useState(place.parent_id)
  const newParent = to === null ? undefined : tree.get(to)
  // Moved out of all places, the place itself decides the usual reason.
  const reasonField = useReason(newParent ?? place)
  const [remark, setRemark] = useState('')
  const save = useSavePlace()
  const close = useCloseWithoutWarning(() => to !== place.parent_id || remark !== '', onClose)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const successMessage =
      to === null
        ? `${place.name} is in no other place now.`
        : `${place.name} is in ${tree.pathOf(to)} now.`
    const { reason } = reasonField
    if (!reason) return

    save.mutate(
      { place, change: { parent_id: to }, reason, remark, successMessage },
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
        <p className="note">
          What is in it moves with it: each item gets a movement with today’s date.
        </p>
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
        <RemarkField value={remark} onChange={setRemark} readOnly={save.isPending} />
        {save.isError && <ErrorMessage>Not moved. {getServerMessage(save.error)}</ErrorMessage>}
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
