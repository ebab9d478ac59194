import type { TablerIcon } from '@tabler/icons-react'
import type { CodeItem } from '@vitrine/contract'
import type { ComponentType } from 'react'

export interface ItemPanelProps {
  readonly item: CodeItem
  /** Makes the screen show the item's new state, and a message. */
  readonly onChanged: (message?: string) => void
  readonly onClose: () => void
}

/** A button for a scanned item, and the panel that it opens in a dialog. */
export interface ItemAction {
  readonly label: string
  readonly Icon: TablerIcon
  readonly Panel: ComponentType<ItemPanelProps>
}
