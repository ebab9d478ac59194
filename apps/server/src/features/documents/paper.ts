import {
  designTokens,
  type ItemType,
  inventoryTypes,
  type PaperLanguages,
  type paperKinds,
} from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'
import { drawQrCode } from '../../adapters/qr/qr-code.ts'
import { layOutArtCard } from './art-card.ts'
import { layOutCarSheet } from './car-sheet.ts'
import { formatNote } from './set-text.ts'
import { type Sheet, toDisplayName, toDisplayUrl } from './sheet.ts'

type PaperKind = keyof typeof paperKinds

const paperSpecs = {
  Sheet: {
    template: 'car-sheet',
    layOut: layOutCarSheet,
    pictureSize: 'print',
    hasSecondPicture: true,
    msPerPage: 30,
  },
  Card: {
    template: 'art-card',
    layOut: layOutArtCard,
    pictureSize: 'screen',
    hasSecondPicture: false,
    msPerPage: 6,
  },
} as const satisfies Record<PaperKind, PaperSpec>

interface PaperSpec {
  readonly template: Paper['template']
  /** Lays out a sheet; null if it has two languages that do not fit. */
  readonly layOut: (sheet: Sheet, imprint: string) => object | null
  readonly pictureSize: 'print' | 'screen'
  /** Whether the paper shows a second picture if there is space. */
  readonly hasSecondPicture: boolean
  /** Usual rendering time, to estimate progress. */
  readonly msPerPage: number
}

export const getPaperSpec = (type: ItemType) => paperSpecs[inventoryTypes[type].paper]

/** The picture names that a template uses. */
export const toCoverName = ({ id }: Pick<Sheet, 'id'>): string => `item-${id}`
export const toSecondPictureName = ({ id }: Pick<Sheet, 'id'>): string => `second-${id}`

export interface SheetsInput {
  /** The type of all sheets. */
  readonly type: ItemType
  readonly sheets: readonly Sheet[]
  readonly imprint: Imprint
  readonly title: string
  readonly languages: PaperLanguages
}

/** Lays out one PDF of sheets; each has one page, or two if its text is long. */
export function layOutSheetsPaper({
  type,
  sheets,
  imprint: { foundation, address, year },
  title,
  languages,
}: SheetsInput): Paper {
  const imprint = toPrintableLine(`© ${year} ${foundation}, ${address}`)
  const pages = sheets.map((sheet) => layOutSheet(sheet, imprint))
  const hasPagesForStaff = pages.some(({ cut }) => cut)
  const secondPageCount = pages.filter(({ next }) => next).length
  return {
    template: getPaperSpec(type).template,
    // The text that was cut off takes an unknown number of pages.
    pages: hasPagesForStaff ? null : pages.length + secondPageCount,
    // Those that show only the first of two languages.
    shortenedPages: languages.length < 2 ? 0 : pages.filter(({ second }) => !second).length,
    data: {
      title: title.toWellFormed(),
      author: foundation,
      lang: languages[0] ?? 'en',
      look: { ...designTokens.light, accent: inventoryTypes[type].accent.light },
      museum: inventoryTypes[type].museum,
      mark: inventoryTypes[type].mark,
      imprint,
      sheets: pages,
    },
  }
}

/** Type of the text that did not fit, on pages that only staff get. */
const restSetting = { size: 9, leading: 1.36, justify: false }

function layOutSheet(requested: Sheet, imprint: string) {
  const { layOut } = getPaperSpec(requested.type)
  const tryLayout = (sheet: Sheet) => layOut({ ...sheet, name: toDisplayName(sheet) }, imprint)
  // If two languages do not fit, only the first is printed.
  const layoutAsRequested = tryLayout(requested)
  const sheet = layoutAsRequested ? requested : (requested.second?.inFirstLanguage ?? requested)
  const layout = layoutAsRequested ?? tryLayout(sheet)
  if (!layout) throw new Error('there is no layout to choose from')
  const { title, picture } = layout
  // Only sheets of cars have these two.
  const secondPicture = 'secondPicture' in layout ? layout.secondPicture : null
  const next = 'next' in layout ? layout.next : null
  const { rest } = next?.description ?? layout.description
  return {
    ...layout,
    next,
    cut:
      requested.isPreview && rest.length > 0
        ? { ...layout.description, ...restSetting, paragraphs: rest }
        : null,
    name: title.text,
    title: { size: title.size },
    note: formatNote(sheet.notes, sheet.picture, secondPicture && sheet.secondPicture),
    picture: {
      ...picture,
      name: toCoverName(sheet),
      alt: sheet.picture?.alt || toDisplayName(sheet),
    },
    secondPicture: secondPicture && {
      ...secondPicture,
      name: toSecondPictureName(sheet),
      alt: sheet.secondPicture?.alt || toDisplayName(sheet),
    },
    url: sheet.url,
    shownUrl: toDisplayUrl(sheet),
    qr: drawQrCode(sheet.url),
  }
}
