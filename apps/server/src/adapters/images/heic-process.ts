import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import { serveJobs } from '../../base/job-program.ts'
import { PictureRejected, type RejectionReason } from './images.ts'

// The import is the function itself; the package's types expect it in `default`.
const openLibheif = libheif as unknown as typeof libheif.default

// From libheif’s header files.
const colourSpace = { rgb: 1 } as const
const chroma = { rgb: 10, rgba: 11 } as const
const interleavedChannel = 10
const errorCode = { unsupportedFile: 3, unsupportedFeature: 4, noMemory: 6 } as const
const securityLimitDetail = 1000
// An error is a code, a detail and the address of a message.
const [errorBytes, detailOffset, addressBytes] = [12, 4, 4]

// Profiles of screens have some hundred bytes, those of printers a megabyte.
const maxProfileBytes = 4 * 1024 * 1024

interface Conversion {
  readonly source: string
  readonly target: string
  readonly maxPixels: number
}

/**
 * Writes the main picture of a HEIC file as TIFF, rotated and cropped as the file's boxes specify.
 */
function convert({ source, target, maxPixels }: Conversion): void {
  const decoder = openDecoder()
  const handle = decoder.readMainPicture(readFileSync(source), maxPixels)
  const { width, height, channels, getRow } = decoder.decode(handle, maxPixels)
  const profile = decoder.readColourProfile(handle)

  const out = openSync(target, 'w', 0o600)
  // Unlike `writeSync`, it writes everything or fails.
  writeFileSync(out, createTiffHeader({ width, height, channels, profile }))
  for (let row = 0; row < height; row++) writeFileSync(out, getRow(row))
  closeSync(out)
}

/** Opens libheif, whose functions work on addresses of its own memory. */
function openDecoder() {
  const wasm = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const heif = openLibheif({ wasmBinary: readFileSync(wasm) })
  const errorAddress = allocate(errorBytes)
  const resultAddress = allocate(addressBytes)

  function allocate(bytes: number): number {
    const address = heif._malloc(bytes)
    if (address === 0) throw new PictureRejected('tooHeavy')
    return address
  }

  const readNumber = (address: number): number => heif.HEAPU32[address / 4]

  function throwOnError(): void {
    const code = readNumber(errorAddress)
    const detail = readNumber(errorAddress + detailOffset)
    if (code === 0) return
    if (code === errorCode.noMemory || detail === securityLimitDetail)
      throw new PictureRejected('tooHeavy')
    const isUnsupported =
      code === errorCode.unsupportedFile || code === errorCode.unsupportedFeature
    throw new PictureRejected(isUnsupported ? 'unknown' : 'broken')
  }

  /** Returns a handle. A file may hold several pictures, such as thumbnails and depth maps. */
  function readMainPicture(bytes: Uint8Array, maxPixels: number): number {
    const fileAddress = allocate(bytes.length)
    heif.HEAPU8.set(bytes, fileAddress)
    const context = heif._heif_context_alloc()
    // The limit is given as the side of a square.
    heif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)))
    heif._heif_context_read_from_memory_without_copy(
      errorAddress,
      context,
      fileAddress,
      bytes.length,
      0,
    )
    throwOnError()
    heif._heif_context_get_primary_image_handle(errorAddress, context, resultAddress)
    throwOnError()
    return readNumber(resultAddress)
  }

  function decode(handle: number, maxPixels: number) {
    const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0
    heif._heif_decode_image(
      errorAddress,
      handle,
      resultAddress,
      colourSpace.rgb,
      hasAlpha ? chroma.rgba : chroma.rgb,
      0,
    )
    throwOnError()

    const image = readNumber(resultAddress)
    const width = heif._heif_image_get_primary_width(image)
    const height = heif._heif_image_get_primary_height(image)
    if (width * height > maxPixels) throw new PictureRejected('tooManyPixels')

    const pixelsAddress = heif._heif_image_get_plane_readonly(
      image,
      interleavedChannel,
      resultAddress,
    )
    const stride = readNumber(resultAddress)
    const channels: TiffLayout['channels'] = hasAlpha ? 4 : 3
    const getRow = (row: number): Uint8Array => {
      const start = pixelsAddress + row * stride
      return heif.HEAPU8.subarray(start, start + width * channels)
    }
    return { width, height, channels, getRow }
  }

  /** Reads the ICC profile; empty if the file has none, or an implausibly large one. */
  function readColourProfile(handle: number): Uint8Array {
    const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
    const profileBytes = size <= maxProfileBytes ? size : 0
    const profileAddress = allocate(Math.max(1, profileBytes))
    if (profileBytes > 0) {
      heif._heif_image_handle_get_raw_color_profile(errorAddress, handle, profileAddress)
      throwOnError()
    }
    return heif.HEAPU8.subarray(profileAddress, profileAddress + profileBytes)
  }

  return { readMainPicture, decode, readColourProfile }
}

