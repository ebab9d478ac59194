import { type PageLanguage, visitorWords, withLang } from '@vitrine/contract'
import type { ItemPicture } from '../document/page.ts'
import { altOf } from './alt.ts'
import { hasRights, isSameRights, Rights } from './rights.tsx'

/** How many others are shown before visitors ask for all of them. */
export const maxInStrip = 12

/** On the page that shows all of them. */
export const allPicturesQuery = '?pictures=all'

interface StripProps extends PageLanguage {
  readonly face: ItemPicture
  readonly others: readonly ItemPicture[]
  readonly all: boolean
  readonly name: string
  /** Whether they lead to a larger one. */
  readonly linked: boolean
}

/** The other pictures, to be moved with a finger; a browser loads those that are in sight. */
export function Strip({ face, others, all, name, linked, ...language }: StripProps) {
  const { lang } = language
  const words = visitorWords[lang].picture
  const thumbnail = (picture: ItemPicture, index: number) => {
    const { width, height, widths } = picture
    const alt = altOf(picture, `${name} (${index + 2})`, lang)
    return (
      <img
        src={widths[0]?.src}
        {...(width > 0 && height > 0 && { width, height })}
        alt={alt.text}
        {...alt.written}
        loading="lazy"
        decoding="async"
      />
    )
  }
  const shown = all ? others : others.slice(0, maxInStrip)
  return (
    <ul className={all ? 'strip all' : 'strip'} id="pictures" aria-label={words.more}>
      {shown.map((picture, index) => (
        <li key={picture.widths[0]?.src}>
          {linked ? <a href={picture.widths.at(-1)?.src}>{thumbnail(picture, index)}</a> : thumbnail(picture, index)}
          {!isSameRights(picture, face) && (
            <p hidden={!hasRights(picture)}>
              <Rights picture={picture} lang={lang} linked={linked} />
            </p>
          )}
        </li>
      ))}
      {shown.length < others.length && (
        <li>
          <a className="more" {...(linked && { href: `${withLang(allPicturesQuery, language)}#pictures` })}>
            {words.all.replace('{count}', String(others.length + 1))}
          </a>
        </li>
      )}
    </ul>
  )
}
