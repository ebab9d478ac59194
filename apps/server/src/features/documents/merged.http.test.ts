// @module-tag sqlite

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api, eventStreamType, inventoryTypes } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { generateProse } from '../../../test/generate-prose.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem, removeAllItems } from '../../../test/inventory.ts'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const site = 'https://museum.example.org'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: site }, { hasOwnCache: true })
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

async function removeItemsAndPapers() {
  await removeAllItems(server)
  await rm(join(server.config.cacheDir, 'papers', 'merged'), { recursive: true, force: true })
}

const listCachedFiles = async () =>
  (await readdir(join(server.config.cacheDir, 'papers', 'merged')).catch(() => [])).sort()
/** Counts the child processes of this process, in which the server runs. */
const countProcesses = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

const fetchProgress = (type: 'car' | 'art', init: RequestInit = {}) =>
  staff.fetch(`/api/pdf-${type}/merged/progress`, { ...init, headers: { accept: eventStreamType } })

async function readEvents(response: Response) {
  expect(response.headers.get('content-type')).toContain(eventStreamType)
  const frames = (await response.text()).trim().split('\n\n')
  return frames.map((frame) => {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
    return { event, data: JSON.parse(data) }
  })
}

const readPages = async (response: Response) =>
  readPdf(new Uint8Array(await response.arrayBuffer()), { codes: true })

/** Lists the identifiers by the names that `addCar` gives. */
const listIdentifiers = (pages: readonly { text: string }[]) =>
  pages.map(({ text }) => /Wagen (LM-\d+)/.exec(text)?.[1])

/** Gives an item a picture of a width; returns the picture as the server sends it. */
async function uploadPicture(itemId: number, width: number): Promise<Buffer> {
  await staff.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(createDrawing({ width }).jpeg()),
  })
  return Buffer.from(await (await staff.fetch(`/api/image/${itemId}`)).arrayBuffer())
}

test('answers 404 if there is nothing to print', async () => {
  await removeItemsAndPapers()
  expect((await fetchProgress('art')).status).toBe(404)
  await expect(staff.call(api.documents.artCards)).rejects.toMatchObject({ status: 404 })
  expect(await listCachedFiles()).toEqual([])
})

describe('the merged PDF of three public cars and a withdrawn one', () => {
  let cars: { first: number; second: number; tenth: number; withdrawn: number }

  const addCar = (identifier: string) =>
    addItem(staff, {
      type_id: inventoryTypes.car.id,
      identifier,
      name: `Wagen ${identifier}`,
      description: 'Eins.',
    })
  const fetchMerged = (etag?: string) =>
    staff.fetch('/api/pdf-car/merged', { headers: etag ? { 'if-none-match': etag } : {} })

  beforeAll(async () => {
    await removeItemsAndPapers()
    cars = {
      tenth: await addCar('LM-10'),
      second: await addCar('LM-2'),
      first: await addCar('LM-1'),
      withdrawn: await addCar('LM-3'),
    }
    await uploadPicture(cars.second, 200)
    await staff.call(api.inventory.setPublic, { body: { itemId: cars.withdrawn, public: false } })
  })

  test('reports progress, then the number of pages', async () => {
    const events = await readEvents(await fetchProgress('car'))
    const [first] = events
    expect(first).toMatchObject({ event: 'progress', data: { total: expect.any(Number) } })
    expect(events.at(-1)).toEqual({ event: 'ready', data: { pages: 3 } })
  })

  test('is rendered once', async () => {
    await fetchMerged()
    expect(await listCachedFiles()).toHaveLength(1)
    expect(countProcesses()).toBe(0)

    expect(await readEvents(await fetchProgress('car'))).toEqual([
      { event: 'ready', data: { pages: 3 } },
    ])
    expect((await fetchMerged()).status).toBe(200)
    expect(countProcesses()).toBe(0)
    expect(await listCachedFiles()).toHaveLength(1)
  })

  test('has the public cars by identifier, each with its code', async () => {
    const pages = await readPages(await fetchMerged())
    expect(pages.map((page) => page.address)).toEqual(
      [cars.first, cars.second, cars.tenth].map((id) => `${site}/car/${id}`),
    )
    expect(listIdentifiers(pages)).toEqual(['LM-1', 'LM-2', 'LM-10'])
  })

  test('is a private download, and is revalidated', async () => {
    const response = await staff.send(api.documents.carSheets)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('content-disposition')).toContain(
      'attachment; filename="one_pagers_le_manege.pdf"',
    )
    expect((await fetchMerged(response.headers.get('etag') ?? '')).status).toBe(304)
  })

  test('has only the chosen cars in their order, public or not', async () => {
    const body = { ids: [cars.tenth, cars.withdrawn, cars.tenth] }
    expect(await staff.call(api.documents.chosenCarSheetsProgress, { body })).toEqual({ pages: 2 })
    const pages = await readPages(await staff.send(api.documents.chosenCarSheets, { body }))
    expect(listIdentifiers(pages)).toEqual(['LM-10', 'LM-3'])
  })

  test('is rejected if a chosen car no longer exists', async () => {
    const unknownId = 2_000_000
    const order = staff.call(api.documents.chosenCarSheets, {
      body: { ids: [cars.tenth, unknownId] },
    })
    await expect(order).rejects.toMatchObject({ status: 409 })
  })

  test('is rendered again after a change', async () => {
    const etag = (await fetchMerged()).headers.get('etag') ?? ''
    const cachedFiles = await listCachedFiles()
    await staff.call(api.inventory.saveTags, {
      body: { itemId: cars.tenth, tags: { colour: 'Bordeaux' } },
    })
    // Without events, the call waits until the PDF is ready.
    expect(await staff.call(api.documents.carSheetsProgress)).toEqual({ pages: 3 })
    expect(await listCachedFiles()).toHaveLength(cachedFiles.length + 1)
    const pages = await readPages(await fetchMerged(etag))
    expect(pages.at(-1)?.text).toContain('Bordeaux')
  })
})

