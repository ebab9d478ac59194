// @module-tag sqlite

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Call, toPublicNumber } from '@vitrine/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeicFile } from '../../../test/heic-files.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'
import { pictureVariants } from './variants.ts'

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

/**
 * Uploads a picture. Returns it as pages show it (`shown`), the same with its Image API renderings
 * (`served`), and its width and height.
 */
async function uploadAndServe(file: File) {
  const id = await world.newItem()
  await world.uploadImage(id, file)
  const { picture } = await world.staff.call(api.inventory.details, { params: { id } })
  const shown = await readBytes(await world.server.fetch(`/api/image/${id}`))
  const { width, height, format } = await sharp(shown).metadata()
  expect({ width, height, format }).toEqual({
    width: picture?.width,
    height: picture?.height,
    format: 'jpeg',
  })
  // The Image API renders a region from the pyramid, a small image from the size for pages.
  const [whole, part] = await Promise.all(
    ['full', `0,0,${width - 1},${height}`].map(async (region) =>
      readBytes(await world.server.fetch(`/iiif/3/${picture?.name}/${region}/max/0/default.jpg`)),
    ),
  )
  return { shown, served: [shown, whole, part] as Buffer[], size: [width, height] }
}

async function readPixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [
    ...(await sharp(picture)
      .extract({ left, top, width: 1, height: 1 })
      .toColourspace('srgb')
      .raw()
      .toBuffer()),
  ]
}

/** Names the colour at a place, with tolerance, because compression changes colours a little. */
async function readColour(picture: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await readPixel(picture, left, top)
  if (red > 180 && green < 90 && blue < 90) return 'red'
  // CMYK colours are less saturated.
  if (blue > 120 && red < 90 && green < 90) return 'blue'
  if (Math.min(red, green, blue) > 230) return 'white'
  return `rgb(${red}, ${green}, ${blue})`
}

const createPlainPicture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const createAnimation = async () =>
  sharp(await Promise.all(['#f00', '#00f'].map(createPlainPicture)), { join: { animated: true } })
/** The first frame of the animation is all red. */
const firstFrameColours = ['red', 'red'] as const

type Example = [
  title: string,
  createFile: () => Promise<File> | File,
  /** Expected colours on the left and right; red and blue, as drawn, unless stated otherwise. */
  sides?: readonly [string, string],
]

const commonExamples: Example[] = [
  ['JPEG', () => createPictureFile(createDrawing().jpeg(), 'scan.txt')],
  [
    'animated GIF (its first frame)',
    async () => createPictureFile((await createAnimation()).gif()),
    firstFrameColours,
  ],
]

const rareExamples: Example[] = [
  ['PNG', () => createPictureFile(createDrawing().png(), 'scan.txt')],
  ['WebP', () => createPictureFile(createDrawing().webp(), 'scan.txt')],
  ['AVIF', () => createPictureFile(createDrawing().avif(), 'scan.txt')],
  ['TIFF', () => createPictureFile(createDrawing().tiff(), 'scan.txt')],
  ['GIF', () => createPictureFile(createDrawing().gif(), 'scan.txt')],
  ['CMYK JPEG', () => createPictureFile(createDrawing().toColourspace('cmyk').jpeg())],
  [
    'JPEG with the Display P3 profile',
    () => createPictureFile(createDrawing().withIccProfile('p3').jpeg()),
  ],
  ['16-bit PNG', () => createPictureFile(createDrawing().toColourspace('rgb16').png())],
  ['16-bit TIFF', () => createPictureFile(createDrawing().toColourspace('rgb16').tiff())],
  ['CMYK TIFF', () => createPictureFile(createDrawing().toColourspace('cmyk').tiff())],
  ['10-bit AVIF', () => createPictureFile(createDrawing().avif({ bitdepth: 10 }))],
  [
    'animated WebP (its first frame)',
    async () => createPictureFile((await createAnimation()).webp()),
    firstFrameColours,
  ],
  [
    'transparent PNG (on white)',
    () =>
      createPictureFile(
        sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } }).png(),
      ),
    ['white', 'white'],
  ],
]

