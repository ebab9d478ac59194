import { Modal } from '@mantine/core'
import type { StocktakeItem } from '@vitrine/contract'
import { ConditionForm } from './condition-form.tsx'
import { PlaceChooser } from './place-chooser.tsx'
import styles from './scan-page.module.css'
import { unsentText } from './unsent-text.ts'
import type { Scanning } from './use-scanning.ts'

interface ScanDialogProps {
  /** What it is about: where one is, or the condition of an item. */
  readonly about: 'place' | StocktakeItem | null
  readonly scanning: Scanning
  readonly unsent: number
  readonly onClose: () => void
}

export function ScanDialog({ about, scanning: { places, goTo, note }, unsent, onClose }: ScanDialogProps) {
  return (
    <Modal
      opened={about !== null}
      onClose={onClose}
      fullScreen
      // The bar of the screen is behind it.
      title={`${about === 'place' ? 'Choose a place' : 'Condition'} · ${unsentText(unsent)}`}
      classNames={{ body: `stack ${styles.large}` }}
    >
      {about === 'place' && (
        <PlaceChooser
          places={places}
          onChoose={(chosen) => {
            goTo(chosen)
            onClose()
          }}
        />
      )}
      {about !== null && about !== 'place' && (
        <ConditionForm item={about} onClose={onClose} onSave={(said) => note(about, said)} />
      )}
    </Modal>
  )
}
