// @module-tag postgres-with-all
// @module-tag only-with-all

import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { drawing, pictureFile } from '../media-files.ts'
import { createDemoDataFolder } from '../process.ts'
import { seededRandom } from './chance.ts'
import { killRounds, killSeed, startKillableServer } from './killable.ts'
import { expectCheckPasses } from './whole.ts'

/** The acknowledged writes. An unanswered one may be stored or not, but never by half. */
interface Promised {
  readonly comments: string[]
  readonly imports: string[]
  pictures: number
}

const importSize = 120

async function givePicture(
  client: Client,
  itemId: number,
  promised: Promised,
  width: number,
): Promise<void> {
  const file = await pictureFile(drawing({ width }).jpeg())
  await client.call(api.media.uploadImage, { body: { itemId }, file })
  promised.pictures++
}

/** Works until the server is gone. */
async function workOn(
  client: Client,
  itemId: number,
  promised: Promised,
  round: number,
): Promise<void> {
  const untilGone = async (act: (count: number) => Promise<unknown>) => {
    for (let count = 0; ; count++) {
      try {
        await act(count)
      } catch (error) {
        // The connection broke: that is the kill. A rejection would be a fault.
        if (error instanceof TypeError) return
        throw error
      }
    }
  }
  await Promise.all([
    untilGone(async (count) => {
      const comment = `round ${round}, comment ${count}`
      await client.call(api.comments.add, { body: { itemId, comment } })
      promised.comments.push(comment)
    }),
    untilGone(async (count) => {
      const name = `IMPORT-${round}-${count}`
      const data = Array.from({ length: importSize }, (_, index) => ({
        identifier: `${name}-${index}`,
        artist: name,
      }))
      await client.call(api.imports.uploadArt, { body: { data } })
      promised.imports.push(name)
      // With more of them the test would mostly count.
      await wait(80)
    }),
    untilGone(async (count) => {
      await givePicture(client, itemId, promised, 10 * round + 1 + (count % 9))
    }),
  ])
}

async function expectKept(client: Client, itemId: number, promised: Promised): Promise<void> {
  const comments = await client.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comments.map(({ comment }) => comment)).toEqual(expect.arrayContaining(promised.comments))

  const artists = (await client.call(api.inventory.art)).filter(({ artist }) =>
    artist.startsWith('IMPORT-'),
  )
  const imported = Map.groupBy(artists, ({ artist }) => artist)
  expect([...imported.keys()]).toEqual(expect.arrayContaining(promised.imports))
  expect(new Set([...imported.values()].map(({ length }) => length))).toEqual(
    new Set(imported.size > 0 ? [importSize] : []),
  )
  const { picture } = await client.call(api.inventory.details, { params: { id: itemId } })
  if (promised.pictures > 0) expect(picture).not.toBeNull()
  expect((await client.fetch(`/api/image/${itemId}`)).status).toBe(picture ? 200 : 404)
}

test(`killed ${killRounds} times during writes, imports and uploads, it keeps every acknowledged write`, {
  timeout: 180_000,
}, async () => {
  const random = seededRandom(killSeed)
  await using here = await createDemoDataFolder()
  const first = await startKillableServer(here.variables)
  const { token } = await new Client(first.url).signIn('root')
  const itemId = await addItem(new Client(first.url, { token }))
  await first.kill()

  const promised: Promised = { comments: [], imports: [], pictures: 0 }
  for (let round = 1; round <= killRounds; round++) {
    const server = await startKillableServer(here.variables)
    // The session must survive as well.
    const client = new Client(server.url, { token })
    await expectKept(client, itemId, promised)
    // The first picture is slow, because it loads the image library.
    await givePicture(client, itemId, promised, 10 * round)
    const delay = random(50, 900)
    const work = workOn(client, itemId, promised, round)
    await wait(delay)
    await server.kill()
    await work
    await expectCheckPasses(
      here.variables,
      `seed ${killSeed}, round ${round}, killed after ${delay} ms`,
    )
  }
  const last = await startKillableServer(here.variables)
  await expectKept(new Client(last.url, { token }), itemId, promised)
  await last.kill()
  console.info(
    `seed ${killSeed}: ${promised.comments.length} comments, ${promised.imports.length} imports, ${promised.pictures} pictures kept`,
  )
  expect(promised.comments.length).toBeGreaterThan(0)
})
