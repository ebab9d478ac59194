import type { ItemPicture } from '@vitrine/contract'
import type { CSSProperties, MouseEvent } from 'react'
import { pictureAddress } from './picture-address.ts'
import styles from './picture-dialog.module.css'

interface LargePictureProps {
  readonly itemId: number
  readonly picture: ItemPicture
}

/** A picture as large as the dialog allows, and larger when it is clicked. */
export const LargePicture = ({ itemId, picture: { name, fileName, width, height, alt } }: LargePictureProps) => (
  <a
    href={pictureAddress(itemId, name)}
    title="Look closely"
    className={styles.closely}
    onClick={(event) => void lookClosely(event)}
  >
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
  </a>
)

const words = { smaller: 'Zoom out', larger: 'Zoom in', close: 'Close', images: '/api/iiif/3' }

interface Zoom {
  show(link: HTMLAnchorElement, words: Readonly<Record<string, string>>): HTMLDialogElement | null
}

/** As visitors do, by the script of their pages; without it the link leads to the picture. */
async function lookClosely(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const link = event.currentTarget
  const address = '/public/zoom.js'
  try {
    const { show } = (await import(/* @vite-ignore */ address)) as Zoom
    const opened = show(link, words)
    // Its keys are its own: Escape closes it, and the dialog below stays.
    opened?.addEventListener('keydown', (pressed) => pressed.stopPropagation())
    for (const button of opened?.querySelectorAll('button') ?? []) button.dataset.mantineStopPropagation = 'true'
  } catch {
    location.assign(link.href)
  }
}
