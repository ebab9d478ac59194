import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { SelectField } from '../../ui/forms/fields.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { ZoomLink } from '../../ui/lists/zoom-link.tsx'
import type { CheckPhoto } from './condition-photos.tsx'
import styles from './item-conditions.module.css'

interface PhotoComparisonProps {
  /** Photos of all checks, latest first. */
  readonly photos: readonly CheckPhoto[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Two photos side by side, at first the latest and one of an earlier check. */
export function PhotoComparison({ photos, opened, onClose }: PhotoComparisonProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [chosenFirst, setChosenFirst] = useState<number>()
  const [chosenSecond, setChosenSecond] = useState<number>()
  const earlierIndex = photos.findIndex(({ checkId }) => checkId !== photos[0]?.checkId)
  const firstIndex = chosenFirst ?? (earlierIndex < 0 ? 1 : earlierIndex)
  const secondIndex = chosenSecond ?? 0
  const sides = [
    { label: 'First photo', index: firstIndex, choose: setChosenFirst },
    { label: 'Second photo', index: secondIndex, choose: setChosenSecond },
  ]

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Compare photos"
      size="90rem"
      fullScreen={isNarrow}
    >
      <div className={styles.pair}>
        {sides.map(({ label, index, choose }) => (
          <div key={label} className="stack">
            <SelectField
              label={label}
              value={String(index)}
              options={photos.map(({ alt }, option) => [String(option), alt] as const)}
              onChange={(option) => choose(Number(option))}
            />
            <ZoomLink pictures={photos} index={index}>
              <Picture src={photos[index]?.address ?? ''} alt={photos[index]?.alt ?? ''} />
            </ZoomLink>
          </div>
        ))}
      </div>
    </Modal>
  )
}
