import type { Metadata } from 'sharp'
import type { PictureFormat } from './picture-format.ts'

type Header = Pick<
  Metadata,
  'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'orientation'
>

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

const unpacked = ({ channels, depth }: Header): number => channels * bytesOf[depth]

// A rotated picture must be decoded completely before its first line is known.
const isTurned = ({ orientation = 1 }: Header): boolean => orientation > 1

/** How many bytes of memory the decoder of a format takes for a pixel, as measured with libvips 8.17. */
const bytesPerPixel: Record<PictureFormat, (header: Header) => number> = {
  // Line by line, and made smaller on the way; a progressive one is kept as coefficients until its last pass.
  jpeg: ({ isProgressive, channels, chromaSubsampling = '' }) =>
    isProgressive ? (chromaSubsampling.startsWith('4:2:0') ? 3 : 2 * channels) : 1,
  png: (header) => (header.isProgressive || isTurned(header) ? unpacked(header) : 1),
  webp: () => 4,
  // As planes, as pixels, and each of them more than once.
  avif: ({ depth }) => (depth === 'uchar' ? 20 : 28),
  heic: ({ depth }) => (depth === 'uchar' ? 20 : 28),
  // It may be one single strip.
  tiff: unpacked,
  gif: () => 6,
}

// The resized picture and buffers.
const baseBytes = 40 * 1024 * 1024

/** An upper bound of the memory needed to decode a picture, in bytes. */
export const memoryToRead = (format: PictureFormat, header: Header): number =>
  baseBytes + header.width * header.height * bytesPerPixel[format](header)
