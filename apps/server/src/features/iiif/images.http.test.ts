// @module-tag sqlite

import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

let server: TestServer
let employee: Client
let id: number
/** Colours of a test picture of 13 by 9 squares of 100 pixels each. */
let imageAddress = ''

const [columns, rows, side] = [13, 9, 100]
const [width, height] = [columns * side, rows * side]
const colourOf = (column: number, row: number) =>
  [column * 19, row * 28, ((column * 5 + row * 3) % 11) * 25] as const

async function drawSquares(): Promise<Sharp> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    pixels.set(colourOf(Math.floor((at % width) / side), Math.floor(at / width / side)), at * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function addPublicPicture(
  picture: Sharp,
  ending = 'png',
): Promise<{ id: number; name: string }> {
  const itemId = await addItem(employee)
  await employee.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(picture, `p.${ending}`),
  })
  await employee.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const { picture: shown } = await employee.call(api.inventory.details, { params: { id: itemId } })
  return { id: itemId, name: shown?.name ?? '' }
}

beforeAll(async () => {
  server = await startTestServer({}, { hasOwnCache: true })
  employee = await server.signIn('employee')
  const first = await addPublicPicture((await drawSquares()).png())
  id = first.id
  imageAddress = first.name
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const fetchImage = (path: string, init: RequestInit = {}) =>
  server.fetch(`/iiif/3/${path}`, { redirect: 'manual', ...init })

/** The image at an address, after redirects. */
async function image(path: string) {
  const response = await server.fetch(`/iiif/3/${imageAddress}/${path}`)
  expect([path, response.status]).toEqual([path, 200])
  const bytes = Buffer.from(await response.arrayBuffer())
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3) as [number, number, number]
  return { response, bytes, width: info.width, height: info.height, colourAt }
}

const closeToColour = (colour: readonly number[]) =>
  colour.map((value) => expect.closeTo(value, -1.3))

test('serves image information of level 2 as JSON-LD, or as JSON if asked', async () => {
  const response = await fetchImage(`${imageAddress}/info.json`)
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
    id: `${server.url}/iiif/3/${imageAddress}`,
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
    const { headers } = await fetchImage(`${imageAddress}/info.json`, { headers: { accept } })
    expect([accept, headers.get('content-type')?.split(';')[0]]).toEqual([accept, type])
  }
})

