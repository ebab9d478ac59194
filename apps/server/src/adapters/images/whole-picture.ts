import { buffer } from 'node:stream/consumers'
import type { StoredMedia } from '../media/media-store.ts'
import type { VariantFormat } from './images.ts'

/** Long enough for all boxes of an AVIF file but the last, which holds its pixels. */
const headBytes = 4096
/** Less than any picture has, and enough for every check to read its numbers. */
const minBytes = 16

type EndCheck = (head: Buffer, tail: Buffer, size: number) => boolean

/** How each format that Vitrine writes tells that a file is complete. */
const endChecks: Readonly<Record<VariantFormat, EndCheck>> = {
  // Markers for the start and the end of the image.
  jpeg: (head, tail) => head.readUInt16BE(0) === 0xffd8 && tail.readUInt16BE(0) === 0xffd9,

  // The length in the header does not count the eight bytes of name and length.
  webp: (head, _tail, size) =>
    head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 === size,

  // The file consists of boxes, which begin with their length and name of four bytes each.
  avif(head, _tail, size) {
    if (head.toString('latin1', 4, 8) !== 'ftyp') return false
    const boxHeaderBytes = 8
    let end = 0
    while (end + boxHeaderBytes <= head.length) {
      const boxBytes = head.readUInt32BE(end)
      if (boxBytes < boxHeaderBytes) break
      end += boxBytes
    }
    return end === size
  },
}

/**
 * Whether a file that we rendered begins and ends as its format demands. Finds files that were cut
 * off, overwritten or filled with zeros, but not single changed bits between the ends.
 */
export async function isWholePicture(format: VariantFormat, file: StoredMedia): Promise<boolean> {
  if (file.size < minBytes) return false

  const readPart = async (start: number, end: number) => buffer(await file.open({ start, end }))
  const head = await readPart(0, Math.min(headBytes, file.size) - 1)
  const tail = await readPart(file.size - 2, file.size - 1)
  return endChecks[format](head, tail, file.size)
}
