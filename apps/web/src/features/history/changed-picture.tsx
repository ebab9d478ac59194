import { VisuallyHidden } from '@mantine/core'
import type { FieldChange } from '@vitrine/contract'
import styles from './changed-picture.module.css'

interface ChangedPictureProps extends Pick<FieldChange, 'before' | 'after'> {
  readonly pictures: NonNullable<FieldChange['pictures']>
}

/** The picture before and after, each with its file name. */
export const ChangedPicture = ({ pictures, before, after }: ChangedPictureProps) => (
  <div className={styles.pictures}>
    {pictures.before !== null && (
      <>
        <Thumbnail name={pictures.before} fileName={before} />
        <span aria-hidden="true" className={styles.arrow}>
          →
        </span>
        <VisuallyHidden> became </VisuallyHidden>
      </>
    )}
    {pictures.after === null ? (
      <em className={styles.nothing}>nothing</em>
    ) : (
      <Thumbnail name={pictures.after} fileName={after} />
    )}
  </div>
)

const Thumbnail = ({ name, fileName }: { readonly name: string; readonly fileName: string }) => (
  <figure className={styles.figure}>
    <img src={`/api/image/earlier/${name}`} alt="" loading="lazy" decoding="async" className={styles.picture} />
    <figcaption className={styles.caption}>{fileName}</figcaption>
  </figure>
)
