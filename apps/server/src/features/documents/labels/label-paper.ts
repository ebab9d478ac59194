import {
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  type LabelSheet,
  labelPlaces,
  look,
} from '@vitrine/contract'
import type { Paper } from '../../../adapters/pdf/papers.ts'
import { OrderRefused } from '../../../adapters/pdf/papers.ts'
import { qrCode } from '../../../adapters/qr/qr-code.ts'
import { type Sheet, shownName } from '../sheet.ts'
import { label } from './label.ts'

export interface LabelInput {
  readonly type: ItemType
  readonly sheet: LabelSheet
  /** Positions of the first page that are used up. */
  readonly used: readonly number[]
  readonly items: readonly Sheet[]
  /** Which of the items is on each label. */
  readonly labels: readonly number[]
  readonly lang: LabelLanguage
  readonly foundation: string
}

// A letter takes some 250 bytes of memory while it is set.
const maxLetters = 800_000

/** Items on sheets of labels, in the order given. However often an item is wanted, it is laid out once. */
export function labelPaper({ type, sheet, used, items, labels, lang, foundation }: LabelInput): Paper {
  const { museum, accent } = inventoryTypes[type]
  const set = items.map((item) => ({
    url: item.url,
    qr: qrCode(item.url),
    ...label({ ...item, name: shownName(item) }, sheet),
  }))
  rejectTooMuchText(labels.map((item) => set[item]?.text.paragraphs.join('').length ?? 0))
  const placed = labelPlaces(sheet, labels.length, used).map((place, index) => ({ ...place, item: labels[index] ?? 0 }))
  const pages = Array.from(Map.groupBy(placed, ({ page }) => page).values())
  return {
    template: 'label-sheet',
    pages: pages.length,
    data: {
      title: `${museum}: labels`,
      author: foundation,
      lang,
      look: { ...look.light, accent: accent.light },
      museum,
      label: { width: sheet.width, height: sheet.height },
      cuts: cutsOf(sheet),
      items: set,
      pages,
    },
  }
}

function rejectTooMuchText(letters: readonly number[]): void {
  let sum = 0
  for (const [index, count] of letters.entries()) {
    sum += count
    if (sum > maxLetters) {
      throw new OrderRefused(
        `These labels hold more text than fits into one PDF. Please print at most ${index} at once.`,
      )
    }
  }
}

/** Lines to cut along, where labels touch and begin at the page's corner: plain paper, not a sheet of stickers. */
function cutsOf({ left, top, gapX, gapY, columns, rows, width, height }: LabelSheet) {
  const plain = left === 0 && top === 0 && gapX === 0 && gapY === 0
  const between = (count: number, size: number) =>
    plain ? Array.from({ length: count - 1 }, (_, index) => (index + 1) * size) : []
  return { x: between(columns, width), y: between(rows, height) }
}
