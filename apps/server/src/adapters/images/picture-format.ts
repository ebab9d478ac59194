import type { Metadata } from 'sharp'
import { type ConversionLimits, convertHeicToTiff } from './heic.ts'

/** Yields once per frame or page of a file, as far as its decoder would read. */
type FrameScanner = (file: Buffer) => Iterable<void>

export function hasMoreFramesThan(max: number, frames: Iterable<void>): boolean {
  let count = 0
  for (const _frame of frames) if (++count > max) return true
  return false
}

/**
 * After a header of 12 bytes, a WebP has chunks: a name and a length of 4 bytes each, and content
 * padded to an even length.
 */
const scanWebpFrames: FrameScanner = function* (file) {
  const chunkHeaderBytes = 8
  let offset = 12
  while (offset + chunkHeaderBytes <= file.length) {
    if (file.toString('latin1', offset, offset + 4) === 'ANMF') yield
    const contentBytes = file.readUInt32LE(offset + 4)
    offset += chunkHeaderBytes + contentBytes + (contentBytes % 2)
  }
}

// The first byte of a block in a GIF.
const [extensionBlock, imageBlock] = [0x21, 0x2c]

/**
 * After a header of 13 bytes and a palette, a GIF has blocks. Each has a header (of 2 bytes, or of
 * 11 bytes and a palette for an image), sub-blocks of up to 255 bytes, and an empty sub-block.
 */
const scanGifFrames: FrameScanner = function* (file) {
  const readByte = (offset: number): number => file[offset] ?? 0
  // The highest bit tells whether there is a palette of three bytes per colour; the lowest three
  // bits are the logarithm of its size, less one.
  const countPaletteBytes = (flags: number): number =>
    flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  const [fileFlagsOffset, imageFlagsOffset] = [10, 9]

  let offset = 13 + countPaletteBytes(readByte(fileFlagsOffset))
  while (readByte(offset) === extensionBlock || readByte(offset) === imageBlock) {
    if (readByte(offset) === imageBlock) {
      yield
      offset += 11 + countPaletteBytes(readByte(offset + imageFlagsOffset))
    } else {
      offset += 2
    }
    // A sub-block begins with its length.
    while (readByte(offset) > 0) offset += 1 + readByte(offset)
    // The empty sub-block is only its length.
    offset++
  }
}

/** Each page of a TIFF has a directory: a number of entries, the entries, and the next offset. */
const scanTiffPages: FrameScanner = function* (file) {
  // Files begin with II for little-endian numbers or MM for big-endian ones.
  const isLittleEndian = file[0] === 'I'.charCodeAt(0)
  const readNumber = (offset: number, bytes: 2 | 4 | 8): number => {
    if (offset + bytes > file.length) return 0
    if (bytes === 8)
      return Number(isLittleEndian ? file.readBigUInt64LE(offset) : file.readBigUInt64BE(offset))
    return isLittleEndian ? file.readUIntLE(offset, bytes) : file.readUIntBE(offset, bytes)
  }
  // BigTIFF files, which may exceed 4 GB, are version 43 and have wider numbers.
  const isBig = readNumber(2, 2) === 43
  const [countBytes, entryBytes, offsetBytes] = isBig
    ? ([8, 20, 8] as const)
    : ([2, 12, 4] as const)
  let directory = readNumber(isBig ? 8 : 4, offsetBytes)
  while (directory > 0) {
    yield
    const entryCount = readNumber(directory, countBytes)
    directory = readNumber(directory + countBytes + entryBytes * entryCount, offsetBytes)
  }
}

const headerFields = [
  'mediaType',
  'width',
  'height',
  'channels',
  'depth',
  'isProgressive',
  'chromaSubsampling',
  'orientation',
  'autoOrient',
] as const satisfies (keyof Metadata)[]

/** The header of a picture, without metadata of cameras, which may take megabytes. */
export type PictureHeader = Pick<Metadata, (typeof headerFields)[number]>

export const toPictureHeader = (metadata: Metadata): PictureHeader =>
  Object.fromEntries(
    headerFields.map((field) => [field, metadata[field]]),
  ) as unknown as PictureHeader

/** Everything that is specific to a format: a new format is a new entry and nothing else. */
interface Format {
  readonly mime: string
  /** The file name extension in exports. */
  readonly extension: string
  /** Magic number, decoded as Latin-1. */
  readonly signature: RegExp
  /** Bytes of memory that the decoder needs per pixel, as measured with libvips 8.17. */
  readonly bytesPerPixel: (header: PictureHeader) => number
  /** Memory besides the pixels: the resized picture and buffers; `defaultBaseBytes` if omitted. */
  readonly baseBytes?: number
  /**
   * Needed if a file can hold so many frames that reading its header takes minutes or hundreds of
   * megabytes.
   */
  readonly scanFrames?: FrameScanner
  /**
   * Converts the file to a format that libvips can read, if it can read no more than the header of
   * this one.
   */
  readonly convert?: (
    file: string,
    limits: ConversionLimits,
  ) => Promise<{ readonly path: string } & AsyncDisposable>
}

