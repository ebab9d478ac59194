import { IconZoomIn } from '@tabler/icons-react'
import { type ItemPicture, pictureKindNames, pictureLicenceName } from '@vitrine/contract'
import type { CSSProperties, MouseEvent } from 'react'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { FailedPicture, pictureAddress } from './failed-picture.tsx'
import styles from './picture-dialog.module.css'

interface LargePictureProps {
  readonly itemId: number
  readonly pictures: readonly ItemPicture[]
  readonly picture: ItemPicture
  readonly onSeen: (name: string) => void
}

/** A picture as large as the dialog allows, and larger when it is clicked. */
export function LargePicture({ itemId, pictures, picture, onSeen }: LargePictureProps) {
  const { name, fileName, width, height, alt } = picture
  const lookClosely = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const link = event.currentTarget
    try {
      await openZoom(linksOf(itemId, pictures), pictures.indexOf(picture), (place) => {
        const seen = pictures[place]
        link.focus()
        if (seen && seen !== picture) onSeen(seen.name)
      })
    } catch {
      location.assign(link.href)
    }
  }
  return (
    <a
      href={pictureAddress(itemId, name)}
      className={styles.closely}
      style={{ '--ratio': width / height } as CSSProperties}
      onClick={(event) => void lookClosely(event)}
    >
      <Picture
        // Another picture never stands in the frame of the one before.
        key={name}
        src={pictureAddress(itemId, name)}
        alt={alt.en || fileName}
        width={width}
        height={height}
        className={styles.large}
        fallback={<FailedPicture />}
      />
      <span className={`flex-middle ${styles.lens}`}>
        <IconZoomIn size={18} stroke={1.5} aria-hidden="true" /> Enlarge
      </span>
    </a>
  )
}

const words = {
  smaller: 'Zoom out',
  larger: 'Zoom in',
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  images: '/api/iiif/3',
}

interface Zoom {
  show(link: HTMLAnchorElement, words: Readonly<Record<string, string>>): HTMLDialogElement
}

/** As visitors do, by the script of their pages; without it the link leads to the picture. */
async function openZoom(links: readonly HTMLAnchorElement[], place: number, onClosed: (place: number) => void) {
  const address = '/public/zoom.js'
  const { show } = (await import(/* @vite-ignore */ address)) as Zoom
  const [link] = links.slice(place)
  if (!link) return
  const opened = show(link, words)
  // Its keys are its own: Escape closes it, and the dialog below stays.
  opened.addEventListener('keydown', (pressed) => pressed.stopPropagation())
  opened.addEventListener('close', () => onClosed(Number(opened.dataset.place)))
  for (const button of opened.querySelectorAll('button')) button.dataset.mantineStopPropagation = 'true'
}

/** Pictures with what is said of them, as the script reads them from a page of visitors. */
function linksOf(itemId: number, pictures: readonly ItemPicture[]): HTMLAnchorElement[] {
  const figure = document.createElement('figure')
  figure.className = 'picture'
  return pictures.map(({ name, fileName, width, height, alt, kind, credit, licence }) => {
    const link = Object.assign(document.createElement('a'), { href: pictureAddress(itemId, name) })
    link.append(Object.assign(document.createElement('img'), { alt: alt.en || fileName, width, height }))
    const said = document.createElement('p')
    for (const textContent of [pictureKindNames[kind], credit, pictureLicenceName(licence)].filter(Boolean))
      said.append(Object.assign(document.createElement('span'), { textContent }))
    const entry = document.createElement('div')
    entry.append(link, said)
    figure.append(entry)
    return link
  })
}
