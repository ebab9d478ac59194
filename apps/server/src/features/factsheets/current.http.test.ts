// @module-tag postgres-with-all

import { api, toDay, toPublicNumber } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

test('shows each change of data on public pages at once, in every process', async () => {
  await using server = await startTestServer({
    OPEN_COLLECTION: 'on',
    TEXT_LICENCE: 'CC0-1.0',
    PICTURE_LICENCE: 'CC0-1.0',
  })
  await using second = await server.another()
  await removeAllItems(server)
  const root = await server.signIn('root')
  const itemId = await addItem(root, { identifier: 'A-2', name: 'Bateaux', description: 'Au lac.' })
  await root.call(api.inventory.saveTags, {
    body: { itemId, tags: { artist: 'Anker', technique: 'Huile' } },
  })
  const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
  const found = attributes.find(({ tag_key }) => tag_key === 'technique')
  if (!found) throw new Error('there is no technique')
  const {
    id,
    tag_key: _key,
    order_key: _order,
    retired: _retired,
    version: _version,
    ...attribute
  } = found
  const [museum] = (await root.call(api.museums.list)).filter(({ type }) => type === 'art')
  if (!museum) throw new Error('there is no museum')
  const { id: _, type, version, ...museumState } = museum

  const pages = {
    item: `/art/${toPublicNumber('art', itemId)}?lang=fr`,
    start: '/grange?lang=fr',
    box: '/save-the-date?lang=fr',
    ask: `/ask/art/${toPublicNumber('art', itemId)}?lang=fr`,
    manifest: `/iiif/manifest/art/${toPublicNumber('art', itemId)}`,
  }
  type Page = keyof typeof pages
  const read = async (page: Page) => (await second.fetch(pages[page])).text()
  const changes: [text: string, shownOn: Page[], change: () => Promise<unknown>][] = [
    [
      `/api/image/thumbnail/${itemId}`,
      ['start'],
      async () =>
        root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() }),
    ],
    [
      'Voiliers',
      ['item', 'start', 'ask', 'manifest'],
      () =>
        root.call(api.inventory.saveInfo, {
          body: { itemId, data: { identifier: 'A-2', name: 'Voiliers', description: 'Au port.' } },
        }),
    ],
    [
      'Technique choisie',
      ['item', 'manifest'],
      () =>
        root.call(api.attributes.save, {
          body: { id, attribute: { ...attribute, labels: { fr: 'Technique choisie' } } },
        }),
    ],
    ['Voisine', ['item', 'start'], () => addItem(root, { identifier: 'A-1', name: 'Voisine' })],
    [
      '026 000 00 00',
      ['start', 'box'],
      () =>
        root.call(api.museums.save, {
          body: { type, version, museum: { ...museumState, telephone: '026 000 00 00' } },
        }),
    ],
    [
      'Nuit des phares',
      ['start', 'box'],
      () => {
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
    ],
  ]
  const shows = async (text: string, on: Page[]) =>
    Promise.all(on.map(async (page) => [page, text, (await read(page)).includes(text)]))
  for (const [text, shownOn, change] of changes) {
    expect(await shows(text, shownOn)).toEqual(shownOn.map((page) => [page, text, false]))
    await change()
    expect(await shows(text, shownOn)).toEqual(shownOn.map((page) => [page, text, true]))
  }

  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await second.fetch(pages.item)).status).toBe(404)
  await root.call(api.inventory.setPublic, { body: { itemId, public: true } })
  const year = server.clock.now().getUTCFullYear()
  expect(await read('item')).toContain(String(year))
  server.clock.advance(days(366))
  expect(await read('item')).toContain(String(year + 1))
})
