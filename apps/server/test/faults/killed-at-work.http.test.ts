// @module-tag postgres-with-all
// @module-tag only-with-all

import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { createDrawing, createPictureFile } from '../media-files.ts'
import { createDemoDataFolder } from '../process.ts'
import { expectCheckPasses } from './check-database.ts'
import { killRounds, killSeed, startKillableServer } from './killable-server.ts'
import { seededRandom } from './seeded-random.ts'

/** Acknowledged writes. Unanswered writes may be stored completely or not at all. */
interface Acknowledged {
  readonly comments: string[]
  readonly imports: string[]
  pictures: number
}

const importSize = 120

interface Session {
  readonly client: Client
  readonly itemId: number
  readonly acknowledged: Acknowledged
}

async function uploadPicture(
  { client, itemId, acknowledged }: Session,
  width: number,
): Promise<void> {
  const file = await createPictureFile(createDrawing({ width }).jpeg())
  await client.call(api.media.uploadImage, { body: { itemId }, file })
  acknowledged.pictures++
}

/** Writes concurrently until the server is gone. */
async function writeUntilGone(session: Session, round: number): Promise<void> {
  const { client, itemId, acknowledged } = session
  const repeatUntilGone = async (write: (count: number) => Promise<unknown>) => {
    for (let count = 0; ; count++) {
      try {
        await write(count)
      } catch (error) {
        // A broken connection is the expected end; a rejection would be a fault.
        if (error instanceof TypeError) return
        throw error
      }
    }
  }
  await Promise.all([
    repeatUntilGone(async (count) => {
      const comment = `round ${round}, comment ${count}`
      await client.call(api.comments.add, { body: { itemId, comment } })
      acknowledged.comments.push(comment)
    }),
    repeatUntilGone(async (count) => {
      const name = `IMPORT-${round}-${count}`
      const data = Array.from({ length: importSize }, (_, index) => ({
        identifier: `${name}-${index}`,
        artist: name,
      }))
      await client.call(api.imports.uploadArt, { body: { data } })
      acknowledged.imports.push(name)
      // Without a pause, most of the test would be spent counting rows.
      await wait(80)
    }),
    repeatUntilGone(async (count) => {
      await uploadPicture(session, 10 * round + 1 + (count % 9))
    }),
  ])
}

/** Expects that all acknowledged writes are stored, and no part of another one. */
async function expectStored({ client, itemId, acknowledged }: Session): Promise<void> {
  const comments = await client.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comments.map(({ comment }) => comment)).toEqual(
    expect.arrayContaining(acknowledged.comments),
  )

  const artworks = await client.call(api.inventory.art)
  const importedArtworks = artworks.filter(({ artist }) => artist.startsWith('IMPORT-'))
  const artworksByImport = Map.groupBy(importedArtworks, ({ artist }) => artist)
  expect([...artworksByImport.keys()]).toEqual(expect.arrayContaining(acknowledged.imports))
  for (const [name, { length }] of artworksByImport) expect(length, name).toBe(importSize)

  const { picture } = await client.call(api.inventory.details, { params: { id: itemId } })
  if (acknowledged.pictures > 0) expect(picture).not.toBeNull()
  expect((await client.fetch(`/api/image/${itemId}`)).status).toBe(picture ? 200 : 404)
}

test(`keeps every acknowledged write when killed ${killRounds} times`, {
  timeout: 180_000,
}, async () => {
  const random = seededRandom(killSeed)
  await using dataFolder = await createDemoDataFolder()
  const first = await startKillableServer(dataFolder.variables)
  const { token } = await new Client(first.url).signIn('root')
  const itemId = await addItem(new Client(first.url, { token }))
  await first.kill()

  const acknowledged: Acknowledged = { comments: [], imports: [], pictures: 0 }
  for (let round = 1; round <= killRounds; round++) {
    const server = await startKillableServer(dataFolder.variables)
    // The session must survive too.
    const session = { client: new Client(server.url, { token }), itemId, acknowledged }
    await expectStored(session)
    // The first picture is slow, because it loads the image library.
    await uploadPicture(session, 10 * round)
    const delayMs = random(50, 900)
    const work = writeUntilGone(session, round)
    await wait(delayMs)
    await server.kill()
    await work
    await expectCheckPasses(
      dataFolder.variables,
      `seed ${killSeed}, round ${round}, killed after ${delayMs} ms`,
    )
  }
  const last = await startKillableServer(dataFolder.variables)
  await expectStored({ client: new Client(last.url, { token }), itemId, acknowledged })
  await last.kill()
  console.info(
    `seed ${killSeed}: ${acknowledged.comments.length} comments, ${acknowledged.imports.length} imports, ${acknowledged.pictures} pictures kept`,
  )
  expect(acknowledged.comments.length).toBeGreaterThan(0)
})
