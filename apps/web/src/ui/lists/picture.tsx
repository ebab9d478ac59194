import { IconPhotoOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'

export const noPicture = <IconPhotoOff size={20} stroke={1.25} aria-hidden="true" />

interface PictureProps extends ComponentProps<'img'> {
  readonly src: string
  readonly alt: string
  readonly fallback?: ReactNode
}

export function Picture({ src, alt, fallback = noPicture, ...others }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === src) return fallback
  return <img src={src} alt={alt} decoding="async" onError={() => setFailed(src)} {...others} />
}
