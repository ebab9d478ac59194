import jsqr from 'jsqr'
import sharp from 'sharp'

// jsQR is CommonJS: what it exports by default arrives as a property.
const decode = 'default' in jsqr ? (jsqr.default as typeof import('jsqr').default) : jsqr

/** What a reader makes of a picture with a QR code in it. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readQrPixels(data, info.width, info.height)
}

/** The same from pixels of red, green, blue and alpha. */
export const readQrPixels = (pixels: Uint8Array, width: number, height: number): string | undefined =>
  decode(new Uint8ClampedArray(pixels), width, height)?.data
