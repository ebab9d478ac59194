/** Layout of labels on an A4 page, in millimetres. */
export interface LabelSheet {
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  /** Margins from the page's edges to the first label. */
  readonly left: number
  readonly top: number
  /** Gaps between neighbouring labels. */
  readonly gapX: number
  readonly gapY: number
}

/** In millimetres. */
export const a4 = { width: 210, height: 297 } as const

/** Common commercial label sheets, and plain paper cut into four cards. */
export const labelSheets = {
  'three-by-seven': {
    title: '3 × 7 labels, 63.5 × 38.1 mm',
    sheet: {
      columns: 3,
      rows: 7,
      width: 63.5,
      height: 38.1,
      left: 7.25,
      top: 15.15,
      gapX: 2.5,
      gapY: 0,
    },
  },
  'two-by-four': {
    title: '2 × 4 labels, 99.1 × 67.7 mm',
    sheet: {
      columns: 2,
      rows: 4,
      width: 99.1,
      height: 67.7,
      left: 4.65,
      top: 13.1,
      gapX: 2.5,
      gapY: 0,
    },
  },
  'four-cards': {
    title: '4 cards of A6, to cut',
    sheet: { columns: 2, rows: 2, width: 105, height: 148.5, left: 0, top: 0, gapX: 0, gapY: 0 },
  },
} as const satisfies Record<string, { title: string; sheet: LabelSheet }>

/** In millimetres; a smaller label has no room for a name and a scannable QR code. */
export const minLabelSize = { width: 30, height: 18 } as const
export const maxLabels = 2000

export const labelsPerPage = ({ columns, rows }: LabelSheet): number => columns * rows

/** Returns the first problem of a sheet as a sentence, or null if it can be printed. */
export function findSheetProblem(sheet: LabelSheet): string | null {
  const { columns, rows, width, height, left, top, gapX, gapY } = sheet
  if (!Object.values(sheet).every((value) => Number.isFinite(value) && value >= 0)) {
    return 'Please fill in every measurement.'
  }
  if (columns < 1 || rows < 1) return 'A sheet has at least one column and one row.'
  if (width < minLabelSize.width || height < minLabelSize.height) {
    return `A label must be at least ${minLabelSize.width} × ${minLabelSize.height} mm, or the code can’t be read.`
  }
  // Tolerates 0.1 mm, because sizes printed on packages are rounded.
  const tooWide = left + columns * width + (columns - 1) * gapX - a4.width
  if (tooWide > 0.1) return `The labels are ${millimetres(tooWide)} mm wider than the page.`
  const tooHigh = top + rows * height + (rows - 1) * gapY - a4.height
  if (tooHigh > 0.1) return `The labels are ${millimetres(tooHigh)} mm taller than the page.`
  return null
}

const millimetres = (value: number): string => value.toFixed(1).replace('.0', '')

/** Page index, and top left corner in millimetres. */
export interface LabelPosition {
  readonly page: number
  readonly x: number
  readonly y: number
}

/** Places `count` labels row by row, skipping positions of the first page that are already used. */
export function layOutLabels(
  sheet: LabelSheet,
  count: number,
  used: readonly number[],
): LabelPosition[] {
  const usedPositions = new Set(used)
  const perPage = labelsPerPage(sheet)
  const labels: LabelPosition[] = []
  for (let position = 0; labels.length < count; position++) {
    if (position < perPage && usedPositions.has(position)) continue
    const positionOnPage = position % perPage
    labels.push({
      page: Math.floor(position / perPage),
      x: sheet.left + (positionOnPage % sheet.columns) * (sheet.width + sheet.gapX),
      y: sheet.top + Math.floor(positionOnPage / sheet.columns) * (sheet.height + sheet.gapY),
    })
  }
  // Leaves out a first page without a free position.
  const skippedPages = labels[0]?.page ?? 0
  return labels.map((label) => ({ ...label, page: label.page - skippedPages }))
}