describe('the rendering of thirty artworks', { tags: ['only-with-all'] }, () => {
  // Enough items to observe and cancel the rendering.
  const artworkCount = 30
  beforeAll(async () => {
    await removeItemsAndPapers()
    const data = Array.from({ length: artworkCount }, (_, index) => ({
      identifier: `T-${index}`,
      description: generateProse(2_500),
    }))
    await staff.call(api.imports.uploadArt, { body: { data } })
  })

  const waitUntilRendering = () =>
    expect.poll(countProcesses, { timeout: 20_000, interval: 20 }).toBe(1)

  test('is cancelled when its only caller disconnects', async () => {
    const caller = new AbortController()
    const response = await fetchProgress('art', { signal: caller.signal })
    await waitUntilRendering()
    expect((await server.send(api.operations.health)).status).toBe(200)
    caller.abort()
    await expect(response.text()).rejects.toThrow()
    await expect.poll(countProcesses, { timeout: 20_000 }).toBe(0)
    expect(await listCachedFiles()).toEqual([])
  })

  test('is shared by concurrent callers, and runs before a queued one', async () => {
    const itemId = await addItem(staff, { type_id: inventoryTypes.car.id, identifier: 'LM-1' })
    // Pictures are read now, so that none starts a process while processes are counted.
    await uploadPicture(itemId, 90)
    const pictureAtRequest = await uploadPicture(itemId, 80)

    let maxProcesses = 0
    const counting = setInterval(() => {
      maxProcesses = Math.max(maxProcesses, countProcesses())
    }, 10)
    const rendering = Promise.all([
      fetchProgress('art').then(readEvents),
      staff.send(api.documents.artCards),
    ])
    await waitUntilRendering()
    const queued = await fetchProgress('car')
    // Time in which a second process would start.
    await setTimeout(300)
    clearInterval(counting)

    // A queued rendering shows and caches the state at the time of the request.
    await uploadPicture(itemId, 90)
    expect(await readEvents(queued)).toContainEqual({ event: 'ready', data: { pages: 1 } })
    const [lastUpload] = await listChanges(staff, 'item', itemId)
    await undoChange(staff, 'item', itemId, lastUpload)
    const sheets = await staff.send(api.documents.carSheets)
    expect(Buffer.from(await sheets.arrayBuffer()).includes(pictureAtRequest)).toBe(true)

    const [events, cards] = await rendering
    expect(maxProcesses).toBe(1)
    expect(events.at(-1)).toEqual({ event: 'ready', data: { pages: artworkCount } })
    expect(events.some(({ data }) => data.stage === 'setting')).toBe(true)
    expect(await readPages(cards)).toHaveLength(artworkCount)
    expect(await listCachedFiles()).toHaveLength(2)
  })
})
