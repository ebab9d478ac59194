import type { ItemPicture } from '@vitrine/contract'
import type { CSSProperties } from 'react'
import styles from './picture-dialog.module.css'
import { pictureAddress } from './picture-words.ts'

interface LargePictureProps {
  readonly itemId: number
  readonly picture: ItemPicture
}

/** A picture as large as the dialog allows. */
export const LargePicture = ({ itemId, picture: { name, fileName, width, height, alt } }: LargePictureProps) => (
  <img
    // Another picture never stands in the frame of the one before.
    key={name}
    src={pictureAddress(itemId, name)}
    alt={alt.en || fileName}
    width={width}
    height={height}
    className={styles.large}
    style={{ '--ratio': width / height } as CSSProperties}
  />
)
