import {
  findAltText,
  type LabelLanguage,
  licences,
  type PageLanguage,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import type { ItemPicture, Picture } from '../document/page.ts'
import { getLanguageAttributes, type LanguageAttributes } from './texts.tsx'

/** Maximum width for phones; larger renditions would cost a second without a visible benefit. */
const maxPhoneWidth = 800

const toSrcSet = (widths: Picture['widths']) =>
  widths.map(({ src, width }) => `${src} ${width}w`).join(', ')

interface PicturesProps extends PageLanguage {
  readonly pictures: readonly ItemPicture[]
  /** Whether the strip has all pictures instead of the first ones. */
  readonly showsAll: boolean
  /** Fallback for missing alternative texts. */
  readonly name: string
  /** URL of the zoom script; null without links. Without scripts, a link opens the picture. */
  readonly zoomSrc: string | null
}

/** The cover of an item, with a strip of its other pictures. */
export function PictureFigure({
  pictures: [cover, ...others],
  showsAll,
  name,
  zoomSrc,
  ...language
}: PicturesProps) {
  if (!cover) return null
  const { lang } = language
  const { widths, width, height } = cover
  const alt = getAltText(cover, name, lang)
  const phoneWidths = widths.filter((rendition) => rendition.width <= maxPhoneWidth)
  const { enlarge, smaller, larger, close } = visitorWords[lang].picture
  const { previous, next } = visitorWords[lang].museum
  const hasLinks = zoomSrc !== null
  const picture = (
    <picture>
      {phoneWidths.length > 0 && (
        <source media="(max-width: 30rem)" srcSet={toSrcSet(phoneWidths)} sizes="100vw" />
      )}
      <img
        src={widths.at(-1)?.src}
        srcSet={toSrcSet(widths)}
        sizes="(min-width: 100rem) 64rem, (min-width: 78rem) 45rem, 100vw"
        {...(width > 0 && height > 0 && { width, height })}
        alt={alt.text}
        {...alt.languageProps}
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
  return (
    <figure className="picture">
      {zoomSrc === null ? (
        picture
      ) : (
        <a
          href={widths.at(-1)?.src}
          data-enlarge={zoomSrc}
          data-smaller={smaller}
          data-larger={larger}
          data-close={close}
          {...(others.length > 0 && { 'data-previous': previous, 'data-next': next })}
        >
          {picture}
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
          <Rights picture={cover} lang={lang} hasLinks={hasLinks} />
        </figcaption>
      )}
      {others.length > 0 && (
        <Strip
          {...language}
          cover={cover}
          others={others}
          showsAll={showsAll}
          name={name}
          hasLinks={hasLinks}
        />
      )}
    </figure>
  )
}

/** Maximum pictures in the strip, unless the visitor asks for all. */
export const maxStripPictures = 12

/** Query of the page with all pictures. */
export const allPicturesQuery = '?pictures=all'

interface StripProps extends PageLanguage {
  readonly cover: ItemPicture
  readonly others: readonly ItemPicture[]
  /** Whether the strip has all pictures instead of the first ones. */
  readonly showsAll: boolean
  readonly name: string
  /** Whether thumbnails link to larger renditions. */
  readonly hasLinks: boolean
}

/** Scrollable strip of the other pictures, which load lazily. */
function Strip({ cover, others, showsAll, name, hasLinks, ...language }: StripProps) {
  const { lang } = language
  const words = visitorWords[lang].picture
  const renderThumbnail = (picture: ItemPicture, index: number) => {
    const { width, height, widths } = picture
    // The cover is the first picture.
    const number = index + 2
    const alt = getAltText(picture, `${name} (${number})`, lang)
    return (
      <img
        src={widths[0]?.src}
        {...(width > 0 && height > 0 && { width, height })}
        alt={alt.text}
        {...alt.languageProps}
        loading="lazy"
        decoding="async"
      />
    )
  }
  const shownPictures = showsAll ? others : others.slice(0, maxStripPictures)
  return (
    <ul className={showsAll ? 'strip all' : 'strip'} id="pictures" aria-label={words.more}>
      {shownPictures.map((picture, index) => (
        <li key={picture.widths[0]?.src}>
          {hasLinks ? (
            <a href={picture.widths.at(-1)?.src}>{renderThumbnail(picture, index)}</a>
          ) : (
            renderThumbnail(picture, index)
          )}
          {!isSameRights(picture, cover) && (
            <p hidden={!hasRights(picture)}>
              <Rights picture={picture} lang={lang} hasLinks={hasLinks} />
            </p>
          )}
        </li>
      ))}
      {shownPictures.length < others.length && (
        <li>
          <a
            className="more"
            {...(hasLinks && { href: `${withLangParameter(allPicturesQuery, language)}#pictures` })}
          >
            {words.all.replace('{count}', String(others.length + 1))}
          </a>
        </li>
      )}
    </ul>
  )
}

type RightsInfo = Pick<ItemPicture, 'credit' | 'licence'>

/** A licence without a credit is not shown. */
const hasRights = ({ credit }: RightsInfo): boolean => credit !== ''

const isSameRights = (a: RightsInfo, b: RightsInfo): boolean =>
  a.credit === b.credit && a.licence === b.licence

interface RightsProps {
  readonly picture: RightsInfo
  readonly lang: LabelLanguage
  /** Whether the page has links. */
  readonly hasLinks: boolean
}

/** Longer credits may be cut by CSS, so they get a tooltip. */
const maxFullCreditLength = 40

/** Credit and licence of a picture. */
function Rights({ picture: { credit, licence }, lang, hasLinks }: RightsProps) {
  const { uri, label } = licence ? licences[licence] : { uri: '', label: '' }
  // The labels of licences are English.
  const inEnglish = getLanguageAttributes('en', lang)
  return (
    <>
      {credit && (
        <bdi
          {...getLanguageAttributes('', lang)}
          title={credit.length > maxFullCreditLength ? credit : undefined}
        >
          {/* The space is part of the credit to avoid a layout shift when the licence arrives. */}
          {label ? `${credit} ` : credit}
        </bdi>
      )}
      {label &&
        (hasLinks ? (
          <a href={uri.replace('http:', 'https:')} rel="license" {...inEnglish}>
            {label}
          </a>
        ) : (
          <span {...inEnglish}>{label}</span>
        ))}
    </>
  )
}

/** The alternative text of a picture, or else the item's name. */
function getAltText(
  { alt }: ItemPicture,
  name: string,
  lang: LabelLanguage,
): { readonly text: string; readonly languageProps: LanguageAttributes } {
  const altText = findAltText(alt, lang)
  return {
    text: altText?.text ?? name,
    languageProps: getLanguageAttributes(altText?.language, lang),
  }
}