test('redirects the base address to the information, and sends CORS headers always', async () => {
  const base = await fetchImage(imageAddress)
  expect([base.status, base.headers.get('location')]).toEqual([
    303,
    `${server.url}/iiif/3/${imageAddress}/info.json`,
  ])
  const answers = [
    base,
    await fetchImage(`${imageAddress}/info.json`),
    await fetchImage(`${imageAddress}/full/max/0/default.jpg`),
    await fetchImage(`${imageAddress}/full/pct:10/0/default.jpg`),
    await fetchImage(`${imageAddress}/full/max/0/default.tif`),
    await fetchImage('0000000000000000/info.json'),
    await fetchImage(`${imageAddress}/info.json`, {
      method: 'OPTIONS',
      headers: { origin: 'https://viewer.example.org' },
    }),
    await fetchImage(`${imageAddress}/full/max/0/default.jpg`, { method: 'HEAD' }),
    ...(await Promise.all(
      ['/iiif', '/iiif/', '/iiif/3/', '/iiif/2/x'].map((path) => server.fetch(path)),
    )),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    303, 200, 200, 302, 400, 404, 204, 200, 404, 404, 404, 404,
  ])
  for (const { headers, status } of answers) {
    expect([status, headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    expect([status, headers.get('cross-origin-resource-policy')]).toEqual([status, 'cross-origin'])
    expect(headers.get('set-cookie')).toBeNull()
    if (status === 404) expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
  expect(answers[6]?.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
})

test.each([
  // Regions, with the squares at their middle and their maximum size.
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
  async (region, size, wanted, square?) => {
    const rendered = await image(`${region}/${size}/0/default.png`)
    expect([rendered.width, rendered.height]).toEqual(wanted)
    if (square) {
      const middle = rendered.colourAt(
        Math.floor(rendered.width / 2),
        Math.floor(rendered.height / 2),
      )
      expect(middle).toEqual(closeToColour(colourOf(square[0], square[1])))
    }
  },
)

test('mirrors a picture before rotating it clockwise', async () => {
  const corner = async (rotation: string) => {
    const rendered = await image(`full/260,180/${rotation}/default.jpg`)
    return { size: [rendered.width, rendered.height], first: rendered.colourAt(10, 10) }
  }
  for (const [rotation, square, turned] of [
    ['0', [0, 0], false],
    ['90', [0, 8], true],
    ['180', [12, 8], false],
    ['270', [12, 0], true],
    ['!0', [12, 0], false],
    ['!90', [12, 8], true],
  ] as const) {
    const { size, first } = await corner(rotation)
    expect([rotation, size]).toEqual([rotation, turned ? [180, 260] : [260, 180]])
    expect([rotation, first]).toEqual([rotation, closeToColour(colourOf(square[0], square[1]))])
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
    const { response, bytes } = await image(`full/130,90/0/${file}`)
    const metadata = await sharp(bytes).metadata()
    expect([file, metadata.format, metadata.channels]).toEqual([file, format, channels])
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
  }
  const { bytes } = await image('full/130,90/0/bitonal.png')
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
    ['full/^max/0/default.jpg', null],
    ['full/max/90.0/default.jpg', 'full/max/90/default.jpg'],
    ['full/max/360/color.jpg', 'full/max/0/default.jpg'],
  ] as const) {
    const { status, headers } = await fetchImage(`${imageAddress}/${requested}`)
    if (canonical === null) {
      expect([requested, status]).toEqual([requested, 501])
      continue
    }
    expect([requested, status]).toEqual([requested, 302])
    expect(headers.get('location')).toBe(`${server.url}/iiif/3/${imageAddress}/${canonical}`)
    const target = await fetchImage(`${imageAddress}/${canonical}`)
    expect([canonical, target.status]).toEqual([canonical, 200])
    for (const one of [headers, target.headers])
      expect(one.get('link')).toBe(
        `<${server.url}/iiif/3/${imageAddress}/${canonical}>;rel="canonical",<http://iiif.io/api/image/3/level2.json>;rel="profile"`,
      )
  }
  // Viewers request the tiles of the largest scale in pixels: these are not redirected.
  const tile = await fetchImage(`${imageAddress}/0,0,512,512/512,512/0/default.jpg`)
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
    ].map((region) => [`${imageAddress}/${region}/max/0/default.jpg`, 400] as const),
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
    ].map((size) => [`${imageAddress}/full/${size}/0/default.jpg`, 400] as const),
    ...['^1301,', '^pct:200', '^max', '^!2000,2000'].map(
      (size) => [`${imageAddress}/full/${size}/0/default.jpg`, 501] as const,
    ),
    ...['45', '-90', '361', 'x', '!', '9e1'].map(
      (turn) => [`${imageAddress}/full/max/${turn}/default.jpg`, 400] as const,
    ),
    ...['native.jpg', 'default.gif', 'default', 'default.jpg.jpg', 'DEFAULT.JPG'].map(
      (file) => [`${imageAddress}/full/max/0/${file}`, 400] as const,
    ),
    ['0123456789abcdef/full/max/0/default.jpg', 404],
    [`${imageAddress.slice(0, 15)}/info.json`, 404],
    [`${imageAddress}0/info.json`, 404],
    [`${imageAddress.toUpperCase()}x/info.json`, 404],
    ['a/b/full/max/0/default.jpg', 404],
    ['[frob]/full/max/0/default.jpg', 404],
    [`${imageAddress}/full/max/0`, 404],
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
  const folder = join(server.config.cacheDir, 'tiles')
  const listCached = async () => (await readdir(folder)).filter((file) => !file.endsWith('.tif'))
  const before = new Set(await listCached())
  const odd = [
    'full/131,91/0/default.jpg',
    '1,0,512,512/max/0/default.jpg',
    '0,0,512,512/max/90/default.jpg',
  ]
  for (const path of odd) await image(path)
  expect(new Set(await listCached())).toEqual(before)
  await image('1024,512,276,388/max/0/default.jpg')
  await image('1024,512,276,388/276,388/0/default.jpg')
  await image('full/325,225/0/default.webp')
  const added = (await listCached()).filter((file) => !before.has(file))
  expect(added.map((file) => file.slice(64)).sort()).toEqual([
    '-1024,512,276,388-max-0-default.jpg',
    '-full-325,225-0-default.webp',
  ])
  // Another process reads it from the cache.
  await using other = await server.another()
  const [first, second] = await Promise.all(
    [server, other].map(async (one) => {
      const response = await one.fetch(`/iiif/3/${imageAddress}/1024,512,276,388/max/0/default.jpg`)
      return Buffer.from(await response.arrayBuffer())
    }),
  )
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true)
})

