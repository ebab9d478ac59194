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

/** What is drawn is another test's business. */
const square = (colour: string) =>
  drawSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0H60V40H0Z" fill="${colour}"/></svg>`,
  )

/** Gives three items their picture, as a server does that is stopped while it draws the third. */
async function giveThree({ dataDir, clock }: TestServer, db: Db, colour: string): Promise<void> {
  const media = await folderMedia(join(dataDir, 'media'))
  const acceptance = mediaAcceptance({ db, clock, media, images: sharpImages({ maxPixels: 10_000 }) })
  const scratch = await openScratch(join(dataDir, 'tmp'))
  const stopping = new AbortController()
  let drawn = 0
  const draw = () => {
    if (++drawn === 3) stopping.abort()
    return square(colour)
  }
  await giveDemoMedia({ db, acceptance, scratch, draw, encode: encodeMp3 }, stopping.signal)
}

test('pictures go on where the last start stopped, and disturb nobody', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const read = (id: number) => clerk.call(api.inventory.details, { params: { id } })
  const withPicture = async () =>
    [...(await clerk.call(api.inventory.cars)), ...(await clerk.call(api.inventory.art))]
      .filter(({ picture }) => picture)
      .map(({ id }) => id)

  await server.inDatabase((db) => giveThree(server, db, '#7d1f24'))
  expect(await withPicture()).toEqual([1, 2, 101])
  const first = await read(101)
  expect(first).toMatchObject({ version: 1, recording: { fileName: 'lg-001.mp3' } })

  // Meanwhile one item gets a picture from somebody, and another is being edited.
  const file = new Blob([new Uint8Array(await square('#123456'))])
  await clerk.call(api.media.uploadImage, { body: { itemId: 102 }, file })
  const own = await read(102)
  const edited = await read(3)

  await server.inDatabase((db) => giveThree(server, db, '#1d4b3a'))
  expect(await withPicture()).toEqual([1, 2, 3, 101, 102, 103])
  expect(await read(101)).toEqual(first)
  expect(await read(102)).toEqual(own)
  const { identifier, name, version } = edited
  const save = { itemId: 3, data: { identifier, name, description: 'Neu.' }, version }
  expect(await clerk.call(api.inventory.saveInfo, { body: save })).toEqual({ version: 2 })
  expect(await read(3)).toMatchObject({ picture: { width: 60, height: 40 } })
})