const tasks = {
  /** Converts a picture; returns why it was rejected, or null. */
  convert(conversion: Conversion): RejectionReason | null {
    try {
      convert(conversion)
      return null
    } catch (error) {
      if (error instanceof PictureRejected) return error.reason
      // WebAssembly threw: the file broke the decoder.
      if ((error as Error).name === 'RuntimeError') return 'broken'
      throw error
    }
  },
}

export type HeicTasks = typeof tasks

serveJobs(tasks)

interface TiffLayout {
  readonly width: number
  readonly height: number
  /** Three for red, green and blue; four with alpha. */
  readonly channels: 3 | 4
  /** An ICC profile; empty for sRGB. */
  readonly profile: Uint8Array
}

/** Field types of TIFF. */
const fieldType = { short: 3, long: 4, undefinedBytes: 7 } as const

/** Fields of TIFF by their numbers (TIFF 6.0, section 8). */
const tag = {
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometricInterpretation: 262,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  extraSamples: 338,
  iccProfile: 34675,
} as const

// Values of these fields.
const bitsPerChannel = 8
const uncompressed = 1
const rgbColours = 2
const upright = 1
const interleaved = 1
const unassociatedAlpha = 2

const fileHeaderBytes = 8
const entryCountBytes = 2
const entryBytes = 12
// Entries that every file has; transparency and a profile each add one.
const minEntryCount = 11
/** The offset of the next directory, which is 0 because there is none. */
const nextDirectoryBytes = 4

/**
 * Creates the header of an uncompressed TIFF of 8 bits per channel, after which the pixels follow
 * row by row.
 */
export function createTiffHeader({ width, height, channels, profile }: TiffLayout): Buffer {
  const { short, long, undefinedBytes } = fieldType
  const hasAlpha = channels === 4
  const entryCount = minEntryCount + (hasAlpha ? 1 : 0) + (profile.length > 0 ? 1 : 0)
  // The directory is followed by the values that do not fit into an entry.
  const bitsOffset =
    fileHeaderBytes + entryCountBytes + entryCount * entryBytes + nextDirectoryBytes
  const profileOffset = bitsOffset + 2 * channels
  const pixelsOffset = profileOffset + profile.length

  const head = Buffer.alloc(pixelsOffset)
  // The file header: little-endian numbers, and the directory right after the header.
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(fileHeaderBytes, 4)
  let offset = head.writeUInt16LE(entryCount, fileHeaderBytes)
  const addEntry = (number: number, type: number, value: number, count = 1) => {
    offset = head.writeUInt16LE(number, offset)
    offset = head.writeUInt16LE(type, offset)
    offset = head.writeUInt32LE(count, offset)
    offset = head.writeUInt32LE(value, offset)
  }
  // TIFF requires entries in the order of their numbers.
  addEntry(tag.imageWidth, long, width)
  addEntry(tag.imageLength, long, height)
  addEntry(tag.bitsPerSample, short, bitsOffset, channels)
  addEntry(tag.compression, short, uncompressed)
  addEntry(tag.photometricInterpretation, short, rgbColours)
  addEntry(tag.stripOffsets, long, pixelsOffset)
  addEntry(tag.orientation, short, upright)
  addEntry(tag.samplesPerPixel, short, channels)
  addEntry(tag.rowsPerStrip, long, height)
  addEntry(tag.stripByteCounts, long, width * height * channels)
  addEntry(tag.planarConfiguration, short, interleaved)
  if (hasAlpha) addEntry(tag.extraSamples, short, unassociatedAlpha)
  if (profile.length > 0) addEntry(tag.iccProfile, undefinedBytes, profileOffset, profile.length)

  for (let channel = 0; channel < channels; channel++)
    head.writeUInt16LE(bitsPerChannel, bitsOffset + 2 * channel)
  head.set(profile, profileOffset)
  return head
}
