import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ConditionCheck, conditionNames, type PhotoSize } from '@vitrine/contract'
import { useState } from 'react'
import { SelectField } from '../../ui/forms/fields.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { ZoomLink, type ZoomPicture } from '../../ui/lists/zoom-link.tsx'
import { formatDate } from '../../ui/text/format.ts'
import styles from './item-conditions.module.css'

export interface CheckPhoto extends ZoomPicture {
  readonly checkId: number
  readonly name: string
}

/** The photos of checks in their order, described by check and number. */
export const listPhotos = (checks: readonly ConditionCheck[]): CheckPhoto[] =>
  checks.flatMap(({ id, state, day, photos }) =>
    photos.map(({ name, width, height }, index) => {
      const alt = `${formatDate(day)}, ${conditionNames[state]}: photo ${index + 1} of ${photos.length}`
      return {
        checkId: id,
        name,
        address: photoAddress(name, 'screen'),
        alt,
        width,
        height,
        captions: [alt],
      }
    }),
  )

export const photoAddress = (name: string, size: PhotoSize): string =>
  `/api/image/condition/${name}?size=${size}`

interface CheckPhotosProps {
  readonly check: ConditionCheck
  /** The photos of all checks, which the viewer goes through. */
  readonly photos: readonly CheckPhoto[]
}

export const CheckPhotos = ({ check, photos }: CheckPhotosProps) => (
  <div className="row">
    {photos.map(
      ({ checkId, name, alt }, index) =>
        checkId === check.id && (
          <ZoomLink
            key={name}
            pictures={photos}
            index={index}
            label={`Enlarge: ${alt}`}
            className={styles.thumbnail}
          >
            <Picture src={photoAddress(name, 'thumbnail')} alt="" loading="lazy" />
          </ZoomLink>
        ),
    )}
  </div>
)

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
