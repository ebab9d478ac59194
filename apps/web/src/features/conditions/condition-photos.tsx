import { type ConditionCheck, conditionNames, type PictureSize } from '@vitrine/contract'
import { Picture } from '../../ui/lists/picture.tsx'
import { ZoomLink, type ZoomPicture } from '../../ui/lists/zoom-link.tsx'
import { formatDate } from '../../ui/text/format.ts'
import styles from './item-conditions.module.css'

export interface CheckPhoto extends ZoomPicture {
  readonly checkId: number
  readonly name: string
}

/** Lists the photos of checks in their order, described by date, condition and number. */
export const listPhotos = (checks: readonly ConditionCheck[]): CheckPhoto[] =>
  checks.flatMap(listPhotosOfCheck)

const listPhotosOfCheck = ({ id, state, day, photos }: ConditionCheck): CheckPhoto[] =>
  photos.map(({ name, width, height }, index) => {
    const alt = `${formatDate(day)}, ${conditionNames[state]}: photo ${index + 1} of ${photos.length}`
    const address = photoAddress(name, 'screen')
    return { checkId: id, name, address, alt, width, height, captions: [alt] }
  })

export const photoAddress = (name: string, size: PictureSize): string =>
  `/api/image/earlier/${name}?size=${size}`

interface CheckPhotosProps {
  readonly check: ConditionCheck
  /** The photos of all checks, between which the viewer moves. */
  readonly photos: readonly CheckPhoto[]
}

/** Thumbnails of a check's photos. */
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
