import {
  findAltText,
  type LabelLanguage,
  licences,
  type PageLanguage,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import type { ItemPicture, Picture } from '../document/page.ts'
import { type LanguageAttributes, languageAttributes } from './texts.tsx'

/** The largest width a phone needs: the next one up would cost it a second and show nothing new. */
const maxPhoneWidth = 800

const srcSet = (widths: Picture['widths']) =>
  widths.map(({ src, width }) => `${src} ${width}w`).join(', ')

interface PicturesProps extends PageLanguage {
  readonly pictures: readonly ItemPicture[]
  readonly all: boolean
  /** The alternative text of a picture that has none. */
  readonly name: string
  /** The script that enlarges them; null where nothing leads elsewhere. Where no script runs, the link does. */
  readonly zoomSrc: string | null
}

/** The cover of an item, with its other pictures below. */
export function PictureFigure({
  pictures: [cover, ...others],
  all,
  name,
  zoomSrc,
  ...language
}: PicturesProps) {
  if (!cover) return null
  const { lang } = language
  const { widths, width, height } = cover
  const alt = getAltText(cover, name, lang)
  const forPhone = widths.filter((one) => one.width <= maxPhoneWidth)
  const { enlarge, smaller, larger, close } = visitorWords[lang].picture
  const { previous, next } = visitorWords[lang].museum
  const shown = (
    <picture>
      {forPhone.length > 0 && (
        <source media="(max-width: 30rem)" srcSet={srcSet(forPhone)} sizes="100vw" />
      )}
      <img
        src={widths.at(-1)?.src}
        srcSet={srcSet(widths)}
        sizes="(min-width: 100rem) 64rem, (min-width: 78rem) 45rem, 100vw"
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
          <svg
            className="enlarge"
            width={20}
            height={20}
            viewBox="0 0 20 20"
            role="img"
            aria-label={enlarge}
          >
            <path d="M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6" />
          </svg>
        </a>
      )}
      {hasRights(cover) && (
        <figcaption>
          <Rights picture={cover} lang={lang} linked={zoomSrc !== null} />
        </figcaption>
      )}
      {others.length > 0 && (
        <Strip
          {...language}
          cover={cover}
          others={others}
          all={all}
          name={name}
          linked={zoomSrc !== null}
        />
      )}
    </figure>
  )
}

/** How many others are shown before visitors ask for all of them. */
export const maxStripPictures = 12

/** On the page that shows all of them. */
export const allPicturesQuery = '?pictures=all'

interface StripProps extends PageLanguage {
  readonly cover: ItemPicture
  readonly others: readonly ItemPicture[]
  readonly all: boolean
  readonly name: string
  /** Whether they lead to a larger one. */
  readonly linked: boolean
}

/** The other pictures, to be moved with a finger; a browser loads those that are in sight. */
function Strip({ cover, others, all, name, linked, ...language }: StripProps) {
  const { lang } = language
  const words = visitorWords[lang].picture
  const thumbnail = (picture: ItemPicture, index: number) => {
    const { width, height, widths } = picture
    const alt = getAltText(picture, `${name} (${index + 2})`, lang)
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
  const shown = all ? others : others.slice(0, maxStripPictures)
  return (
    <ul className={all ? 'strip all' : 'strip'} id="pictures" aria-label={words.more}>
      {shown.map((picture, index) => (
        <li key={picture.widths[0]?.src}>
          {linked ? (
            <a href={picture.widths.at(-1)?.src}>{thumbnail(picture, index)}</a>
          ) : (
            thumbnail(picture, index)
          )}
          {!isSameRights(picture, cover) && (
            <p hidden={!hasRights(picture)}>
              <Rights picture={picture} lang={lang} linked={linked} />
            </p>
          )}
        </li>
      ))}
      {shown.length < others.length && (
        <li>
          <a
            className="more"
            {...(linked && { href: `${withLangParameter(allPicturesQuery, language)}#pictures` })}
          >
            {words.all.replace('{count}', String(others.length + 1))}
          </a>
        </li>
      )}
    </ul>
  )
}

type RightsInfo = Pick<ItemPicture, 'credit' | 'licence'>

/** A licence alone says nothing to a visitor. */
const hasRights = ({ credit }: RightsInfo): boolean => credit !== ''

const isSameRights = (a: RightsInfo, b: RightsInfo): boolean =>
  a.credit === b.credit && a.licence === b.licence

interface RightsProps {
  readonly picture: RightsInfo
  readonly lang: LabelLanguage
  /** Whether something on the page may lead elsewhere. */
  readonly linked: boolean
}

/** A longer one is cut below a small picture. */
const maxFullCreditLength = 40

/** Who made a picture, and what others may do with it. */
function Rights({ picture: { credit, licence }, lang, linked }: RightsProps) {
  const { uri, label } = licence ? licences[licence] : { uri: '', label: '' }
  const inEnglish = languageAttributes('en', lang)
  return (
    <>
      {credit && (
        <bdi
          {...languageAttributes('', lang)}
          title={credit.length > maxFullCreditLength ? credit : undefined}
        >
          {/* A space of its own would count as moving when the licence arrives. */}
          {label ? `${credit} ` : credit}
        </bdi>
      )}
      {label &&
        (linked ? (
          <a href={uri.replace('http:', 'https:')} rel="license" {...inEnglish}>
            {label}
          </a>
        ) : (
          <span {...inEnglish}>{label}</span>
        ))}
    </>
  )
}

/** The alternative text of a picture; the item's name where it has none. */
function getAltText(
  { alt }: ItemPicture,
  name: string,
  lang: LabelLanguage,
): { readonly text: string; readonly written: LanguageAttributes } {
  const said = findAltText(alt, lang)
  return { text: said?.text ?? name, written: languageAttributes(said?.language, lang) }
}
