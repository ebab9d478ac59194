import {
  type ItemType,
  inventoryTypes,
  look,
  type PaperLanguages,
  type paperKinds,
} from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'
import { qrCodeAreas } from '../../adapters/qr/qr-code.ts'
import { layOutArtCard } from './art-card.ts'
import { layOutCarSheet } from './car-sheet.ts'
import { formatNote } from './set-text.ts'
import { displayName, displayUrl, type Sheet } from './sheet.ts'

type PaperKind = keyof typeof paperKinds

/** How each kind of paper is laid out and set, how its picture is printed, and how many milliseconds a page usually takes. */
const paperSpecs = {
  Sheet: {
    template: 'car-sheet',
    layOut: layOutCarSheet,
    pictureSize: 'print',
    hasAnother: true,
    msPerPage: 30,
  },
  Card: {
    template: 'art-card',
    layOut: layOutArtCard,
    pictureSize: 'screen',
    hasAnother: false,
    msPerPage: 6,
  },
} as const satisfies Record<PaperKind, PaperSpec>

interface PaperSpec {
  readonly template: Paper['template']
  /** Null where two languages find no room. */
  readonly layOut: (sheet: Sheet, imprint: string) => object | null
  readonly pictureSize: 'print' | 'screen'
  /** Whether it shows another picture where it has room. */
  readonly hasAnother: boolean
  readonly msPerPage: number
}

export const getPaperSpec = (type: ItemType) => paperSpecs[inventoryTypes[type].paper]

/** The names under which a template finds the pictures of a sheet. */
export const coverName = ({ id }: Pick<Sheet, 'id'>): string => `item-${id}`
export const secondPictureName = ({ id }: Pick<Sheet, 'id'>): string => `another-${id}`

/** Sheets of one type as a paper with a page for each. */
export function sheetsPaper(
  type: ItemType,
  sheets: readonly Sheet[],
  { foundation, address, year }: Imprint,
  title: string,
  languages: PaperLanguages,
): Paper {
  const line = toPrintableLine(`© ${year} ${foundation}, ${address}`)
  const set = sheets.map((sheet) => layOutSheet(sheet, line))
  return {
    template: getPaperSpec(type).template,
    pages: set.some(({ cut }) => cut)
      ? null
      : set.reduce((sum, { next }) => sum + (next ? 2 : 1), 0),
    reduced: languages.length < 2 ? 0 : set.filter(({ second }) => !second).length,
    data: {
      title: title.toWellFormed(),
      author: foundation,
      lang: languages[0] ?? 'en',
      look: { ...look.light, accent: inventoryTypes[type].accent.light },
      museum: inventoryTypes[type].museum,
      mark: inventoryTypes[type].mark,
      imprint: line,
      sheets: set,
    },
  }
}

const cutSetting = { size: 9, leading: 1.36, justify: false }

function layOutSheet(asked: Sheet, imprint: string) {
  const { layOut } = getPaperSpec(asked.type)
  const laid = (sheet: Sheet) => layOut({ ...sheet, name: displayName(sheet) }, imprint)
  const inBoth = laid(asked)
  const sheet = inBoth ? asked : (asked.second?.without ?? asked)
  const set = inBoth ?? laid(sheet)
  if (!set) throw new Error('there is no layout to choose from')
  const { title, picture } = set
  const another = 'another' in set ? set.another : null
  const next = 'next' in set ? set.next : null
  const { rest } = next?.description ?? set.description
  return {
    ...set,
    next,
    cut:
      asked.isPreview && rest.length > 0
        ? { ...set.description, ...cutSetting, paragraphs: rest }
        : null,
    name: title.text,
    title: { size: title.size },
    note: formatNote(sheet.notes, sheet.picture, another && sheet.another),
    picture: { ...picture, name: coverName(sheet), alt: sheet.picture?.alt || displayName(sheet) },
    another: another && {
      ...another,
      name: secondPictureName(sheet),
      alt: sheet.another?.alt || displayName(sheet),
    },
    url: sheet.url,
    shownUrl: displayUrl(sheet),
    qr: qrCodeAreas(sheet.url),
  }
}
