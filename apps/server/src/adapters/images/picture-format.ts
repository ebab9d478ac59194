import type { Metadata } from 'sharp'
import { type ConversionLimits, convertHeicToTiff } from './heic.ts'

/** Yields once for each frame or page that a file holds, as far as its decoder would read. */
type Frames = (file: Buffer) => Iterable<void>

export function hasMoreFramesThan(max: number, frames: Iterable<void>): boolean {
  let count = 0
  for (const _frame of frames) if (++count > max) return true
  return false
}

const webpFrames: Frames = function* (file) {
  for (let at = 12; at + 8 <= file.length; ) {
    if (file.toString('latin1', at, at + 4) === 'ANMF') yield
    const bytes = file.readUInt32LE(at + 4)
    at += 8 + bytes + (bytes % 2)
  }
}

const [extension, image] = [0x21, 0x2c]

const gifFrames: Frames = function* (file) {
  const byte = (at: number): number => file[at] ?? 0
  const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colours(byte(10))
  for (; byte(at) === extension || byte(at) === image; at++) {
    if (byte(at) === image) yield
    // The block's head, then pieces of up to 255 bytes, then a piece of none.
    at += byte(at) === image ? 11 + colours(byte(at + 9)) : 2
    while (byte(at) > 0) at += 1 + byte(at)
  }
}

const tiffPages: Frames = function* (file) {
  const isLittle = file[0] === 0x49
  const number = (at: number, bytes: 2 | 4 | 8): number => {
    if (at + bytes > file.length) return 0
    if (bytes === 8) return Number(isLittle ? file.readBigUInt64LE(at) : file.readBigUInt64BE(at))
    return isLittle ? file.readUIntLE(at, bytes) : file.readUIntBE(at, bytes)
  }
  // A file that may grow over 4 GB has wider numbers.
  const isBig = number(2, 2) === 43
  const [count, entry, offset] = isBig ? ([8, 20, 8] as const) : ([2, 12, 4] as const)
  for (
    let at = number(isBig ? 8 : 4, offset);
    at > 0;
    at = number(at + count + entry * number(at, count), offset)
  )
    yield
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

/** What a picture's header says, without the notes of cameras, which may take megabytes. */
export type PictureHeader = Pick<Metadata, (typeof headerFields)[number]>

export const toPictureHeader = (metadata: Metadata): PictureHeader =>
  Object.fromEntries(
    headerFields.map((field) => [field, metadata[field]]),
  ) as unknown as PictureHeader

/** Everything that is known of a format: another one is another entry, and nothing else. */
interface Format {
  readonly mime: string
  /** Of its files in an export. */
  readonly ending: string
  /** Its first bytes, as Latin-1. */
  readonly signature: RegExp
  /** How many bytes of memory its decoder takes for a pixel, as measured with libvips 8.17. */
  readonly bytesPerPixel: (header: PictureHeader) => number
  /** Beside the pixels: the resized picture and buffers, unless said otherwise. */
  readonly baseBytes?: number
  /** Where a file can hold so many frames that its header alone takes minutes, or hundreds of megabytes. */
  readonly frames?: Frames
  /** Makes a file that libvips can read, where it knows no more of the format than its header. */
  readonly convert?: (
    file: string,
    limits: ConversionLimits,
  ) => Promise<{ readonly path: string } & AsyncDisposable>
}

const megabyte = 1024 * 1024

const bytesOf: Record<Metadata['depth'], number> = {
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

const unpacked = ({ channels, depth }: PictureHeader): number => channels * bytesOf[depth]

// A rotated picture must be decoded completely before its first line is known.
const isTurned = ({ orientation = 1 }: PictureHeader): boolean => orientation > 1

// As planes, as pixels, and each of them more than once.
const planesAndPixels = ({ depth, chromaSubsampling }: PictureHeader): number =>
  depth === 'uchar' ? (chromaSubsampling === '4:2:0' ? 16 : 20) : 28

const formats = {
  jpeg: {
    mime: 'image/jpeg',
    ending: 'jpg',
    signature: /^\xff\xd8\xff/,
    // Line by line, and made smaller on the way; a progressive one is kept as coefficients until its last pass.
    bytesPerPixel: ({ isProgressive, channels, chromaSubsampling = '' }) =>
      isProgressive ? (chromaSubsampling.startsWith('4:2:0') ? 3.2 : 2.13 * channels) : 1,
    baseBytes: 65 * megabyte,
  },
  png: {
    mime: 'image/png',
    ending: 'png',
    signature: /^\x89PNG\r\n.\n/s,
    bytesPerPixel: (header) => (header.isProgressive || isTurned(header) ? unpacked(header) : 1),
    baseBytes: 90 * megabyte,
  },
  gif: {
    mime: 'image/gif',
    ending: 'gif',
    signature: /^GIF8[79]a/,
    frames: gifFrames,
    bytesPerPixel: () => 6,
  },
  webp: {
    mime: 'image/webp',
    ending: 'webp',
    signature: /^RIFF....WEBP/s,
    frames: webpFrames,
    // At full size libvips holds every pixel twice.
    bytesPerPixel: () => 8,
    baseBytes: 50 * megabyte,
  },
  tiff: {
    mime: 'image/tiff',
    ending: 'tif',
    // The second pair is that of files that may grow over 4 GB.
    signature: /^(?:II[*+]\0|MM\0[*+])/,
    frames: tiffPages,
    // It may be one single strip.
    bytesPerPixel: unpacked,
  },
  avif: {
    mime: 'image/avif',
    ending: 'avif',
    // The box names one brand, then four bytes of version, then all the others.
    signature: /^....ftyp(?:avi[fs]|(?:mif1|msf1|miaf)....(?:....)*?avi[fs])/s,
    bytesPerPixel: planesAndPixels,
  },
  heic: {
    mime: 'image/heic',
    ending: 'heic',
    signature:
      /^....ftyp(?:he(?:i[cxms]|v[cxms])|(?:mif1|msf1|miaf)....(?:....)*?he(?:i[cxms]|v[cxms]))/s,
    // Planes and pixels; at 4:4:4 it may take half as much again. 48 megapixels of a telephone fit.
    bytesPerPixel: ({ depth }) => 5 * bytesOf[depth],
    // The process of its own.
    baseBytes: 105 * megabyte,
    convert: convertHeicToTiff,
  },
} as const satisfies Record<string, Format>

export type PictureFormat = keyof typeof formats

const known: readonly (readonly [PictureFormat, Format])[] = Object.entries(formats) as [
  PictureFormat,
  Format,
][]

export const getFormat = (format: PictureFormat): Format => formats[format]

export const findFileExtension = (mime: string): string | undefined =>
  known.find(([, format]) => format.mime === mime)?.[1].ending

/** How many bytes `detectPictureFormat` needs. */
export const signatureBytes = 64

/** Detects the format by the first bytes, never by the file name. */
export function detectPictureFormat(head: Buffer): PictureFormat | null {
  const text = head.toString('latin1')
  return known.find(([, { signature }]) => signature.test(text))?.[0] ?? null
}

/** An upper bound of the memory needed to decode a picture, in bytes. */
export function estimateDecodingMemory(format: PictureFormat, header: PictureHeader): number {
  const { baseBytes = 40 * megabyte, bytesPerPixel } = getFormat(format)
  return baseBytes + header.width * header.height * bytesPerPixel(header)
}
