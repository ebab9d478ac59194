import { VisuallyHidden } from '@mantine/core'
import type { FieldChange } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { Picture } from '../../ui/lists/picture.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import styles from './changed-picture.module.css'

interface ChangedPictureProps extends Pick<FieldChange, 'before' | 'after'> {
  readonly pictures: NonNullable<FieldChange['pictures']>
}

/** The picture before and after, each with its file name; of one that has only moved, from where to where. */
export function ChangedPicture({ pictures, before, after }: ChangedPictureProps) {
  if (pictures.before !== null && pictures.before === pictures.after)
    return (
      <Thumbnail name={pictures.before}>
        <ChangeText before={before} after={after} />
      </Thumbnail>
    )
  return (
    <div className={styles.pictures}>
      {pictures.before !== null && (
        <>
          <Thumbnail name={pictures.before}>{before}</Thumbnail>
          <span aria-hidden="true" className={styles.arrow}>
            →
          </span>
          <VisuallyHidden> became </VisuallyHidden>
        </>
      )}
      {pictures.after === null ? (
        <em className={styles.nothing}>nothing</em>
      ) : (
        <Thumbnail name={pictures.after}>{after}</Thumbnail>
      )}
    </div>
  )
}

const Thumbnail = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <figure className={styles.figure}>
    <span className={styles.picture}>
      <Picture src={`/api/image/earlier/${name}`} alt="" loading="lazy" />
    </span>
    <figcaption className={styles.caption}>{children}</figcaption>
  </figure>
)
