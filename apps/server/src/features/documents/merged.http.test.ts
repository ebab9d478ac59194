// @module-tag sqlite

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api, eventStreamType } from '@vitrine/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

beforeEach(async () => {
  server = await startTestServer({ PUBLIC_URL: site }, { hasOwnCache: true })
  await removeAllItems(server)
  staff = await server.signIn('employee')
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
})

const listCachedFiles = async () =>
  (await readdir(join(server.config.cacheDir, 'papers', 'merged')).catch(() => [])).sort()
/** Counts the child processes of this process, in which the server runs. */
const processes = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

const progress = (type: 'car' | 'art', init: RequestInit = {}) =>
  staff.fetch(`/api/pdf-${type}/merged/progress`, { ...init, headers: { accept: eventStreamType } })

async function readEvents(response: Response) {
  expect(response.headers.get('content-type')).toContain(eventStreamType)
  const frames = (await response.text()).trim().split('\n\n')
  return frames.map((frame) => {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
    return { event, data: JSON.parse(data) }
  })
}

const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer())

test('reports that there is nothing to print before rendering', async () => {
  expect((await progress('art')).status).toBe(404)
  await expect(staff.call(api.documents.artCards)).rejects.toMatchObject({ status: 404 })
  expect(await listCachedFiles()).toEqual([])
})

test('prints all public items in one PDF, and caches it', async () => {
  const ids: number[] = []
  for (const identifier of ['LM-10', 'LM-2', 'LM-1']) {
    ids.push(
      await addItem(staff, {
        type_id: 1,
        identifier,
        name: `Wagen ${identifier}`,
        description: 'Eins.',
      }),
    )
  }
  const [tenth = 0, second = 0, first = 0] = ids
  await staff.call(api.media.uploadImage, {
    body: { itemId: second },
    file: await createPictureFile(createDrawing().jpeg()),
  })
  const hidden = await addItem(staff, { type_id: 1, identifier: 'LM-3', name: 'Withdrawn' })
  await staff.call(api.inventory.setPublic, { body: { itemId: hidden, public: false } })

  const events = await readEvents(await progress('car'))
  expect(events[0]).toMatchObject({ event: 'progress', data: { total: expect.any(Number) } })
  expect(events.at(-1)).toEqual({ event: 'ready', data: { pages: 3 } })
  expect(await listCachedFiles()).toHaveLength(1)
  expect(processes()).toBe(0)

  // The cached PDF is not rendered again.
  expect(await readEvents(await progress('car'))).toEqual([{ event: 'ready', data: { pages: 3 } }])
  const response = await staff.send(api.documents.carSheets)
  expect(processes()).toBe(0)
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(response.headers.get('content-disposition')).toContain(
    'attachment; filename="one_pagers_le_manege.pdf"',
  )
  const pages = await readPdf(await readBytes(response), { codes: true })
  expect(pages.map((page) => page.address)).toEqual(
    [first, second, tenth].map((id) => `${site}/car/${id}`),
  )
  expect(pages.map((page) => /Wagen (LM-\d+)/.exec(page.text)?.[1])).toEqual([
    'LM-1',
    'LM-2',
    'LM-10',
  ])

  const conditionalRequest = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } }
  expect((await staff.fetch('/api/pdf-car/merged', conditionalRequest)).status).toBe(304)

  // A changed item needs a new PDF; without events, the call waits until it is ready.
  await staff.call(api.inventory.saveTags, {
    body: { itemId: tenth, tags: { colour: 'Bordeaux' } },
  })
  expect(await staff.call(api.documents.carSheetsProgress)).toEqual({ pages: 3 })
  expect(await listCachedFiles()).toHaveLength(2)
  const changed = await readPdf(
    await readBytes(await staff.fetch('/api/pdf-car/merged', conditionalRequest)),
  )
  expect(changed[2]?.text).toContain('Bordeaux')

  // Only the chosen items, in their order, public or not.
  const body = { ids: [tenth, hidden, tenth] }
  expect(await staff.call(api.documents.chosenCarSheetsProgress, { body })).toEqual({ pages: 2 })
  const chosen = await readPdf(
    await readBytes(await staff.send(api.documents.chosenCarSheets, { body })),
  )
  expect(chosen.map((page) => /Wagen LM-10|Withdrawn/.exec(page.text)?.[0])).toEqual([
    'Wagen LM-10',
    'Withdrawn',
  ])
  const gone = staff.call(api.documents.chosenCarSheets, { body: { ids: [tenth, 2_000_000] } })
  await expect(gone).rejects.toMatchObject({ status: 409 })
})

test('shares one rendering among concurrent callers, and cancels it without any', {
  tags: ['only-with-all'],
}, async () => {
  // Enough items that the rendering can be watched and cancelled.
  const data = Array.from({ length: 30 }, (_, index) => ({
    identifier: `T-${index}`,
    description: generateProse(2_500),
  }))
  await staff.call(api.imports.uploadArt, { body: { data } })

  const leave = new AbortController()
  const watched = await progress('art', { signal: leave.signal })
  await expect.poll(processes, { timeout: 20_000, interval: 20 }).toBe(1)
  expect((await server.send(api.operations.health)).status).toBe(200)
  leave.abort()
  await expect(watched.text()).rejects.toThrow()
  await expect.poll(processes, { timeout: 20_000 }).toBe(0)
  expect(await listCachedFiles()).toEqual([])

  // A queued rendering shows and caches the state at the time of the request.
  const itemId = await addItem(staff, { type_id: 1, identifier: 'LM-1' })
  const give = async (width: number) => {
    await staff.call(api.media.uploadImage, {
      body: { itemId },
      file: await createPictureFile(createDrawing({ width }).jpeg()),
    })
    return Buffer.from(await (await staff.fetch(`/api/image/${itemId}`)).arrayBuffer())
  }
  // Read once now, so that it starts no process while processes are counted.
  await give(90)
  const picture = await give(80)

  let maxProcesses = 0
  const watch = setInterval(() => {
    maxProcesses = Math.max(maxProcesses, processes())
  }, 10)
  const rendering = Promise.all([
    progress('art').then(readEvents),
    staff.send(api.documents.artCards),
  ])
  await expect.poll(processes, { timeout: 20_000, interval: 20 }).toBe(1)
  const waiting = await progress('car')
  await setTimeout(300)
  // Stops counting, because the upload of a picture may start a process.
  clearInterval(watch)
  await give(90)
  expect(await readEvents(waiting)).toContainEqual({ event: 'ready', data: { pages: 1 } })
  await undoChange(staff, 'item', itemId, (await listChanges(staff, 'item', itemId))[0])
  expect(
    Buffer.from(await readBytes(await staff.send(api.documents.carSheets))).includes(picture),
  ).toBe(true)

  const answers = await rendering
  expect(maxProcesses).toBe(1)
  expect(answers[0].at(-1)).toEqual({ event: 'ready', data: { pages: 30 } })
  expect(answers[0].some(({ data }) => data.stage === 'setting')).toBe(true)
  expect(await readPdf(await readBytes(answers[1]))).toHaveLength(30)
  expect(await listCachedFiles()).toHaveLength(2)
})
