import { inventoryTypes, type LabelOrder, type LabelSheet, labelPlaces, look } from '@vitrine/contract'
import type { House } from '@vitrine/pages'
import type { Paper } from '../../adapters/pdf/papers.ts'
import { qrCode } from '../../adapters/qr/qr-code.ts'
import { label } from './label.ts'
import { type Sheet, shownName } from './sheet.ts'

/** Items on sheets of labels, in the order given. */
export function labelPaper(items: readonly Sheet[], { type, sheet, used }: LabelOrder, { foundation }: House): Paper {
  const { museum } = inventoryTypes[type]
  const placed = labelPlaces(sheet, items.length, used).flatMap(({ page, x, y }, index) => {
    const item = items[index]
    return item
      ? [{ page, x, y, url: item.url, qr: qrCode(item.url), ...label({ ...item, name: shownName(item) }, sheet) }]
      : []
  })
  const pages = Array.from(Map.groupBy(placed, ({ page }) => page).values())
  return {
    template: 'label-sheet',
    pages: pages.length,
    pictures: [],
    data: {
      title: `${museum}: labels`,
      author: foundation,
      lang: 'en',
      look: { ...look.light, accent: look[type].light },
      museum,
      label: { width: sheet.width, height: sheet.height },
      cuts: cutsOf(sheet),
      pages,
    },
  }
}

/** Lines to cut along, where labels touch and begin at the page's corner: plain paper, not a sheet of stickers. */
function cutsOf({ left, top, gapX, gapY, columns, rows, width, height }: LabelSheet) {
  const plain = left === 0 && top === 0 && gapX === 0 && gapY === 0
  const between = (count: number, size: number) =>
    plain ? Array.from({ length: count - 1 }, (_, index) => (index + 1) * size) : []
  return { x: between(columns, width), y: between(rows, height) }
}