test('renders a tile or a pyramid again that was damaged on disk', async () => {
  const { name: another } = await addPublicPicture((await drawSquares()).jpeg())
  const folder = join(server.config.cacheDir, 'tiles')
  const from = async (one: Client, path: string) => {
    const response = await one.fetch(`/iiif/3/${another}/${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer())
  }
  const damages: ((file: string, bytes: Buffer) => Promise<void>)[] = [
    (file, bytes) => writeFile(file, bytes.fill(0)),
    (file, bytes) => writeFile(file, bytes.fill(0, Math.floor(bytes.length / 3))),
    (file) => truncate(file, 700),
  ]
  // Another process has nothing in memory.
  await using other = await server.another()
  for (const [column, damage] of damages.entries()) {
    const region = `${column * 512},512,${Math.min(512, width - column * 512)},388`
    const right = await from(server, `${region}/max/0/default.jpg`)
    const files = (await readdir(folder)).filter((file) => file.startsWith(another))
    const damaged = files
      .filter((file) => file.endsWith('.tif') || file.includes(region))
      .map((file) => join(folder, file))
    expect(damaged).toHaveLength(2)
    for (const file of damaged) await damage(file, await readFile(file))
    expect((await from(other, `${region}/max/0/default.jpg`)).equals(right)).toBe(true)
    // Never requested before, so it comes from the pyramid.
    const part = await sharp(await from(other, `${column},600,100,100/max/0/default.png`)).stats()
    expect(part.channels.map(({ mean }) => mean)).toEqual(closeToColour(colourOf(0, 6)))
  }
})

test('answers 304 for an unchanged image, and 404 for one that is not public', async () => {
  const path = `${imageAddress}/0,0,512,512/max/0/default.jpg`
  const response = await fetchImage(path)
  expect(response.headers.get('cache-control')).toBe(
    'public, max-age=31536000, s-maxage=300, immutable',
  )
  const known = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } }
  expect((await fetchImage(path, known)).status).toBe(304)
  const all = [path, `${imageAddress}/info.json`, `${imageAddress}/full/pct:7/0/default.png`]
  const statuses = async () =>
    Promise.all(all.map(async (one) => (await fetchImage(one, known)).status))
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
  expect(await statuses()).toEqual([404, 404, 404])
  await employee.call(api.inventory.setPublic, { body: { itemId: id, public: true } })
  expect(await statuses()).toEqual([304, 200, 302])
})

test('serves no image beyond the size limits or below one pixel', async () => {
  for (const [pixels, max, sizes] of [
    [
      [2_600, 2_000],
      [1_824, 1_403],
      [325, 650, 1_300],
    ],
    [
      [16_000, 1],
      [2_400, 1],
      [500, 1_000, 2_000],
    ],
  ] as const) {
    const [wide, high] = pixels
    const { name } = await addPublicPicture(createDrawing({ width: wide, height: high }).png())
    const info = (await (await fetchImage(`${name}/info.json`)).json()) as {
      sizes: { width: number }[]
    }
    expect([pixels, info.sizes.map((size) => size.width)]).toEqual([pixels, sizes])
    const whole = await fetchImage(`${name}/full/max/0/default.png`)
    expect([pixels, whole.status]).toEqual([pixels, 200])
    const metadata = await sharp(Buffer.from(await whole.arrayBuffer())).metadata()
    expect([metadata.width, metadata.height]).toEqual(max)
    const canonical = await fetchImage(`${name}/full/${max.join(',')}/0/default.jpg`)
    expect([pixels, canonical.status, canonical.headers.get('link')]).toEqual([
      pixels,
      200,
      expect.stringContaining('/full/max/0/default.jpg'),
    ])
    expect((await fetchImage(`${name}/full/!100,100/0/default.jpg`)).status).toBe(302)
    expect((await fetchImage(`${name}/full/pct:10/0/default.jpg`)).status).toBe(302)
    expect((await fetchImage(`${name}/full/${wide},${high}/0/default.jpg`)).status).toBe(400)
    // The sides are within the limits, but not the area.
    if (high > 1)
      expect((await fetchImage(`${name}/full/1700,1600/0/default.jpg`)).status).toBe(400)
  }
})

test('caches answers briefly that depend on whether the collection is open', async () => {
  const picture = createDrawing({ width: 1_700, height: 600 }).png()
  const { name } = await addPublicPicture(picture)
  await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
  const staff = await closed.signIn('employee')
  const itemId = await addItem(staff)
  await staff.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(picture),
  })
  await staff.call(api.inventory.setPublic, { body: { itemId, public: true } })

  const path = `/iiif/3/${name}/600,0,512,512/max/0/default.jpg`
  const [open, reduced] = [await server.fetch(path), await closed.fetch(path)]
  expect(open.headers.get('cache-control')).toBe('public, max-age=300')
  expect(reduced.headers.get('cache-control')).toBe('public, max-age=300')
  const known = { headers: { 'if-none-match': open.headers.get('etag') ?? '' } }
  expect([
    (await server.fetch(path, known)).status,
    (await closed.fetch(path, known)).status,
  ]).toEqual([304, 200])
  const [larger, smaller] = [await open.bytes(), await reduced.bytes()]
  expect(Buffer.from(larger).equals(smaller)).toBe(false)
})

test('removes the files of an item that was deleted for good', async () => {
  await using own = await startTestServer({}, { hasOwnCache: true })
  const root = await own.signIn('root')
  const itemId = await addItem(root)
  const picture = await createPictureFile(createDrawing({ width: 900, height: 700 }).png())
  await root.call(api.media.uploadImage, { body: { itemId }, file: picture })
  await root.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const details = await root.call(api.inventory.details, { params: { id: itemId } })
  const tile = `/iiif/3/${details.picture?.name}/0,0,512,512/max/0/default.jpg`
  expect((await own.fetch(tile)).status).toBe(200)
  const listCached = () => readdir(join(own.config.cacheDir, 'tiles'))
  expect(await listCached()).toHaveLength(2)

  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  own.clock.advance(days(31))
  await (await own.signIn('root')).call(api.inventory.remove, { params: { id: itemId } })
  expect(await listCached()).toEqual([])
})

test('renders difficult pictures upright, in sRGB and without camera metadata', async () => {
  const gps = {
    IFD0: { Copyright: 'somebody' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 48/1 0/1' },
  }
  const large = createDrawing({ width: 600, height: 400 })
  for (const [kind, picture] of [
    ['turned', large.clone().withMetadata({ orientation: 6 }).withExif(gps).jpeg()],
    ['cmyk', large.clone().toColourspace('cmyk').jpeg()],
    ['16 bits', large.clone().toColourspace('rgb16').png()],
    ['gray', large.clone().grayscale().jpeg()],
    ['transparent', large.clone().ensureAlpha(0.5).png()],
  ] as const) {
    const shown = await addPublicPicture(picture)
    const info = (await (await fetchImage(`${shown.name}/info.json`)).json()) as {
      width: number
      height: number
    }
    expect([kind, info.width, info.height]).toEqual(
      kind === 'turned' ? [kind, 400, 600] : [kind, 600, 400],
    )
    for (const part of ['0,0,300,300/max', 'full/max', 'full/200,200']) {
      const response = await fetchImage(`${shown.name}/${part}/0/default.jpg`)
      expect([kind, part, response.status]).toEqual([kind, part, 200])
      const bytes = Buffer.from(await response.arrayBuffer())
      const { exif, orientation, space, depth } = await sharp(bytes).metadata()
      expect([kind, part, exif, orientation, space === 'srgb' || kind === 'gray', depth]).toEqual([
        kind,
        part,
        undefined,
        undefined,
        true,
        'uchar',
      ])
      expect(bytes.includes('somebody')).toBe(false)
    }
  }
})

test('finishes rendering an image after all its requests were cancelled', async () => {
  const { name: another } = await addPublicPicture(createDrawing({ width: 900, height: 700 }).png())
  const tile = `/iiif/3/${another}/0,0,512,512/max/0/default.jpg`
  for (let client = 0; client < 5; client++) {
    const leaving = new AbortController()
    const response = server.fetch(tile, { signal: leaving.signal })
    leaving.abort()
    await expect(response).rejects.toThrow()
  }
  const folder = join(server.config.cacheDir, 'tiles')
  expect((await server.fetch(tile)).status).toBe(200)
  const [file = ''] = (await readdir(folder)).filter(
    (one) => one.startsWith(another) && one.endsWith('.tif'),
  )
  const { ino } = await stat(join(folder, file))
  expect((await server.fetch(tile.replace('/0,0,', '/100,100,'))).status).toBe(200)
  expect((await stat(join(folder, file))).ino).toBe(ino)
  // After its file is removed, the tile is rendered again.
  await rm(join(folder, file))
  expect((await server.fetch(tile.replace('/0,0,', '/101,101,'))).status).toBe(200)
})