test.for(commonExamples)('accepts %s, whatever the name of the file', ([, createFile, sides]) =>
  expectAccepted(createFile, sides),
)
test.for(rareExamples)('accepts %s', { tags: ['only-with-all'] }, ([, createFile, sides]) =>
  expectAccepted(createFile, sides),
)

async function expectAccepted(createFile: Example[1], sides: readonly string[] = ['red', 'blue']) {
  const { served, size } = await uploadAndServe(await createFile())
  expect(size).toEqual([60, 40])
  for (const picture of served)
    expect([await readColour(picture, 5, 20), await readColour(picture, 55, 20)]).toEqual(sides)
}

test('rotates pictures upright from all eight orientations', {
  tags: ['only-with-all'],
}, async () => {
  // EXIF orientations by the side to which they move the left edge, which is red.
  const orientationsBySide = { left: [1, 4], right: [2, 3], top: [5, 6], bottom: [7, 8] }
  for (const [redSide, orientations] of Object.entries(orientationsBySide)) {
    for (const orientation of orientations) {
      const { served, size } = await uploadAndServe(
        await createPictureFile(createDrawing().jpeg().withMetadata({ orientation })),
      )
      const isLandscape = redSide === 'left' || redSide === 'right'
      expect({ orientation, size }).toEqual({
        orientation,
        size: isLandscape ? [60, 40] : [40, 60],
      })
      const isRedFirst = redSide === 'left' || redSide === 'top'
      for (const picture of served) {
        const [near, far] = isLandscape
          ? [await readColour(picture, 5, 20), await readColour(picture, 55, 20)]
          : [await readColour(picture, 20, 5), await readColour(picture, 20, 55)]
        expect({ orientation, near, far }).toEqual({
          orientation,
          near: isRedFirst ? 'red' : 'blue',
          far: isRedFirst ? 'blue' : 'red',
        })
      }
    }
  }
})

test('converts HEIC with tiles, crops, rotations, 10 bits and several pictures', async () => {
  const rotationExif = (
    await sharp(await createDrawing().jpeg().withMetadata({ orientation: 6 }).toBuffer()).metadata()
  ).exif
  const [rotated, mirrored, tenBit] = await Promise.all([
    uploadAndServe(
      createHeicFile({
        mosaic: [
          ['red', 'blue'],
          ['red', 'blue'],
        ],
        height: 100,
        turns: 1,
        others: ['green', 'green'],
        thumbnails: ['green'],
        // Repeats the rotation that the container states, as telephones do.
        exif: rotationExif,
      }),
    ),
    uploadAndServe(createHeicFile({ mirrored: true, turns: 3, width: 120 })),
    uploadAndServe(createHeicFile({ mosaic: [['deepRed', 'deepRed']] })),
  ])
  expect([rotated.size, mirrored.size, tenBit.size]).toEqual([
    [100, 128],
    [64, 120],
    [128, 64],
  ])
  // Rotated to the left, so that the right side is on top.
  for (const picture of rotated.served)
    expect([await readColour(picture, 50, 5), await readColour(picture, 50, 120)]).toEqual([
      'blue',
      'red',
    ])
  for (const picture of mirrored.served)
    expect([await readColour(picture, 32, 5), await readColour(picture, 32, 115)]).toEqual([
      'red',
      'blue',
    ])
  for (const picture of tenBit.served) expect(await readColour(picture, 5, 5)).toBe('red')
})

test('converts the colours of a phone’s HEIC correctly', {
  tags: ['only-with-all'],
}, async () => {
  const { icc } = await sharp(
    await createDrawing().withIccProfile('p3').jpeg().toBuffer(),
  ).metadata()
  const [plain, wide] = await Promise.all(
    [undefined, icc].map((profile) =>
      uploadAndServe(createHeicFile({ mosaic: [['green', 'green']], profile })),
    ),
  )
  const [red = 0, green = 0] = await readPixel(plain?.shown as Buffer, 20, 20)
  expect(red).toBeCloseTo(100, -1)
  // The same values mean a stronger green in Display P3.
  const [redOfWide = 0, greenOfWide = 0] = await readPixel(wide?.shown as Buffer, 20, 20)
  expect(redOfWide).toBeLessThan(red - 10)
  expect(greenOfWide).toBeGreaterThan(green)
})

