import { type PageLanguage, visitorWords } from '@vitrine/contract'
import type { ItemPicture, Picture } from '../document/page.ts'
import { altOf } from './alt.ts'
import { hasRights, Rights } from './rights.tsx'
import { Strip } from './strip.tsx'

/** The largest width a phone needs: the next one up would cost it a second and show nothing new. */
const maxPhoneWidth = 800

const srcSet = (widths: Picture['widths']) => widths.map(({ src, width }) => `${src} ${width}w`).join(', ')

interface PicturesProps extends PageLanguage {
  readonly pictures: readonly ItemPicture[]
  readonly all: boolean
  /** What a picture shows, where nobody has said it. */
  readonly name: string
  /** The script that enlarges them; null where nothing leads elsewhere. Where no script runs, the link does. */
  readonly zoomSrc: string | null
}

/** The face of an item, with the others below it. */
export function PictureFigure({ pictures: [face, ...others], all, name, zoomSrc, ...language }: PicturesProps) {
  if (!face) return null
  const { lang } = language
  const { widths, width, height } = face
  const alt = altOf(face, name, lang)
  const forPhone = widths.filter((one) => one.width <= maxPhoneWidth)
  const { enlarge, smaller, larger, close } = visitorWords[lang].picture
  const { previous, next } = visitorWords[lang].museum
  const shown = (
    <picture>
      {forPhone.length > 0 && <source media="(max-width: 30rem)" srcSet={srcSet(forPhone)} sizes="100vw" />}
      <img
        src={widths.at(-1)?.src}
        srcSet={srcSet(widths)}
        sizes="(min-width: 100rem) 43rem, (min-width: 78rem) 28rem, 100vw"
        {...(width > 0 && height > 0 && { width, height })}
        alt={alt.text}
        {...alt.written}
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
  return (
    <figure className="picture">
      {zoomSrc === null ? (
        shown
      ) : (
        <a
          href={widths.at(-1)?.src}
          data-enlarge={zoomSrc}
          data-smaller={smaller}
          data-larger={larger}
          data-close={close}
          {...(others.length > 0 && { 'data-previous': previous, 'data-next': next })}
        >
          {shown}
          <svg width={20} height={20} viewBox="0 0 20 20" role="img" aria-label={enlarge}>
            <path d="M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6" />
          </svg>
        </a>
      )}
      {hasRights(face) && (
        <figcaption>
          <Rights picture={face} lang={lang} linked={zoomSrc !== null} />
        </figcaption>
      )}
      {others.length > 0 && (
        <Strip {...language} face={face} others={others} all={all} name={name} linked={zoomSrc !== null} />
      )}
    </figure>
  )
}
