import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import { serveJobs } from '../../base/job-program.ts'
import { PictureRejected, type RejectionReason } from './images.ts'

// Its types describe another module system.
const openLibheif = libheif as unknown as typeof libheif.default

// From libheif’s header files.
const [rgb, interleavedRgb, interleavedRgba, interleaved] = [1, 10, 11, 10]
const [unsupportedFile, unsupportedFeature, noMemory, securityLimit] = [3, 4, 6, 1000]

// Of a screen it has some hundred bytes, of a printer a megabyte.
const maxProfileBytes = 4 * 1024 * 1024

interface Conversion {
  readonly source: string
  readonly target: string
  readonly maxPixels: number
}

/** Writes the main picture of a HEIC file as TIFF, turned and cropped as its boxes say. */
function convert({ source, target, maxPixels }: Conversion): void {
  const wasm = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const heif = openLibheif({ wasmBinary: readFileSync(wasm) })
  const allocate = (bytes: number): number => {
    const address = heif._malloc(bytes)
    if (address === 0) throw new PictureRejected('tooHeavy')
    return address
  }
  const failure = allocate(12)
  const result = allocate(4)
  const numberAt = (address: number): number => heif.HEAPU32[address / 4]
  const expectSuccess = () => {
    const [code, detail] = [numberAt(failure), numberAt(failure + 4)]
    if (code === 0) return
    if (code === noMemory || detail === securityLimit) throw new PictureRejected('tooHeavy')
    throw new PictureRejected(
      code === unsupportedFile || code === unsupportedFeature ? 'unknown' : 'broken',
    )
  }

  const bytes = readFileSync(source)
  const file = allocate(bytes.length)
  heif.HEAPU8.set(bytes, file)
  const context = heif._heif_context_alloc()
  heif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)))
  heif._heif_context_read_from_memory_without_copy(failure, context, file, bytes.length, 0)
  expectSuccess()
  // A file may hold several pictures, smaller ones of the same, its depth …
  heif._heif_context_get_primary_image_handle(failure, context, result)
  expectSuccess()
  const handle = numberAt(result)
  const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0
  heif._heif_decode_image(
    failure,
    handle,
    result,
    rgb,
    hasAlpha ? interleavedRgba : interleavedRgb,
    0,
  )
  expectSuccess()
  const image = numberAt(result)
  const [width, height] = [
    heif._heif_image_get_primary_width(image),
    heif._heif_image_get_primary_height(image),
  ]
  if (width * height > maxPixels) throw new PictureRejected('tooManyPixels')

  const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
  const profileBytes = size <= maxProfileBytes ? size : 0
  const profileAt = allocate(Math.max(1, profileBytes))
  if (profileBytes > 0) {
    heif._heif_image_handle_get_raw_color_profile(failure, handle, profileAt)
    expectSuccess()
  }
  const profile = heif.HEAPU8.subarray(profileAt, profileAt + profileBytes)

  const pixels = heif._heif_image_get_plane_readonly(image, interleaved, result)
  const stride = numberAt(result)
  const channels = hasAlpha ? 4 : 3
  const out = openSync(target, 'w', 0o600)
  // Unlike `writeSync` it writes all or fails.
  writeFileSync(out, createTiffHeader({ width, height, channels, profile }))
  for (let row = 0; row < height; row++) {
    const start = pixels + row * stride
    writeFileSync(out, heif.HEAPU8.subarray(start, start + width * channels))
  }
  closeSync(out)
}

const tasks = {
  /** Returns why the picture was refused, if it was. */
  convert(conversion: Conversion): RejectionReason | null {
    try {
      convert(conversion)
      return null
    } catch (error) {
      if (error instanceof PictureRejected) return error.reason
      // What WebAssembly throws: a file led the decoder astray.
      if ((error as Error).name === 'RuntimeError') return 'broken'
      throw error
    }
  },
}

export type HeicTasks = typeof tasks

serveJobs(tasks)

interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue, and how opaque. */
  readonly channels: 3 | 4
  /** An ICC profile; empty where the colours are the screen’s. */
  readonly profile: Uint8Array
}

const [short, long, undefinedBytes] = [3, 4, 7]

/** What stands before the pixels, row by row, in an uncompressed TIFF of 8 bits per channel. */
export function createTiffHeader({ width, height, channels, profile }: Pixels): Buffer {
  const entries = 11 + (channels === 4 ? 1 : 0) + (profile.length > 0 ? 1 : 0)
  const bitsAt = 8 + 2 + entries * 12 + 4
  const profileAt = bitsAt + 2 * channels
  const pixelsAt = profileAt + profile.length

  const head = Buffer.alloc(pixelsAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  let at = head.writeUInt16LE(entries, 8)
  const add = (tag: number, type: number, value: number, count = 1) => {
    at = head.writeUInt16LE(tag, at)
    at = head.writeUInt16LE(type, at)
    at = head.writeUInt32LE(count, at)
    at = head.writeUInt32LE(value, at)
  }
  add(256, long, width)
  add(257, long, height)
  add(258, short, bitsAt, channels)
  add(259, short, 1) // not compressed
  add(262, short, 2) // RGB
  add(273, long, pixelsAt)
  add(274, short, 1) // upright
  add(277, short, channels)
  add(278, long, height)
  add(279, long, width * height * channels)
  add(284, short, 1) // interleaved
  if (channels === 4) add(338, short, 2) // not multiplied by how opaque it is
  if (profile.length > 0) add(34675, undefinedBytes, profileAt, profile.length)

  for (let channel = 0; channel < channels; channel++) head.writeUInt16LE(8, bitsAt + 2 * channel)
  head.set(profile, profileAt)
  return head
}
