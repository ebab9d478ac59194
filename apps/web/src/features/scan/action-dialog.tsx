import { Modal } from '@mantine/core'
import type { ItemAction } from './item-action.ts'
import type { Scan } from './use-scan.ts'

interface ActionDialogProps {
  readonly action: Pick<ItemAction, 'label' | 'Panel'> | null
  readonly scan: Scan
  readonly onClose: () => void
}

/** The dialog of an action for the scanned item. */
export function ActionDialog({
  action,
  scan: { item, refresh, cancelMoving, confirm },
  onClose,
}: ActionDialogProps) {
  const title = action && item ? `${action.label}: ${item.identifier} ${item.name}` : ''

  return (
    <Modal opened={action !== null} onClose={onClose} title={title} closeButtonProps={closeButton}>
      {action && item && (
        <action.Panel
          item={item}
          onChanged={(message) => {
            cancelMoving()
            if (message) confirm(message)
            refresh(item)
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

const closeButton = { 'aria-label': 'Close', size: 48, iconSize: 24 }
