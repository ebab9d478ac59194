import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './failed-picture.module.css'

/** In the place of a picture: why there is none to see. */
export const FailedPicture = ({ children = 'The picture could not be loaded.' }: { readonly children?: ReactNode }) => (
  <span className={styles.failed}>
    <IconPhotoOff size={40} stroke={1} aria-hidden="true" />
    {children}
  </span>
)
