import type { LabelLanguage } from '@vitrine/contract'
import type { Picture } from '../document/page.ts'
import { pictureWords } from '../words/picture.ts'

/** The largest width a phone needs: the next one up would cost it a second and show nothing new. */
const maxPhoneWidth = 800

const srcSet = (widths: Picture['widths']) => widths.map(({ src, width }) => `${src} ${width}w`).join(', ')

interface PictureFigureProps {
  readonly picture: Picture
  readonly alt: string
  readonly lang: LabelLanguage
  /** The script that enlarges it; null where nothing leads elsewhere. Where no script runs, the link does. */
  readonly zoomSrc: string | null
}

export function PictureFigure({ picture, alt, lang, zoomSrc }: PictureFigureProps) {
  const { widths, width, height } = picture
  const forPhone = widths.filter((one) => one.width <= maxPhoneWidth)
  const { enlarge, smaller, larger, close } = pictureWords[lang]
  const shown = (
    <picture>
      {forPhone.length > 0 && <source media="(max-width: 30rem)" srcSet={srcSet(forPhone)} sizes="100vw" />}
      <img
        src={widths.at(-1)?.src}
        srcSet={srcSet(widths)}
        sizes="(min-width: 100rem) 70rem, (min-width: 64rem) 42rem, 100vw"
        {...(width > 0 && height > 0 && { width, height })}
        alt={alt}
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
  if (zoomSrc === null) return <figure className="picture">{shown}</figure>
  return (
    <figure className="picture">
      <a
        href={widths.at(-1)?.src}
        data-enlarge={zoomSrc}
        data-smaller={smaller}
        data-larger={larger}
        data-close={close}
      >
        {shown}
        <svg width={20} height={20} viewBox="0 0 20 20" role="img" aria-label={enlarge}>
          <path d="M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6" />
        </svg>
      </a>
    </figure>
  )
}
