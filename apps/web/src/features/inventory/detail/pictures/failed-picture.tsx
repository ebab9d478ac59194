import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './failed-picture.module.css'

export const FailedPicture = ({ children = 'The picture could not be loaded.' }: { readonly children?: ReactNode }) => (
  <span className={styles.failed}>
    <IconPhotoOff size={40} stroke={1} aria-hidden="true" />
    {children}
  </span>
)

const folders = { screen: '', thumbnail: 'thumbnail/' } as const

export const pictureAddress = (itemId: number, name: string, size: keyof typeof folders = 'screen'): string =>
  `/api/image/${folders[size]}${itemId}?v=${name}`