const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '46/1 48/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '7/1 9/1 0/1',
}
const createPictureWithMetadata = () =>
  createDrawing()
    .withExif({ IFD0: { Make: 'Hasselblad', Software: 'secret-tool' }, IFD3: gps })
    .withXmp('<x:xmpmeta>secret-place</x:xmpmeta>')
const hasMetadata = (bytes: Buffer) =>
  ['Hasselblad', 'secret-'].some((text) => bytes.includes(text))

test('removes place and camera from published pictures, but not from the original', async () => {
  const { exif } = await sharp(await createPictureWithMetadata().jpeg().toBuffer()).metadata()
  const files = await Promise.all([
    ...(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const).map((format) =>
      createPictureFile(createPictureWithMetadata().toFormat(format)),
    ),
    createHeicFile({ exif }),
  ])
  for (const file of files) {
    const original = Buffer.from(await file.arrayBuffer())
    const metadata = await sharp(original).metadata()
    expect([metadata.exif, metadata.xmp].some((field) => field?.includes('secret'))).toBe(true)
    const { served } = await uploadAndServe(file)
    const content = createHash('sha256').update(original).digest('hex')
    const folder = join(world.server.dataDir, 'media', content.slice(0, 2), content)
    const fileNames = await readdir(folder)
    expect(fileNames.toSorted()).toEqual(
      ['original', ...pictureVariants.map(({ name, format }) => `${name}.${format}`)].toSorted(),
    )
    expect(await readFile(join(folder, 'original'))).toEqual(original)
    const variants = fileNames
      .filter((name) => name !== 'original')
      .map((name) => readFile(join(folder, name)))
    for (const variant of [...(await Promise.all(variants)), ...served]) {
      expect(hasMetadata(variant)).toBe(false)
      const { exif, xmp, iptc, icc, orientation } = await sharp(variant).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    }
  }
  expect(await world.temporaryFiles()).toEqual([])
})

test('returns the original at no public address', async () => {
  const file = await createPictureFile(createPictureWithMetadata().jpeg())
  const original = Buffer.from(await file.arrayBuffer())
  expect(hasMetadata(original)).toBe(true)
  const id = await world.newItem()
  await world.uploadImage(id, file)
  const content = createHash('sha256').update(original).digest('hex')
  const publicName = content.slice(0, 16)
  const calls = Object.values(api)
    .flatMap((group): Call[] => Object.values(group))
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
    .map(({ path }) => `/api${path.replace(':id', String(id)).replace(':name', publicName)}`)
  const number = toPublicNumber('art', id)
  const addresses = [
    ...calls.flatMap((path) => [path, `${path}?v=${publicName}`, `${path}?v=${content}`]),
    ...['jpg', 'png', 'webp', 'tif'].map(
      (format) => `/iiif/3/${publicName}/full/max/0/default.${format}`,
    ),
    ...[`/iiif/manifest/art/${number}`, `/art/${number}`, `/exchange/lido/art/${number}`],
    // Addresses guessed from how originals are stored.
    ...['', '/api', '/api/image', '/public', '/iiif/3'].flatMap((start) =>
      [content, publicName, `${content.slice(0, 2)}/${content}`].flatMap((folder) => [
        `${start}/${folder}/original`,
        `${start}/media/${folder}/original`,
      ]),
    ),
  ]
  const answers = await Promise.all(
    addresses.map(async (address) => ({
      address,
      body: await readBytes(await world.server.fetch(address)),
    })),
  )
  expect(answers.filter(({ body }) => hasMetadata(body)).map(({ address }) => address)).toEqual([])
  // Makes sure that the test has found pictures: all JPEGs begin with the same two bytes.
  const jpegs = answers.filter(({ body }) => body.subarray(0, 2).equals(original.subarray(0, 2)))
  expect(jpegs.length).toBeGreaterThan(4)
})
