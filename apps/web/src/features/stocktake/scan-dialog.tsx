import { Modal } from '@mantine/core'
import type { StocktakeItem } from '@vitrine/contract'
import { ConditionForm } from './condition-form.tsx'
import { FoundItem } from './found-item.tsx'
import { PlaceChooser } from './place-chooser.tsx'
import styles from './scan-page.module.css'
import { unsentText } from './unsent-text.ts'
import type { Scanning } from './use-scanning.ts'

/** Choosing where one is, noting the condition of an item, or saying something about an item of the list. */
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
  const { place, places, goTo, note, tick } = scanning
  return (
    <Modal
      opened={topic !== null}
      onClose={onClose}
      fullScreen
      // The bar of the screen is behind it.
      title={`${topic ? titles[topic.kind] : ''} · ${unsentText(unsent)}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 48, iconSize: 24 }}
      classNames={{ body: `stack ${styles.large}` }}
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
          onSave={(said) => note(topic.item, said)}
        />
      )}
      {topic?.kind === 'found' && (
        <FoundItem
          item={topic.item}
          placeName={place?.name ?? ''}
          expectedIn={places.pathOf(topic.item.placeId ?? 0)}
          onSeen={() => tick(topic.item)}
          onNote={(said) => note(topic.item, said)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
