import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { SelectField } from '../../ui/forms/fields.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { ZoomLink } from '../../ui/lists/zoom-link.tsx'
import type { CheckPhoto } from './condition-photos.tsx'
import styles from './item-conditions.module.css'

interface PhotoComparisonProps {
  /** The latest first. */
  readonly photos: readonly CheckPhoto[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Two photos side by side, at first the latest and one of an earlier check. */
export function PhotoComparison({ photos, opened, onClose }: PhotoComparisonProps) {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<readonly (string | undefined)[]>([])
  const ofEarlierCheck = photos.find(({ checkId }) => checkId !== photos[0]?.checkId) ?? photos[1]
  const pair = [ofEarlierCheck, photos[0]].map(
    (proposed, side) => photos.find(({ address }) => address === chosen[side]) ?? proposed,
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Compare photos"
      size="90rem"
      fullScreen={narrow}
    >
      <div className={styles.pair}>
        {pair.map(
          (photo, side) =>
            photo && (
              <div key={['first', 'second'][side]} className="stack">
                <SelectField
                  label={['First photo', 'Second photo'][side]}
                  value={photo.address}
                  options={photos.map(({ address, alt }) => [address, alt] as const)}
                  onChange={(address) => setChosen(chosen.toSpliced(side, 1, address))}
                />
                <ZoomLink pictures={photos} index={photos.indexOf(photo)}>
                  <Picture key={photo.name} src={photo.address} alt={photo.alt} />
                </ZoomLink>
              </div>
            ),
        )}
      </div>
    </Modal>
  )
}
