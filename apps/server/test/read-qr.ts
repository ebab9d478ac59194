import jsqr from 'jsqr'
import sharp from 'sharp'

// jsQR is CommonJS: its default export arrives as a property.
const decode = 'default' in jsqr ? (jsqr.default as typeof import('jsqr').default) : jsqr

/** The text of the QR code in a picture. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readQrPixels(data, info.width, info.height)
}

/** The same from pixels of red, green, blue and alpha. */
export function readQrPixels(
  pixels: Uint8Array,
  width: number,
  height: number,
): string | undefined {
  const place = whereEyesAre(pixels, width, height)
  if (!place) return undefined
  const [left, top, right, bottom] = place
  const rows: Uint8Array[] = []
  for (let y = top; y < bottom; y++)
    rows.push(pixels.subarray((y * width + left) * 4, (y * width + right) * 4))
  return decode(new Uint8ClampedArray(Buffer.concat(rows)), right - left, bottom - top, inkOnPaper)
    ?.data
}

const inkOnPaper = { inversionAttempts: 'dontInvert' } as const

/** The part of a picture with the eyes of its codes: the reader would look for them in every letter of a page, for long. */
function whereEyesAre(
  pixels: Uint8Array,
  width: number,
  height: number,
): [number, number, number, number] | undefined {
  const isInk = (x: number, y: number) => (pixels[(y * width + x) * 4] ?? 255) < 128
  const [xs, ys]: [number[], number[]] = [[], []]
  let margin = 0
  for (let y = 0; y < height; y++) {
    for (const { middle: x, length } of eyesAlong(width, (at) => isInk(at, y))) {
      const down = (at: number) => isInk(x, Math.max(0, y - length) + at)
      const near = ({ middle }: Eye) => Math.abs(middle - Math.min(y, length)) <= length / 7
      if (!eyesAlong(Math.min(height - y, length) + Math.min(y, length), down).some(near)) continue
      xs.push(x)
      ys.push(y)
      margin = Math.max(margin, length)
    }
  }
  if (xs.length === 0) return undefined
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  return [
    within(Math.min(...xs) - margin, width),
    within(Math.min(...ys) - margin, height),
    within(Math.max(...xs) + margin, width),
    within(Math.max(...ys) + margin, height),
  ]
}

interface Eye {
  readonly middle: number
  readonly length: number
}

/** Ink and paper alternating, as wide as 1, 1, 3, 1 and 1. */
function eyesAlong(length: number, isInk: (at: number) => boolean): Eye[] {
  const eyes: Eye[] = []
  const runs: number[] = []
  for (let at = 0, begin = 0; at <= length; at++) {
    if (at < length && isInk(at) === isInk(begin)) continue
    runs.push(at - begin)
    if (isInk(begin) && isEye(runs.slice(-5))) {
      const all = runs.slice(-5).reduce((sum, run) => sum + run, 0)
      eyes.push({ middle: Math.round(at - all / 2), length: all })
    }
    begin = at
  }
  return eyes
}

function isEye(runs: readonly number[]): boolean {
  const module = runs.reduce((sum, run) => sum + run, 0) / 7
  return (
    runs.length === 5 &&
    runs.every((run, index) => Math.abs(run / module - (index === 2 ? 3 : 1)) < 0.6)
  )
}
