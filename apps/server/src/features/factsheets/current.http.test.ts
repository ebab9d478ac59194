// @module-tag postgres-with-all

import { api, toDay, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

let server: TestServer
let otherProcess: Awaited<ReturnType<TestServer['another']>>
let root: Client
let itemId: number

beforeAll(async () => {
  server = await startTestServer({
    OPEN_COLLECTION: 'on',
    TEXT_LICENCE: 'CC0-1.0',
    PICTURE_LICENCE: 'CC0-1.0',
  })
  otherProcess = await server.another()
  await removeAllItems(server)
  root = await server.signIn('root')
  itemId = await addItem(root, { identifier: 'A-2', name: 'Bateaux', description: 'Au lac.' })
  await root.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', technique: 'Huile' } },
  })
})
afterAll(async () => {
  await otherProcess[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const paths = {
  item: () => `/art/${toPublicNumber('art', itemId)}?lang=fr`,
  start: () => '/grange?lang=fr',
  events: () => '/save-the-date?lang=fr',
  ask: () => `/ask/art/${toPublicNumber('art', itemId)}?lang=fr`,
  manifest: () => `/iiif/manifest/art/${toPublicNumber('art', itemId)}`,
}
type Page = keyof typeof paths

/** Reads a page from another process than the one that writes. */
const readPage = async (page: Page) => (await otherProcess.fetch(paths[page]())).text()

async function findAttribute(tagKey: string) {
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  const attribute = attributes.find(({ tag_key }) => tag_key === tagKey)
  if (!attribute) throw new Error(`there is no attribute ${tagKey}`)
  const {
    id,
    tag_key: _key,
    order_key: _order,
    retired: _retired,
    version: _version,
    ...settings
  } = attribute
  return { id, settings }
}

async function findMuseum() {
  const museum = (await root.call(api.museums.list)).find(({ type }) => type === 'art')
  if (!museum) throw new Error('there is no museum')
  const { id: _id, type, version, ...state } = museum
  return { type, version, state }
}

interface Change {
  readonly title: string
  readonly newText: () => string
  readonly shownOn: readonly Page[]
  readonly apply: () => Promise<unknown>
}

const changes: readonly Change[] = [
  {
    title: 'a new picture',
    newText: () => `/api/image/thumbnail/${itemId}`,
    shownOn: ['start'],
    apply: async () =>
      root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() }),
  },
  {
    title: 'a new name',
    newText: () => 'Voiliers',
    shownOn: ['item', 'start', 'ask', 'manifest'],
    apply: () =>
      root.call(api.inventory.saveInfo, {
        body: { itemId, data: { identifier: 'A-2', name: 'Voiliers', description: 'Au port.' } },
      }),
  },
  {
    title: 'the new label of an attribute',
    newText: () => 'Technique choisie',
    shownOn: ['item', 'manifest'],
    apply: async () => {
      const { id, settings } = await findAttribute('technique')
      const attribute = { ...settings, labels: { fr: 'Technique choisie' } }
      return root.call(api.attributes.save, { body: { id, attribute } })
    },
  },
  {
    title: 'a new item',
    newText: () => 'Voisine',
    shownOn: ['item', 'start'],
    apply: () => addItem(root, { identifier: 'A-1', name: 'Voisine' }),
  },
  {
    title: 'the new telephone number of a museum',
    newText: () => '026 000 00 00',
    shownOn: ['start', 'events'],
    apply: async () => {
      const { type, version, state } = await findMuseum()
      const museum = { ...state, telephone: '026 000 00 00' }
      return root.call(api.museums.save, { body: { type, version, museum } })
    },
  },
  {
    title: 'a new event',
    newText: () => 'Nuit des phares',
    shownOn: ['start', 'events'],
    apply: () => {
      const event = {
        date: toDay(server.clock.now()),
        start: false,
        time: '',
        show_time: false,
        active: true,
      }
      const texts = { text_fr: 'Nuit des phares', text_de: '', text_en: '' }
      return root.call(api.events.save, { body: { events: [{ ...event, ...texts }] } })
    },
  },
]

test.for(changes)(
  'shows $title on public pages at once, in every process',
  async ({ newText, shownOn, apply }) => {
    const findText = () =>
      Promise.all(shownOn.map(async (page) => [page, (await readPage(page)).includes(newText())]))
    expect(await findText()).toEqual(shownOn.map((page) => [page, false]))
    await apply()
    expect(await findText()).toEqual(shownOn.map((page) => [page, true]))
  },
)

test('hides a withdrawn item at once, in every process', async () => {
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await otherProcess.fetch(paths.item())).status).toBe(404)
  await root.call(api.inventory.setPublic, { body: { itemId, public: true } })
  expect((await otherProcess.fetch(paths.item())).status).toBe(200)
})

test('shows the new year in the imprint after New Year', async () => {
  const year = server.clock.now().getUTCFullYear()
  expect(await readPage('item')).toContain(String(year))
  server.clock.advance(days(366))
  expect(await readPage('item')).toContain(String(year + 1))
})
