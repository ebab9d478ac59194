import type { CSSProperties, MouseEvent, ReactNode } from 'react'

export interface ZoomPicture {
  readonly address: string
  readonly alt: string
  readonly width: number
  readonly height: number
  readonly captions: readonly string[]
}

interface ZoomLinkProps {
  readonly pictures: readonly ZoomPicture[]
  readonly index: number
  readonly label?: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
  /** Called when the viewer closes, with the picture that it showed last. */
  readonly onViewed?: (index: number) => void
  readonly children: ReactNode
}

/** A link to a picture, which opens the viewer of the public pages with all of `pictures`. */
export function ZoomLink(props: ZoomLinkProps) {
  const { pictures, index, label, className, style, onViewed, children } = props
  const zoom = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return

    event.preventDefault()
    const link = event.currentTarget
    try {
      await openZoom(pictures, index, (viewedIndex) => {
        link.focus()
        onViewed?.(viewedIndex)
      })
    } catch {
      location.assign(link.href)
    }
  }
  return (
    <a
      href={pictures[index]?.address}
      aria-label={label}
      className={className}
      style={style}
      onClick={(event) => void zoom(event)}
    >
      {children}
    </a>
  )
}

/** Labels of the viewer's buttons, and in `images` the address of the image server. */
const zoomWords = {
  smaller: 'Zoom out',
  larger: 'Zoom in',
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  images: '/api/iiif/3',
}

/** Exports of the public pages' zoom script. */
interface ZoomScript {
  show(link: HTMLAnchorElement, words: Readonly<Record<string, string>>): HTMLDialogElement
}

/** Opens the zoom viewer of the public pages; throws if its script fails to load. */
async function openZoom(
  pictures: readonly ZoomPicture[],
  index: number,
  onClosed: (index: number) => void,
) {
  const address = '/public/zoom.js'
  const { show } = (await import(/* @vite-ignore */ address)) as ZoomScript
  const link = createLinks(pictures)[index]
  if (!link) return

  const viewer = show(link, zoomWords)
  // Escape must close only the viewer, not the dialog below it.
  viewer.addEventListener('keydown', (event) => event.stopPropagation())
  viewer.addEventListener('close', () => onClosed(Number(viewer.dataset.place)))
  for (const { dataset } of viewer.querySelectorAll('button')) {
    dataset.mantineStopPropagation = 'true'
    // Quick clicks on a button of the viewer are all meant.
    dataset.repeatable = 'true'
  }
}

/** Creates links and captions in the markup that the zoom script expects from public pages. */
function createLinks(pictures: readonly ZoomPicture[]): HTMLAnchorElement[] {
  const figure = document.createElement('figure')
  figure.className = 'picture'

  return pictures.map(({ address, alt, width, height, captions }) => {
    const link = document.createElement('a')
    link.href = address
    link.append(Object.assign(document.createElement('img'), { alt, width, height }))

    const captionBlock = document.createElement('p')
    for (const caption of captions) {
      const line = document.createElement('span')
      line.textContent = caption
      captionBlock.append(line)
    }

    const entry = document.createElement('div')
    entry.append(link, captionBlock)
    figure.append(entry)
    return link
  })
}
