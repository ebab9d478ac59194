import { Modal } from '@mantine/core'
import type { StocktakeItem } from '@vitrine/contract'
import scanner from '../../ui/scanner/scanner.module.css'
import { ConditionForm } from './condition-form.tsx'
import { FoundItemPanel } from './found-item-panel.tsx'
import { PlaceChooser } from './place-chooser.tsx'
import { formatUnsentCount } from './unsent-count.ts'
import type { Scanning } from './use-scanning.ts'

/**
 * What the dialog asks for: the current place, the condition of an item, or what to record about a
 * listed item.
 */
export type ScanTopic =
  | { readonly kind: 'place' }
  | { readonly kind: 'condition' | 'found'; readonly item: StocktakeItem }

const titles: Record<ScanTopic['kind'], string> = {
  place: 'Choose a place',
  condition: 'Condition',
  found: 'Object',
}

interface ScanDialogProps {
  readonly topic: ScanTopic | null
  readonly scanning: Scanning
  readonly unsent: number
  readonly onClose: () => void
}

export function ScanDialog({ topic, scanning, unsent, onClose }: ScanDialogProps) {
  const { place, places, goTo, noteCondition, markSeen } = scanning
  const title = topic ? titles[topic.kind] : ''

  return (
    <Modal
      opened={topic !== null}
      onClose={onClose}
      fullScreen
      // The dialog covers the bar that shows the unsent count.
      title={unsent > 0 ? `${title} · ${formatUnsentCount(unsent)}` : title}
      closeButtonProps={{ 'aria-label': 'Close', size: 48, iconSize: 24 }}
      classNames={{ body: `stack ${scanner.large}` }}
    >
      {topic?.kind === 'place' && (
        <PlaceChooser
          places={places}
          onChoose={(chosen) => {
            goTo(chosen)
            onClose()
          }}
        />
      )}
      {topic?.kind === 'condition' && (
        <ConditionForm
          item={topic.item}
          onClose={onClose}
          onSave={(note) => noteCondition(topic.item, note)}
        />
      )}
      {topic?.kind === 'found' && (
        <FoundItemPanel
          item={topic.item}
          placeName={place?.name ?? ''}
          expectedIn={places.pathOf(topic.item.placeId ?? 0)}
          onSeen={() => markSeen(topic.item)}
          onNote={(note) => noteCondition(topic.item, note)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
