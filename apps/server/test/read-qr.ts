import jsqr from 'jsqr'
import sharp from 'sharp'

// jsQR is CommonJS: its default export arrives as a property.
const decode = 'default' in jsqr ? (jsqr.default as typeof import('jsqr').default) : jsqr

/** Reads the text of the QR code in a picture. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readQrPixels(data, info.width, info.height)
}

/** Reads the text of the QR code in RGBA pixels. */
export function readQrPixels(
  pixels: Uint8Array,
  width: number,
  height: number,
): string | undefined {
  const area = findCodeArea(pixels, width, height)
  if (!area) return undefined
  const { left, top, right, bottom } = area
  const rows: Uint8Array[] = []
  for (let y = top; y < bottom; y++)
    rows.push(
      pixels.subarray((y * width + left) * bytesPerPixel, (y * width + right) * bytesPerPixel),
    )
  return decode(
    new Uint8ClampedArray(Buffer.concat(rows)),
    right - left,
    bottom - top,
    decodeOptions,
  )?.data
}

// RGBA
const bytesPerPixel = 4
const white = 255
const mediumGrey = 128

// Printed codes are never inverted.
const decodeOptions = { inversionAttempts: 'dontInvert' } as const

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Finds the area around the finder patterns of the codes. Without it, the decoder would examine
 * every letter of a page, which takes far longer.
 */
function findCodeArea(pixels: Uint8Array, width: number, height: number): Area | undefined {
  // The red channel stands for all.
  const isInk = (x: number, y: number) =>
    (pixels[(y * width + x) * bytesPerPixel] ?? white) < mediumGrey
  const xs: number[] = []
  const ys: number[] = []
  let margin = 0
  for (let y = 0; y < height; y++) {
    for (const { middle: x, length } of findPatterns(width, (column) => isInk(column, y))) {
      // A finder pattern looks alike across and down: the column through its middle, from one
      // length above to one below, must have it at about the same place.
      const isInkInColumn = (row: number) => isInk(x, Math.max(0, y - length) + row)
      const isNear = ({ middle }: FinderPattern) =>
        Math.abs(middle - Math.min(y, length)) <= length / finderPatternLength
      const searchHeight = Math.min(height - y, length) + Math.min(y, length)
      if (!findPatterns(searchHeight, isInkInColumn).some(isNear)) continue
      xs.push(x)
      ys.push(y)
      margin = Math.max(margin, length)
    }
  }
  if (xs.length === 0) return undefined
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max)
  return {
    left: clamp(Math.min(...xs) - margin, width),
    top: clamp(Math.min(...ys) - margin, height),
    right: clamp(Math.max(...xs) + margin, width),
    bottom: clamp(Math.max(...ys) + margin, height),
  }
}

interface FinderPattern {
  readonly middle: number
  readonly length: number
}

/** Finds runs of ink and paper along a line whose lengths are those of a finder pattern. */
function findPatterns(length: number, isInk: (position: number) => boolean): FinderPattern[] {
  const patterns: FinderPattern[] = []
  const runs: number[] = []
  for (let position = 0, begin = 0; position <= length; position++) {
    if (position < length && isInk(position) === isInk(begin)) continue
    runs.push(position - begin)
    const lastRuns = runs.slice(-finderPatternModules.length)
    if (isInk(begin) && isFinderPattern(lastRuns)) {
      const total = sum(lastRuns)
      patterns.push({ middle: Math.round(position - total / 2), length: total })
    }
    begin = position
  }
  return patterns
}

/** Lengths of the runs of ink and paper through the middle of a finder pattern, in modules. */
const finderPatternModules = [1, 1, 3, 1, 1]
const finderPatternLength = 7

function isFinderPattern(runs: readonly number[]): boolean {
  if (runs.length !== finderPatternModules.length) return false
  const moduleLength = sum(runs) / finderPatternLength
  // In modules: printing and scaling make runs up to this much longer or shorter.
  const tolerance = 0.6
  return finderPatternModules.every(
    (modules, index) => Math.abs((runs[index] ?? 0) / moduleLength - modules) < tolerance,
  )
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
