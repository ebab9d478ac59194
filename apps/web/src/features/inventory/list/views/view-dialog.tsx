import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ItemType, type SavedView, viewLimits } from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../../../client/api-error.ts'
import { create } from '../../../../client/create.ts'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../../../ui/forms/buttons.ts'
import { saveView } from './use-view-changes.ts'
import '@mantine/core/styles/Checkbox.layer.css'

interface ViewFormProps {
  readonly type: ItemType
  /** The view to rename or share; null for a new one. */
  readonly view: SavedView | null
  /** What a new view keeps. */
  readonly search: SavedView['search']
  readonly onClose: () => void
  readonly onSaved: (view: SavedView, before: SavedView | null) => void
}

interface ViewDialogProps extends ViewFormProps {
  readonly opened: boolean
}

/** Asks for the name of a view, and for whom it is. */
export const ViewDialog = ({ opened, ...props }: ViewDialogProps) => (
  <Modal opened={opened} onClose={props.onClose} title={props.view ? 'Rename or share' : 'Save this view'}>
    <ViewForm {...props} />
  </Modal>
)

function ViewForm({ type, view, search, onClose, onSaved }: ViewFormProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const save = useMutation({
    mutationFn: () =>
      view ? saveView(view, { name, shared }) : create('POST /views/add', { body: { type, name, shared, search } }),
    onSuccess: (saved) => onSaved(saved, view),
  })
  const belongsToOthers = view?.shared === true && !view.mine
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={viewLimits.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="For all staff"
          description={belongsToOthers ? `Shared by ${view.author}.` : undefined}
          disabled={belongsToOthers}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.isError && <ErrorMessage>The view was not saved. {serverMessage(save.error)}</ErrorMessage>}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
