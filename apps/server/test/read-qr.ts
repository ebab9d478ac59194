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
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data
}
