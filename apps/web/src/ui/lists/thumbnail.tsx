import type { ItemListEntry } from '@vitrine/contract'
import { noPicture, Picture } from './picture.tsx'
import styles from './thumbnail.module.css'

/** A picture in a box that has its size before the picture comes. It only decorates: the name is beside it. */
export function Thumbnail({ item: { id, picture } }: { readonly item: Pick<ItemListEntry, 'id' | 'picture'> }) {
  return (
    <span className={styles.box}>
      {picture === '' ? (
        noPicture
      ) : (
        <Picture
          // Another item never shows the picture of the one before.
          key={id}
          src={`/api/image/thumbnail/${id}?v=${picture}`}
          alt=""
          loading="lazy"
          className={styles.picture}
        />
      )}
    </span>
  )
}
