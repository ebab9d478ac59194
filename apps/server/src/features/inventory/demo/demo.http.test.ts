import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { openScratch } from '../../../adapters/files/scratch.ts'
import { drawSvg } from '../../../adapters/images/draw-svg.ts'
import { sharpImages } from '../../../adapters/images/sharp-images.ts'
import { folderMedia } from '../../../adapters/media/folder-media.ts'
import { encodeMp3 } from '../../../adapters/sound/mp3-encoder.ts'
import type { Db } from '../../../db/tables.ts'
import { mediaAcceptance } from '../../media/index.ts'
import { giveDemoMedia } from './give-media.ts'

test('the demo shows cars from 1 and artworks from 101, with attributes that are known', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const cars = await clerk.call(api.inventory.cars)
  const art = await clerk.call(api.inventory.art)
  expect(cars.map(({ id }) => id)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1))
  expect(art.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => index + 101))

  for (const [items, definitions] of [
    [cars, await clerk.call(api.inventory.carTags)],
    [art, await clerk.call(api.inventory.artTags)],
  ] as const) {
    const known = definitions.map(({ tag_key }) => tag_key)
    for (const { id } of items) {
      const { tags } = await clerk.call(api.inventory.details, { params: { id } })
      expect(known).toEqual(expect.arrayContaining(Object.keys(tags)))
    }
  }
})

test('comments come from several people, some texts more than once, none from the future', async () => {
  await using server = await startTestServer()
  const comments = await (await server.signIn('employee')).call(api.comments.all)
  expect(comments.length).toBeGreaterThanOrEqual(40)
  expect(new Set(comments.map(({ first_name }) => first_name)).size).toBe(7)
  expect(comments.filter(({ comment }) => comment === 'À vérifier').length).toBeGreaterThan(1)
  expect(comments.every(({ created }) => created < server.clock.now().toISOString())).toBe(true)
})

/** One square for all of them: what is drawn is another test's business. */
const square = (colour: string) => () =>
  drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0H60V40H0Z" fill="${colour}"/></svg>`,
  )

async function giveMedia({ dataDir, clock }: TestServer, db: Db, draw: () => Promise<Buffer>, stop: AbortSignal) {
  const media = await folderMedia(join(dataDir, 'media'))
  const images = sharpImages({ maxPixels: 1_000_000 })
  const scratch = await openScratch(join(dataDir, 'tmp'))
  const acceptance = mediaAcceptance({ db, clock, media, images })
  await giveDemoMedia({ db, acceptance, scratch, draw, encode: encodeMp3 }, stop)
}

test('pictures stopped half-way come at the next start, and only once', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const pictures = async () => {
    const items = [...(await clerk.call(api.inventory.cars)), ...(await clerk.call(api.inventory.art))]
    return items.map(({ picture }) => picture).filter(Boolean)
  }

  const stopping = new AbortController()
  let count = 0
  const untilThird = async () => {
    if (++count === 3) stopping.abort()
    return square('#7d1f24')()
  }
  await server.inDatabase((db) => giveMedia(server, db, untilThird, stopping.signal))
  expect(await pictures()).toHaveLength(3)

  // Somebody works on two items meanwhile: one gets a picture from them, the other a description.
  const file = new Blob([new Uint8Array(await square('#123456')())])
  expect(await clerk.call(api.media.uploadImage, { body: { itemId: 48 }, file })).toEqual({ version: 2 })
  const { identifier, name, version } = await clerk.call(api.inventory.details, { params: { id: 47 } })

  await server.inDatabase((db) => giveMedia(server, db, square('#1d4b3a'), new AbortController().signal))
  const afterwards = await pictures()
  expect(afterwards).toHaveLength(108)
  expect(new Set(afterwards).size).toBe(3)
  const saved = await clerk.call(api.inventory.saveInfo, {
    body: { itemId: 47, data: { identifier, name, description: 'Schnell.' }, version },
  })
  expect(saved).toEqual({ version: 2 })

  await server.inDatabase((db) => giveMedia(server, db, square('#ffffff'), new AbortController().signal))
  expect(await pictures()).toEqual(afterwards)
  expect(await clerk.call(api.inventory.details, { params: { id: 101 } })).toMatchObject({
    version: 1,
    recording: { fileName: 'lg-001.mp3' },
  })
})
