import {
  type AttributeRow,
  fold,
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  type LocalisedItem,
  type PageLanguage,
  typeset,
} from '@vitrine/contract'
import type { ReactNode } from 'react'
import { type AlternateLink, renderDocument } from '../document/document.tsx'
import {
  type Imprint,
  type ItemPicture,
  type RenderedPage,
  type StructuredData,
  truncateForPreview,
} from '../document/page.ts'
import gridCss from '../museum/grid.css?inline'
import { NeighbourLinks, type Neighbours } from '../museum/neighbour-links.tsx'
import type { ScriptAddresses } from '../scripts.ts'
import factsheetCss from './factsheet.css?inline'
import labelCss from './label.css?inline'
import { MuseumPage } from './label.tsx'
import { allPicturesQuery, PictureFigure } from './picture.tsx'
import stripCss from './strip.css?inline'
import { detectValueLanguage, getLanguageAttributes, Story } from './texts.tsx'

/** Content of an item's page, translated where possible. */
export interface FactsheetProps extends PageLanguage, LocalisedItem {
  readonly imprint: Imprint
  /** URL of the page, without language, as in the QR code. */
  readonly url: string
  /** Path of the item in the staff app, for signed-in browsers; null without links. */
  readonly staffPath: string | null
  /** Languages in which the description is available. */
  readonly textLanguages: readonly LabelLanguage[]
  /** The first picture is the cover. */
  readonly pictures: readonly ItemPicture[]
  /** Whether the strip shows all pictures. */
  readonly allPictures: boolean
  /** Whether the page is a preview in the staff app, without links. */
  readonly framed: boolean
  /** Null without links. */
  readonly neighbours: Neighbours | null
  /** Links to the item's data for other programs. */
  readonly alternates: readonly AlternateLink[]
  /** Null if the page must not run scripts. */
  readonly scripts: ScriptAddresses | null
}

interface FactsheetParts {
  readonly type: ItemType
  readonly sheet: FactsheetProps
  readonly rows: readonly AttributeRow[]
  readonly data: StructuredData
  /** Additional CSS. */
  readonly style?: string
  readonly recording: string | null
  /** Below the name, in the order of the specification. */
  readonly facts: ReactNode
  /** QR code, before the text or beside it. */
  readonly code: ReactNode
  readonly questions: ReactNode
  /** Below the links to other items. */
  readonly end: ReactNode
}

export const toDisplayName = (
  type: ItemType,
  { name, lang }: Pick<FactsheetProps, 'name' | 'lang'>,
): string => (hasVisibleCharacter(name) ? name.trim() : inventoryTypes[type].labels[lang])

/** Whether a name has a visible character; otherwise the heading would be empty. */
const hasVisibleCharacter = (name: string) => /[^\p{C}\p{M}\p{Z}]/u.test(name)

/** Values for the line below the name (such as maker and year), unless the name contains them. */
function listHeadlineValues(type: ItemType, name: string, rows: readonly AttributeRow[]) {
  const toPaddedWords = (text: string) => ` ${fold(text)} `
  return inventoryTypes[type].page.headline
    .map((key) => ({ key, value: rows.find((row) => row.key === key)?.value.split('\n')[0] ?? '' }))
    .filter(({ value }) => value && !toPaddedWords(name).includes(toPaddedWords(value)))
}

/**
 * Renders an item's page: picture, name, parts in the specified order, and links to other items.
 */
export function renderFactsheet(parts: FactsheetParts): RenderedPage {
  const { type, sheet, rows, data, style = '', recording, facts, code, questions, end } = parts
  const {
    imprint,
    url,
    lang,
    pinned,
    description,
    pictures,
    allPictures,
    framed,
    scripts,
    neighbours,
    alternates,
  } = sheet
  const [picture = null] = pictures
  const { museum } = inventoryTypes[type]
  const name = toDisplayName(type, sheet)
  const values = listHeadlineValues(type, name, rows)
  const headline = values.map(({ value }) => value).join(', ')
  const [maker] = inventoryTypes[type].page.headline
  const title = [name, ...values.filter(({ key }) => key === maker).map(({ value }) => value)].join(
    ', ',
  )
  return renderDocument({
    title: `${title} – ${museum}`,
    lang,
    pinned,
    museum: type,
    style:
      renderRatioCss(picture) +
      labelCss +
      factsheetCss +
      (pictures.length > 1 ? stripCss : '') +
      (neighbours ? gridCss : '') +
      style,
    scripts: scripts ? [scripts.page, ...(recording ? [scripts.player] : [])] : [],
    shared: {
      site: museum,
      title,
      description: buildTeaser(description, rows),
      url,
      picture,
      data,
      languages: sheet.textLanguages,
      alternates,
    },
    children: (
      <MuseumPage
        type={type}
        imprint={imprint}
        lang={lang}
        pinned={pinned}
        framed={framed}
        query={allPictures ? allPicturesQuery : ''}
      >
        <article className={picture ? 'sheet' : 'sheet bare'}>
          <PictureFigure
            pictures={pictures}
            showsAll={allPictures}
            name={name}
            zoomSrc={scripts?.zoom ?? null}
            lang={lang}
            pinned={pinned}
          />
          <div className="text">
            <header className="heading" data-staff={sheet.staffPath}>
              <h1
                {...getLanguageAttributes(
                  hasVisibleCharacter(sheet.name) ? sheet.languages.name : lang,
                  lang,
                )}
              >
                {name}
              </h1>
              {headline && (
                <p
                  className="headline"
                  {...getLanguageAttributes(detectValueLanguage(headline), lang)}
                >
                  {typeset(headline, lang)}
                </p>
              )}
            </header>
            <div className="about">{facts}</div>
          </div>
          {code}
          <Story {...sheet} />
          {questions}
          {neighbours && (
            <NeighbourLinks type={type} neighbours={neighbours} lang={lang} pinned={pinned} />
          )}
          {end}
        </article>
      </MuseumPage>
    ),
  })
}

/** In CSS, because the Content-Security-Policy forbids style attributes. */
const renderRatioCss = (picture: ItemPicture | null) =>
  picture && picture.width > 0 && picture.height > 0
    ? `.picture{--ratio:${(picture.width / picture.height).toFixed(3)}}`
    : ''

/** Short description of the item for link previews. */
const buildTeaser = (description: string, rows: readonly AttributeRow[]): string =>
  truncateForPreview(
    description.replaceAll(/\s+/g, ' ').trim() ||
      rows.map(({ label, value }) => `${label}: ${value}`).join(', '),
  )
