// @module-tag sqlite

import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, retentionDays } from '@vitrine/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

let server: TestServer
let employee: Client
/** The item with the picture of squares. */
let squaresItemId: number
let squaresName = ''

/**
 * The picture of squares: each has a different colour, by which a test recognises it. Red
 * tells the columns apart, green the rows; all values stay below 256.
 */
const [columns, rows, squareSide] = [13, 9, 100]
const [width, height] = [columns * squareSide, rows * squareSide]
const toColour = (column: number, row: number) =>
  [column * 19, row * 28, ((column * 5 + row * 3) % 11) * 25] as const

function drawSquares(): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index++) {
    const column = Math.floor((index % width) / squareSide)
    const row = Math.floor(index / width / squareSide)
    pixels.set(toColour(column, row), index * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Side of the tiles that the image information names. */
const tileSide = 512

async function addPublicPicture(client: Client, picture: Sharp) {
  const itemId = await addItem(client)
  const file = await createPictureFile(picture)
  const uploaded = await client.call(api.media.uploadImage, { body: { itemId }, file })
  return { itemId, name: uploaded.picture.name }
}

beforeAll(async () => {
  server = await startTestServer({}, { hasOwnCache: true })
  employee = await server.signIn('employee')
  const squares = await addPublicPicture(employee, drawSquares().png())
  squaresItemId = squares.itemId
  squaresName = squares.name
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const fetchImage = (path: string, init: RequestInit = {}) =>
  server.fetch(`/iiif/3/${path}`, { redirect: 'manual', ...init })

/** Fetches an image of the squares, after redirects, and decodes it. */
async function readSquares(path: string) {
  const response = await server.fetch(`/iiif/3/${squaresName}/${path}`)
  expect([path, response.status]).toEqual([path, 200])
  const bytes = Buffer.from(await response.arrayBuffer())
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const readColour = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3) as [number, number, number]
  return { response, bytes, width: info.width, height: info.height, readColour }
}

async function readImageInformation(name: string) {
  const response = await fetchImage(`${name}/info.json`)
  return (await response.json()) as { width: number; height: number; sizes: { width: number }[] }
}

/** Lossy formats change colours by up to 10 of 255 (10 ** 1.3 / 2). */
const closeToColour = (colour: readonly number[]) =>
  colour.map((value) => expect.closeTo(value, -1.3))

const tilesFolder = () => join(server.config.cacheDir, 'tiles')

test('serves image information of level 2 as JSON-LD, or as JSON if asked', async () => {
  const response = await fetchImage(`${squaresName}/info.json`)
  expect(response.headers.get('content-type')).toBe(
    'application/ld+json;profile="http://iiif.io/api/image/3/context.json"',
  )
  expect(response.headers.get('link')).toBe(
    '<http://iiif.io/api/image/3/level2.json>;rel="profile"',
  )
  const text = await response.text()
  expect(text).toMatch(/^\{"@context":"http:\/\/iiif.io\/api\/image\/3\/context.json"/)
  expect(JSON.parse(text)).toEqual({
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: `${server.url}/iiif/3/${squaresName}`,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    maxWidth: 2400,
    maxHeight: 2400,
    maxArea: 2_560_000,
    sizes: [
      { width: 325, height: 225 },
      { width: 650, height: 450 },
      { width, height },
    ],
    tiles: [{ width: 512, scaleFactors: [1, 2, 4] }],
    rights: 'http://creativecommons.org/licenses/by/4.0/',
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
  })
  for (const [accept, type] of [
    ['application/json', 'application/json'],
    ['application/ld+json', 'application/ld+json'],
    ['application/json;q=0, */*', 'application/ld+json'],
  ] as const) {
    const { headers } = await fetchImage(`${squaresName}/info.json`, { headers: { accept } })
    expect([accept, headers.get('content-type')?.split(';')[0]]).toEqual([accept, type])
  }
})

test('redirects the base address of a picture to its image information', async () => {
  const base = await fetchImage(squaresName)
  expect([base.status, base.headers.get('location')]).toEqual([
    303,
    `${server.url}/iiif/3/${squaresName}/info.json`,
  ])
})

test('sends CORS headers with every status, and no cookies', async () => {
  const squares = `/iiif/3/${squaresName}`
  const requests: readonly [status: number, path: string, method?: string][] = [
    [303, squares],
    [200, `${squares}/info.json`],
    [200, `${squares}/full/max/0/default.jpg`],
    [200, `${squares}/full/max/0/default.jpg`, 'HEAD'],
    [302, `${squares}/full/pct:10/0/default.jpg`],
    [400, `${squares}/full/max/0/default.tif`],
    [404, '/iiif/3/0000000000000000/info.json'],
    [404, '/iiif'],
    [404, '/iiif/'],
    [404, '/iiif/3/'],
    [404, '/iiif/2/x'],
  ]
  for (const [expectedStatus, path, method = 'GET'] of requests) {
    const { headers, status } = await server.fetch(path, { method, redirect: 'manual' })
    expect([path, status]).toEqual([path, expectedStatus])
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'cross-origin'])
    expect(headers.get('set-cookie')).toBeNull()
    if (status === 404) expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
  const preflight = await fetchImage(`${squaresName}/info.json`, {
    method: 'OPTIONS',
    headers: { origin: 'https://viewer.example.org' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
})

test.each([
  // Regions in their maximum size, some with the column and row of the square in their middle.
  ['full', 'max', [width, height]],
  ['square', 'max', [900, 900]],
  ['200,100,100,100', 'max', [100, 100], [2, 1]],
  ['1200,800,500,500', 'max', [100, 100], [12, 8]],
  ['pct:0,0,100,100', 'max', [width, height]],
  ['pct:50,50,50.5,50', '650,450', [650, 450]],
  // Sizes.
  ['full', '650,', [650, 450]],
  ['full', ',90', [130, 90]],
  ['full', 'pct:10', [130, 90]],
  ['full', '300,300', [300, 300]],
  ['full', '!400,400', [400, 277]],
  ['full', '!2000,90', [130, 90]],
  ['full', '^650,', [650, 450]],
  ['500,300,100,100', '33,', [33, 33], [5, 3]],
  ['512,512,512,388', '512,388', [512, 388]],
  ['0,0,1024,900', '512,450', [512, 450]],
] as const)(
  'renders region %s in size %s with the dimensions of the specification',
  async (region, size, expectedSize, square?) => {
    const image = await readSquares(`${region}/${size}/0/default.png`)
    expect([image.width, image.height]).toEqual(expectedSize)
    if (!square) return
    const middle = image.readColour(Math.floor(image.width / 2), Math.floor(image.height / 2))
    expect(middle).toEqual(closeToColour(toColour(square[0], square[1])))
  },
)

test('mirrors a picture before rotating it clockwise', async () => {
  const [left, right, top, bottom] = [0, columns - 1, 0, rows - 1]
  for (const [rotation, firstSquare, isUpright] of [
    ['0', [left, top], true],
    ['90', [left, bottom], false],
    ['180', [right, bottom], true],
    ['270', [right, top], false],
    ['!0', [right, top], true],
    ['!90', [right, bottom], false],
  ] as const) {
    const image = await readSquares(`full/260,180/${rotation}/default.jpg`)
    const expectedSize = isUpright ? [260, 180] : [180, 260]
    expect([rotation, image.width, image.height]).toEqual([rotation, ...expectedSize])
    // Squares have sides of 20 pixels in this size.
    expect([rotation, image.readColour(10, 10)]).toEqual([
      rotation,
      closeToColour(toColour(...firstSquare)),
    ])
  }
})

test('renders every quality and format', async () => {
  for (const [file, format, channels] of [
    ['default.jpg', 'jpeg', 3],
    ['color.png', 'png', 3],
    ['gray.jpg', 'jpeg', 1],
    ['bitonal.png', 'png', 1],
    ['default.webp', 'webp', 3],
  ] as const) {
    const { response, bytes } = await readSquares(`full/130,90/0/${file}`)
    const metadata = await sharp(bytes).metadata()
    expect([file, metadata.format, metadata.channels]).toEqual([file, format, channels])
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
  }
  const { bytes } = await readSquares('full/130,90/0/bitonal.png')
  expect(new Set(await sharp(bytes).raw().toBuffer())).toEqual(new Set([0, 255]))
})

test('redirects other spellings of a request to the canonical one', async () => {
  for (const [requested, canonical] of [
    ['0,0,1300,900/max/0/default.jpg', 'full/max/0/default.jpg'],
    ['pct:0,0,50,50/max/0/default.jpg', '0,0,650,450/max/0/default.jpg'],
    ['square/max/0/default.jpg', '200,0,900,900/max/0/default.jpg'],
    ['1200,800,500,500/max/0/default.jpg', '1200,800,100,100/max/0/default.jpg'],
    ['full/650,/0/default.jpg', 'full/650,450/0/default.jpg'],
    ['full/pct:50.0/0/default.jpg', 'full/650,450/0/default.jpg'],
    ['full/max/90.0/default.jpg', 'full/max/90/default.jpg'],
    ['full/max/360/color.jpg', 'full/max/0/default.jpg'],
  ] as const) {
    const { status, headers } = await fetchImage(`${squaresName}/${requested}`)
    expect([requested, status]).toEqual([requested, 302])
    expect(headers.get('location')).toBe(`${server.url}/iiif/3/${squaresName}/${canonical}`)
    const target = await fetchImage(`${squaresName}/${canonical}`)
    expect([canonical, target.status]).toEqual([canonical, 200])
    for (const answer of [headers, target.headers])
      expect(answer.get('link')).toBe(
        `<${server.url}/iiif/3/${squaresName}/${canonical}>;rel="canonical",<http://iiif.io/api/image/3/level2.json>;rel="profile"`,
      )
  }
  // Viewers request the tiles of the largest scale in pixels: these are not redirected.
  const tile = await fetchImage(`${squaresName}/0,0,512,512/512,512/0/default.jpg`)
  expect([tile.status, tile.headers.get('link')?.includes('/0,0,512,512/max/0/')]).toEqual([
    200,
    true,
  ])
})

test('answers invalid requests with the status of the specification and a message', async () => {
  for (const [path, status] of [
    ...[
      'x',
      '0,0,0,10',
      '1300,0,10,10',
      '1,2,3',
      '-1,0,10,10',
      'pct:101,0,10,10',
      'pct:1e1,0,9,9',
    ].map((region) => [`${squaresName}/${region}/max/0/default.jpg`, 400] as const),
    ...[
      'full',
      ',',
      '0,',
      '1301,',
      ',901',
      'pct:101',
      '1301,900',
      '!2000,3000',
      '!9,',
      'pct:0',
      '5,5,5',
    ].map((size) => [`${squaresName}/full/${size}/0/default.jpg`, 400] as const),
    ...['^1301,', '^pct:200', '^max', '^!2000,2000'].map(
      (size) => [`${squaresName}/full/${size}/0/default.jpg`, 501] as const,
    ),
    ...['45', '-90', '361', 'x', '!', '9e1'].map(
      (rotation) => [`${squaresName}/full/max/${rotation}/default.jpg`, 400] as const,
    ),
    ...['native.jpg', 'default.gif', 'default', 'default.jpg.jpg', 'DEFAULT.JPG'].map(
      (file) => [`${squaresName}/full/max/0/${file}`, 400] as const,
    ),
    ['0123456789abcdef/full/max/0/default.jpg', 404],
    [`${squaresName.slice(0, -1)}/info.json`, 404],
    [`${squaresName}0/info.json`, 404],
    [`${squaresName.toUpperCase()}x/info.json`, 404],
    ['a/b/full/max/0/default.jpg', 404],
    ['[frob]/full/max/0/default.jpg', 404],
    [`${squaresName}/full/max/0`, 404],
    ['0123456789abcdef', 404],
    ['%E2%82%AC', 404],
    ['a%0Ab', 404],
    ['a%20b', 404],
  ] as const) {
    const response = await fetchImage(path)
    expect([path, response.status]).toEqual([path, status])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toMatch(/^[A-Z].{10,120}\.\n$/)
  }
})

test('caches tiles and listed sizes by content, but no other sizes', async () => {
  const listCached = async () =>
    new Set((await readdir(tilesFolder())).filter((file) => !file.endsWith('.tif')))
  const cachedBefore = await listCached()
  const unlisted = [
    // A size that the image information does not list.
    'full/131,91/0/default.jpg',
    // A region beside the grid of tiles.
    '1,0,512,512/max/0/default.jpg',
    // A rotated tile.
    '0,0,512,512/max/90/default.jpg',
  ]
  for (const path of unlisted) await readSquares(path)
  expect(await listCached()).toEqual(cachedBefore)

  await readSquares('1024,512,276,388/max/0/default.jpg')
  await readSquares('1024,512,276,388/276,388/0/default.jpg')
  await readSquares('full/325,225/0/default.webp')
  const added = [...(await listCached())].filter((file) => !cachedBefore.has(file))
  const hashLength = 64
  expect(added.map((file) => file.slice(hashLength)).sort()).toEqual([
    '-1024,512,276,388-max-0-default.jpg',
    '-full-325,225-0-default.webp',
  ])

  await using otherProcess = await server.another()
  const [first, second] = await Promise.all(
    [server, otherProcess].map(async (client) => {
      const path = `/iiif/3/${squaresName}/1024,512,276,388/max/0/default.jpg`
      return Buffer.from(await (await client.fetch(path)).arrayBuffer())
    }),
  )
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
})

test('renders a tile or a pyramid again that was damaged on disk', async () => {
  const { name } = await addPublicPicture(employee, drawSquares().jpeg())
  const read = async (client: Client, path: string) => {
    const response = await client.fetch(`/iiif/3/${name}/${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer())
  }
  const damages: ((file: string, bytes: Buffer) => Promise<void>)[] = [
    (file, bytes) => writeFile(file, bytes.fill(0)),
    (file, bytes) => writeFile(file, bytes.fill(0, Math.floor(bytes.length / 3))),
    // Shorter than any tile.
    (file) => truncate(file, 700),
  ]
  // Has no images in memory.
  await using otherProcess = await server.another()
  for (const [column, damage] of damages.entries()) {
    const left = column * tileSide
    const region = [left, tileSide, Math.min(tileSide, width - left), height - tileSide].join(',')
    const tile = await read(server, `${region}/max/0/default.jpg`)
    const damagedFiles = (await readdir(tilesFolder()))
      .filter((file) => file.startsWith(name))
      .filter((file) => file.endsWith('.tif') || file.includes(region))
      .map((file) => join(tilesFolder(), file))
    // The pyramid and the tile.
    expect(damagedFiles).toHaveLength(2)
    for (const file of damagedFiles) await damage(file, await readFile(file))
    expect((await read(otherProcess, `${region}/max/0/default.jpg`)).equals(tile)).toBe(true)

    // Never requested before, so it comes from the pyramid. It lies in the first square of row 6.
    const newTile = await read(otherProcess, `${column},600,90,90/max/0/default.png`)
    const { channels } = await sharp(newTile).stats()
    expect(channels.map(({ mean }) => mean)).toEqual(closeToColour(toColour(0, 6)))
  }
})

test('answers 304 for an unchanged image, and 404 for one that is not public', async () => {
  const path = `${squaresName}/0,0,512,512/max/0/default.jpg`
  const response = await fetchImage(path)
  expect(response.headers.get('cache-control')).toBe(
    'public, max-age=31536000, s-maxage=300, immutable',
  )
  const withEtag = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } }
  expect((await fetchImage(path, withEtag)).status).toBe(304)
  const paths = [path, `${squaresName}/info.json`, `${squaresName}/full/pct:7/0/default.png`]
  const listStatuses = async () =>
    Promise.all(paths.map(async (address) => (await fetchImage(address, withEtag)).status))
  const setPublic = (isPublic: boolean) =>
    employee.call(api.inventory.setPublic, { body: { itemId: squaresItemId, public: isPublic } })
  await setPublic(false)
  expect(await listStatuses()).toEqual([404, 404, 404])
  await setPublic(true)
  expect(await listStatuses()).toEqual([304, 200, 302])
})

test.each([
  {
    limit: 'the maximum area',
    size: [1_700, 1_600],
    maxSize: [1_649, 1_552],
    listedWidths: [425, 850],
  },
  {
    limit: 'the maximum width and one pixel',
    size: [16_000, 1],
    maxSize: [2_400, 1],
    listedWidths: [500, 1_000, 2_000],
  },
] as const)('serves images within $limit', async ({ size, maxSize, listedWidths }) => {
  const drawing = createDrawing({ width: size[0], height: size[1] })
  const { name } = await addPublicPicture(employee, drawing.png())
  const { sizes } = await readImageInformation(name)
  expect(sizes.map((listed) => listed.width)).toEqual(listedWidths)

  const largest = await fetchImage(`${name}/full/max/0/default.jpg`)
  expect(largest.status).toBe(200)
  const metadata = await sharp(Buffer.from(await largest.arrayBuffer())).metadata()
  expect([metadata.width, metadata.height]).toEqual(maxSize)
  const inPixels = await fetchImage(`${name}/full/${maxSize.join(',')}/0/default.jpg`)
  expect(inPixels.status).toBe(200)
  expect(inPixels.headers.get('link')).toContain('/full/max/0/default.jpg')

  for (const smaller of ['!100,100', 'pct:10'])
    expect((await fetchImage(`${name}/full/${smaller}/0/default.jpg`)).status).toBe(302)
  expect((await fetchImage(`${name}/full/${size.join(',')}/0/default.jpg`)).status).toBe(400)
})

test('caches answers briefly that depend on whether the collection is open', async () => {
  // Larger than the pictures on pages, which have sides of up to 1600 pixels.
  const picture = createDrawing({ width: 1_700, height: 600 }).png()
  const { name } = await addPublicPicture(employee, picture)
  await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
  await addPublicPicture(await closed.signIn('employee'), picture)

  const path = `/iiif/3/${name}/600,0,512,512/max/0/default.jpg`
  const [whole, reduced] = [await server.fetch(path), await closed.fetch(path)]
  for (const { headers } of [whole, reduced])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  const withEtag = { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } }
  expect((await server.fetch(path, withEtag)).status).toBe(304)
  expect((await closed.fetch(path, withEtag)).status).toBe(200)
  const [wholeBytes, reducedBytes] = [await whole.bytes(), await reduced.bytes()]
  expect(Buffer.from(wholeBytes).equals(reducedBytes)).toBe(false)
})

test('removes the files of an item that was deleted for good', async () => {
  await using ownServer = await startTestServer({}, { hasOwnCache: true })
  const root = await ownServer.signIn('root')
  const { itemId, name } = await addPublicPicture(
    root,
    createDrawing({ width: 900, height: 700 }).png(),
  )
  expect((await ownServer.fetch(`/iiif/3/${name}/0,0,512,512/max/0/default.jpg`)).status).toBe(200)
  const listCached = () => readdir(join(ownServer.config.cacheDir, 'tiles'))
  // The tile and its pyramid.
  expect(await listCached()).toHaveLength(2)

  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  ownServer.clock.advance(days(retentionDays + 1))
  await (await ownServer.signIn('root')).call(api.inventory.remove, { params: { id: itemId } })
  expect(await listCached()).toEqual([])
})

const drawing600By400 = createDrawing({ width: 600, height: 400 })
const copyright = 'somebody'
const cameraMetadata = {
  IFD0: { Copyright: copyright },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 48/1 0/1' },
}
/** The EXIF orientation of a picture that is to be turned by 90 degrees. */
const turnedOrientation = 6

test.each([
  [
    'turned',
    () =>
      drawing600By400
        .clone()
        .withMetadata({ orientation: turnedOrientation })
        .withExif(cameraMetadata)
        .jpeg(),
    [400, 600],
  ],
  ['CMYK', () => drawing600By400.clone().toColourspace('cmyk').jpeg(), [600, 400]],
  ['16-bit', () => drawing600By400.clone().toColourspace('rgb16').png(), [600, 400]],
  ['gray', () => drawing600By400.clone().grayscale().jpeg(), [600, 400]],
  ['transparent', () => drawing600By400.clone().ensureAlpha(0.5).png(), [600, 400]],
] as const)(
  'renders a %s picture upright, in sRGB and without camera metadata',
  async (kind, draw, expectedSize) => {
    const { name } = await addPublicPicture(employee, draw())
    const information = await readImageInformation(name)
    expect([information.width, information.height]).toEqual(expectedSize)
    for (const part of ['0,0,300,300/max', 'full/max', 'full/200,200']) {
      const response = await fetchImage(`${name}/${part}/0/default.jpg`)
      expect([part, response.status]).toEqual([part, 200])
      const bytes = Buffer.from(await response.arrayBuffer())
      const { exif, orientation, space, depth } = await sharp(bytes).metadata()
      expect({ part, exif, orientation, space, depth }).toEqual({
        part,
        exif: undefined,
        orientation: undefined,
        space: kind === 'gray' ? expect.any(String) : 'srgb',
        depth: 'uchar',
      })
      expect(bytes.includes(copyright)).toBe(false)
    }
  },
)

test('finishes rendering a pyramid after all its requests were cancelled', async () => {
  const drawing = createDrawing({ width: 900, height: 700 })
  const { name } = await addPublicPicture(employee, drawing.png())
  const tilePath = (left: number) => `/iiif/3/${name}/${left},${left},512,512/max/0/default.jpg`
  for (let visitor = 0; visitor < 5; visitor++) {
    const cancellation = new AbortController()
    const response = server.fetch(tilePath(0), { signal: cancellation.signal })
    cancellation.abort()
    await expect(response).rejects.toThrow()
  }
  expect((await server.fetch(tilePath(0))).status).toBe(200)

  const files = await readdir(tilesFolder())
  const pyramid = files.find((file) => file.startsWith(name) && file.endsWith('.tif')) ?? ''
  const pyramidFile = join(tilesFolder(), pyramid)
  // Another tile comes from the same pyramid: a file that was written again would have a new inode.
  const { ino } = await stat(pyramidFile)
  expect((await server.fetch(tilePath(100))).status).toBe(200)
  expect((await stat(pyramidFile)).ino).toBe(ino)
  // After its file is removed, the pyramid is rendered again.
  await rm(pyramidFile)
  expect((await server.fetch(tilePath(101))).status).toBe(200)
})
