import { IconPhotoOff } from '@tabler/icons-react'
import type { ItemListEntry } from '@vitrine/contract'
import { type ComponentProps, type ReactNode, useState } from 'react'
import styles from './picture.module.css'

const noPicture = <IconPhotoOff size={20} stroke={1.25} aria-hidden="true" />

interface PictureProps extends ComponentProps<'img'> {
  readonly src: string
  readonly alt: string
  readonly fallback?: ReactNode
}

/** An image that is replaced by `fallback` if it cannot be loaded. */
export function Picture({ src, alt, fallback = noPicture, ...others }: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (failedSrc === src) return fallback
  return <img src={src} alt={alt} decoding="async" onError={() => setFailedSrc(src)} {...others} />
}

/** A picture in a box of fixed size; without alt text, because the item's name is beside it. */
export function Thumbnail({
  item: { id, picture },
}: {
  readonly item: Pick<ItemListEntry, 'id' | 'picture'>
}) {
  return (
    <span className={styles.box}>
      {picture === '' ? (
        noPicture
      ) : (
        <Picture
          // By item, so that a reused row never shows the previous item's picture.
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
