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
import { Around, type Surroundings } from '../museum/around.tsx'
import gridCss from '../museum/grid.css?inline'
import type { ScriptAddresses } from '../scripts.ts'
import factsheetCss from './factsheet.css?inline'
import labelCss from './label.css?inline'
import { MuseumPage } from './label.tsx'
import { allPicturesQuery, PictureFigure } from './picture.tsx'
import stripCss from './strip.css?inline'
import { detectValueLanguage, languageAttributes, Story } from './texts.tsx'

/** What every item shows to visitors, in the page's language as far as it has been translated. */
export interface FactsheetProps extends PageLanguage, LocalisedItem {
  readonly imprint: Imprint
  /** The page's address without a language, as the QR code has it. */
  readonly url: string
  /** Its screen in the staff app, for browsers that are signed in; null where nothing leads elsewhere. */
  readonly staffPath: string | null
  /** The languages in which its text is read. */
  readonly textLanguages: readonly LabelLanguage[]
  /** The first one is its cover. */
  readonly pictures: readonly ItemPicture[]
  /** Whether all of them are shown at once. */
  readonly allPictures: boolean
  /** In a frame of the staff app: nothing on it leads elsewhere. */
  readonly framed: boolean
  /** Null where nothing leads elsewhere. */
  readonly around: Surroundings | null
  /** Where other programs find the item. */
  readonly alternates: readonly AlternateLink[]
  /** Null where no script runs. */
  readonly scripts: ScriptAddresses | null
}

interface FactsheetParts {
  readonly type: ItemType
  readonly sheet: FactsheetProps
  readonly rows: readonly AttributeRow[]
  readonly data: StructuredData
  /** Beside what every label has. */
  readonly style?: string
  readonly recording: string | null
  /** Shown under the name, in the order of the specification. */
  readonly facts: ReactNode
  /** The QR code, before the text, or beside it where there is room. */
  readonly code: ReactNode
  readonly questions: ReactNode
  /** Shown after the way on. */
  readonly end: ReactNode
}

export const displayName = (
  type: ItemType,
  { name, lang }: Pick<FactsheetProps, 'name' | 'lang'>,
): string => (hasVisibleCharacter(name) ? name.trim() : inventoryTypes[type].labels[lang])

/** Joiners and the like have no shape, and a heading of nothing else would be empty. */
const hasVisibleCharacter = (name: string) => /[^\p{C}\p{M}\p{Z}]/u.test(name)

/** The values of an item's line under its name, as far as the name does not say so: who made it, and when. */
function headlineValues(type: ItemType, name: string, rows: readonly AttributeRow[]) {
  const words = (text: string) => ` ${fold(text)} `
  return inventoryTypes[type].page.headline
    .map((key) => ({ key, value: rows.find((row) => row.key === key)?.value.split('\n')[0] ?? '' }))
    .filter(({ value }) => value && !words(name).includes(words(value)))
}

/** A museum label: picture and name, then the order of the specification, then the way on. */
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
    around,
    alternates,
  } = sheet
  const [picture = null] = pictures
  const { museum } = inventoryTypes[type]
  const name = displayName(type, sheet)
  const values = headlineValues(type, name, rows)
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
      (around ? gridCss : '') +
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
            all={allPictures}
            name={name}
            zoomSrc={scripts?.zoom ?? null}
            lang={lang}
            pinned={pinned}
          />
          <div className="text">
            <header className="heading" data-staff={sheet.staffPath}>
              <h1
                {...languageAttributes(
                  hasVisibleCharacter(sheet.name) ? sheet.languages.name : lang,
                  lang,
                )}
              >
                {name}
              </h1>
              {headline && (
                <p
                  className="headline"
                  {...languageAttributes(detectValueLanguage(headline), lang)}
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
          {around && <Around type={type} around={around} lang={lang} pinned={pinned} />}
          {end}
        </article>
      </MuseumPage>
    ),
  })
}

/** A style element is the one place where the policy lets a page say a number of its own. */
const renderRatioCss = (picture: ItemPicture | null) =>
  picture && picture.width > 0 && picture.height > 0
    ? `.picture{--ratio:${(picture.width / picture.height).toFixed(3)}}`
    : ''

/** A line or two about the item for those who show a link to it. */
const buildTeaser = (description: string, rows: readonly AttributeRow[]): string =>
  truncateForPreview(
    description.replaceAll(/\s+/g, ' ').trim() ||
      rows.map(({ label, value }) => `${label}: ${value}`).join(', '),
  )
