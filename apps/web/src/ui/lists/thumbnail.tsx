import { IconPhotoOff } from '@tabler/icons-react'
import type { ItemListEntry } from '@vitrine/contract'
import { useState } from 'react'
import styles from './thumbnail.module.css'

const noPicture = <IconPhotoOff size={20} stroke={1.25} aria-hidden="true" />

/** A picture in a box that has its size before the picture comes. It only decorates: the name is beside it. */
export function Thumbnail({ item }: { readonly item: Pick<ItemListEntry, 'id' | 'picture'> }) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={styles.box}>
      {item.picture === '' || failed === item.picture ? (
        noPicture
      ) : (
        <img
          // Another item never shows the picture of the one before.
          key={item.id}
          src={`/api/image/thumbnail/${item.id}?v=${item.picture}`}
          alt=""
          loading="lazy"
          decoding="async"
          className={styles.picture}
          onError={() => setFailed(item.picture)}
        />
      )}
    </span>
  )
}