const megabyte = 1024 * 1024
const defaultBaseBytes = 40 * megabyte

const bytesByDepth: Record<Metadata['depth'], number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

const rawBytesPerPixel = ({ channels, depth }: PictureHeader): number =>
  channels * bytesByDepth[depth]

// Exif numbers eight orientations, of which the first is upright. A picture in any other must be
// decoded completely before its first line is known.
const isRotated = ({ orientation = 1 }: PictureHeader): boolean => orientation > 1

/** Bytes per pixel of a decoder that holds planes and pixels, each more than once. */
function measurePlanesAndPixels({ depth, chromaSubsampling }: PictureHeader): number {
  if (depth !== 'uchar') return 28
  return chromaSubsampling === '4:2:0' ? 16 : 20
}

const formats = {
  jpeg: {
    mime: 'image/jpeg',
    extension: 'jpg',
    signature: /^\xff\xd8\xff/,
    // Decoded line by line and scaled down on the way; a progressive one is held as coefficients
    // until its last pass.
    bytesPerPixel({ isProgressive, channels, chromaSubsampling = '' }) {
      if (!isProgressive) return 1
      return chromaSubsampling.startsWith('4:2:0') ? 3.2 : 2.13 * channels
    },
    baseBytes: 65 * megabyte,
  },
  png: {
    mime: 'image/png',
    extension: 'png',
    signature: /^\x89PNG\r\n.\n/s,
    bytesPerPixel: (header) =>
      header.isProgressive || isRotated(header) ? rawBytesPerPixel(header) : 1,
    baseBytes: 90 * megabyte,
  },
  gif: {
    mime: 'image/gif',
    extension: 'gif',
    signature: /^GIF8[79]a/,
    scanFrames: scanGifFrames,
    bytesPerPixel: () => 6,
  },
  webp: {
    mime: 'image/webp',
    extension: 'webp',
    signature: /^RIFF....WEBP/s,
    scanFrames: scanWebpFrames,
    // At full size libvips holds each pixel twice.
    bytesPerPixel: () => 8,
    baseBytes: 50 * megabyte,
  },
  tiff: {
    mime: 'image/tiff',
    extension: 'tif',
    // The second pair is BigTIFF, for files that may exceed 4 GB.
    signature: /^(?:II[*+]\0|MM\0[*+])/,
    scanFrames: scanTiffPages,
    // The picture may be one single strip.
    bytesPerPixel: rawBytesPerPixel,
  },
  avif: {
    mime: 'image/avif',
    extension: 'avif',
    // The box has a major brand, four bytes of version, and all compatible brands.
    signature: /^....ftyp(?:avi[fs]|(?:mif1|msf1|miaf)....(?:....)*?avi[fs])/s,
    bytesPerPixel: measurePlanesAndPixels,
  },
  heic: {
    mime: 'image/heic',
    extension: 'heic',
    signature:
      /^....ftyp(?:he(?:i[cxms]|v[cxms])|(?:mif1|msf1|miaf)....(?:....)*?he(?:i[cxms]|v[cxms]))/s,
    // Planes and pixels; 4:4:4 may need half as much again. 48 megapixels of a phone fit.
    bytesPerPixel: ({ depth }) => 5 * bytesByDepth[depth],
    // Memory of the separate process.
    baseBytes: 105 * megabyte,
    convert: convertHeicToTiff,
  },
} as const satisfies Record<string, Format>

export type PictureFormat = keyof typeof formats

const formatEntries: readonly (readonly [PictureFormat, Format])[] = Object.entries(formats) as [
  PictureFormat,
  Format,
][]

export const getPictureFormat = (format: PictureFormat): Format => formats[format]

export const findFileExtension = (mime: string): string | undefined =>
  formatEntries.find(([, format]) => format.mime === mime)?.[1].extension

/** How many bytes at the start of a file `detectPictureFormat` needs. */
export const maxSignatureBytes = 64

/** Detects the format by the magic number, never by the file name. */
export function detectPictureFormat(head: Buffer): PictureFormat | null {
  const text = head.toString('latin1')
  return formatEntries.find(([, { signature }]) => signature.test(text))?.[0] ?? null
}

/** An upper bound of the memory needed to decode a picture, in bytes. */
export function estimateDecodingMemory(format: PictureFormat, header: PictureHeader): number {
  const { baseBytes = defaultBaseBytes, bytesPerPixel } = getPictureFormat(format)
  return baseBytes + header.width * header.height * bytesPerPixel(header)
}
