import { type ItemType, inventoryTypes, look } from '@vitrine/contract'
import type { House } from '@vitrine/pages'
import type { PaperJob } from '../../adapters/pdf/compiler.ts'
import { printableLine } from '../../adapters/pdf/printable.ts'
import { qrCode } from '../../adapters/qr/qr-code.ts'
import { artCard } from './art-card.ts'
import { carSheet } from './car-sheet.ts'
import { type Sheet, shownName } from './sheet.ts'

const templates = { car: 'car-sheet', art: 'art-card' } as const satisfies Record<ItemType, PaperJob['template']>
const layouts = { car: carSheet, art: artCard }

/** The name under which a template finds the picture of a sheet. */
export const pictureName = ({ id }: Pick<Sheet, 'id'>): string => `item-${id}`

/** Sheets of one type as a paper with a page for each. */
export function paperOf(
  type: ItemType,
  sheets: readonly Sheet[],
  { foundation, address, year }: House,
  title: string,
): PaperJob {
  return {
    template: templates[type],
    pages: sheets.length,
    data: {
      title: title.toWellFormed(),
      author: foundation,
      lang: 'en',
      look: { ...look.light, accent: look[type].light },
      museum: inventoryTypes[type].museum,
      imprint: printableLine(`© ${year} ${foundation}, ${address}`),
      sheets: sheets.map(setSheet),
    },
  }
}

function setSheet(sheet: Sheet) {
  const { title, picture, ...set } = layouts[sheet.type]({ ...sheet, name: shownName(sheet) })
  return {
    ...set,
    name: title.text,
    title: { size: title.size },
    picture: { ...picture, name: pictureName(sheet), alt: shownName(sheet) },
    url: sheet.url,
    shownUrl: printableLine(sheet.url.replace(/^https?:\/\//, '')),
    qr: qrCode(sheet.url),
  }
}
