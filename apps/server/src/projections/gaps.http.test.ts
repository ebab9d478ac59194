// @module-tag sqlite

import { api, type Gap, type ItemType, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { addItem, newItem, plainAttribute, removeAllItems } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { days, minutes } from '../base/clock.ts'
import { gapProjection, gapReader } from './gaps.ts'

/** The items of a type with each gap. */
async function findGaps({ clock, inDatabase }: TestServer, type: ItemType = 'art') {
  const rows = await inDatabase((db) =>
    gapReader(db).readBetween(type, 1, 2_147_483_647, toDay(clock.now())),
  )
  const having = (gap: Gap) =>
    rows.flatMap(({ rule, item_id }) => (rule === gap ? [item_id] : [])).sort((a, b) => a - b)
  return Object.fromEntries(
    [...new Set(rows.map(({ rule }) => rule))].sort().map((rule) => [rule, having(rule)]),
  )
}

test('removes a gap with the change that fills it, and restores it with the undo', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const id = await addItem(clerk)
  expect(await findGaps(server)).toEqual({ picture: [id], text: [id], location: [id] })

  await clerk.call(api.media.uploadImage, { body: { itemId: id }, file: await createPictureFile() })
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { location: 'Saal 3', year: '19299' } },
  })
  expect(await findGaps(server)).toEqual({ alt: [id], implausible: [id], text: [id] })
  const { pictures, version } = await clerk.call(api.inventory.details, { params: { id } })
  const describe = (words: object) =>
    clerk.call(api.media.savePictures, {
      body: {
        itemId: id,
        version,
        pictures: pictures.map(({ fileName: _, width: __, height: ___, ...one }) => ({
          ...one,
          ...words,
        })),
      },
    })
  await describe({ alt: { fr: 'a', de: 'b', en: 'c' } })
  expect(await findGaps(server)).toEqual({ implausible: [id], text: [id] })
  const undoNewest = async () => {
    const { changes } = await clerk.call(api.history.of, {
      params: { subject: 'item', id },
      query: {},
    })
    await clerk.call(api.history.undo, {
      body: { subject: 'item', id, changeId: changes[0]?.id ?? 0 },
    })
  }
  await undoNewest()
  expect(await findGaps(server)).toEqual({ alt: [id], implausible: [id], text: [id] })

  const { changes } = await clerk.call(api.history.of, {
    params: { subject: 'item', id },
    query: {},
  })
  const saved = changes.find(({ kind }) => kind === 'attributes')
  await clerk.call(api.history.undo, { body: { subject: 'item', id, changeId: saved?.id ?? 0 } })
  expect(await findGaps(server)).toEqual({ alt: [id], text: [id], location: [id] })
})

test('reports a translation as outdated until it is checked again', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const [name, original] = ['Moteur', 'Le moteur est dans la salle.']
  const id = await addItem(clerk, { name, description: original })
  const translate = (was: string, source: string) =>
    clerk.call(api.inventory.saveTexts, {
      body: {
        itemId: id,
        lang: 'de',
        fields: { description: { text: 'Der Motor.', was, source } },
        state: 'checked',
      },
    })
  await translate('', original)
  const rest = { picture: [id], location: [id], text_en: [id] }
  expect(await findGaps(server)).toEqual(rest)
  const corrected = `${original} Il est à nous.`
  const { identifier } = await clerk.call(api.inventory.details, { params: { id } })
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId: id, data: { identifier, name, description: corrected } },
  })
  expect(await findGaps(server)).toEqual({ ...rest, outdated_de: [id] })
  await translate('Der Motor.', corrected)
  expect(await findGaps(server)).toEqual(rest)
})

test('adds the gaps of imported items, and removes them with the undo', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const root = await server.signIn('root')
  const data = Array.from({ length: 600 }, (_, row) => ({
    identifier: `G-${row}`,
    ...(row < 590 && { location: 'Depot' }),
  }))
  const { importId } = await root.call(api.imports.uploadArt, { body: { data } })
  expect((await findGaps(server)).location).toHaveLength(10)
  await root.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect(await findGaps(server)).toEqual({})
})

test('ignores retired attributes, and validates numbers', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const root = await server.signIn('root')
  const id = await addItem(root, { description: 'Öl auf Holz' })
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { technique: 'Öl' } } })
  const catalogue = await root.call(api.attributes.list, { params: { type: 'art' } })
  const idOf = (key: string) => catalogue.find(({ tag_key }) => tag_key === key)?.id ?? 0

  await root.call(api.attributes.retire, { body: { id: idOf('location'), retired: true } })
  const untranslated = { text_fr: [id], text_en: [id] }
  expect(await findGaps(server)).toEqual({ picture: [id], ...untranslated })
  await root.call(api.attributes.save, {
    body: { id: idOf('technique'), attribute: { ...plainAttribute, kind: 'number' } },
  })
  await root.call(api.attributes.retire, { body: { id: idOf('location'), retired: false } })
  expect(await findGaps(server)).toEqual({
    picture: [id],
    implausible: [id],
    location: [id],
    ...untranslated,
  })
})

test('asks for a check five years after an item was added or last checked', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const [saved, looked, forgotten] = [
    await addItem(clerk),
    await addItem(clerk),
    await addItem(clerk),
  ]
  server.clock.advance(days(5 * 365 + 3))
  const later = await server.signIn('employee')
  expect((await findGaps(server)).unchecked).toEqual([saved, looked, forgotten])

  const today = toDay(server.clock.now())
  await later.call(api.inventory.saveTags, { body: { itemId: saved, tags: { location: 'Depot' } } })
  expect(await later.call(api.inventory.setChecked, { body: { itemId: looked } })).toEqual({
    checked: today,
  })
  expect((await findGaps(server)).unchecked).toEqual([saved, forgotten])
  expect(await later.call(api.inventory.details, { params: { id: looked } })).toMatchObject({
    version: 1,
    checked: today,
  })
  const { changes } = await later.call(api.history.of, {
    params: { subject: 'item', id: looked },
    query: {},
  })
  expect(changes.map(({ kind, state }) => [kind, state])).toEqual([
    ['checked', 'beginning'],
    ['created', 'beginning'],
  ])

  // A check is undone by entering the earlier day.
  await later.call(api.inventory.setChecked, { body: { itemId: looked, day: '2020-02-29' } })
  expect((await findGaps(server)).unchecked).toEqual([saved, looked, forgotten])
  const tomorrow = toDay(new Date(server.clock.now().getTime() + days(2)))
  await expect(
    later.call(api.inventory.setChecked, { body: { itemId: looked, day: tomorrow } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('records a check only when the button is pressed, not with any other change', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const data = newItem({ identifier: 'LG-C1' })
  const id = await addItem(clerk, data)
  const added = toDay(server.clock.now())
  server.clock.advance(days(40))
  const later = await server.signIn('employee')
  const checked = async () => (await later.call(api.inventory.details, { params: { id } })).checked
  const params = { subject: 'item', id } as const
  const newest = async () =>
    (await later.call(api.history.of, { params, query: {} })).changes[0]?.id ?? 0

  const writes: Record<string, () => Promise<unknown>> = {
    info: () =>
      later.call(api.inventory.saveInfo, { body: { itemId: id, data: { ...data, name: 'Two' } } }),
    attributes: () =>
      later.call(api.inventory.saveTags, { body: { itemId: id, tags: { year: '1890' } } }),
    picture: async () =>
      later.call(api.media.uploadImage, { body: { itemId: id }, file: await createPictureFile() }),
    visibility: () => later.call(api.inventory.setPublic, { body: { itemId: id, public: false } }),
    upload: () =>
      later.call(api.imports.uploadArt, {
        body: { data: [{ identifier: 'LG-C1', artist: 'Anker' }] },
      }),
    many: () =>
      later.call(api.imports.changeMany, {
        body: {
          type: 'art',
          ids: [id],
          change: { what: 'attribute', key: 'location', value: 'Depot' },
        },
      }),
    archive: () =>
      later.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } }),
    undo: async () =>
      later.call(api.history.undo, { body: { ...params, changeId: await newest() } }),
    restore: async () => {
      const { changes } = await later.call(api.history.of, { params, query: {} })
      const changeId = changes.find(({ kind }) => kind === 'attributes')?.id ?? 0
      return later.call(api.history.restore, { body: { ...params, changeId } })
    },
  }
  for (const [what, write] of Object.entries(writes)) {
    const before = await newest()
    await write()
    expect([what, (await newest()) > before, await checked()]).toEqual([what, true, added])
  }
  await later.call(api.inventory.setChecked, { body: { itemId: id } })
  expect(await checked()).toBe(toDay(server.clock.now()))
})

test('begins the year by which values are judged at midnight in Zurich', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const nextYear = new Date().getUTCFullYear() + 1
  // Half an hour after the new year in Zurich, half an hour before it in UTC.
  server.clock.advance(Date.UTC(nextYear, 0, 1) - minutes(30) - Date.now())
  const clerk = await server.signIn('employee')
  const id = await addItem(clerk)
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { year: String(nextYear + 1) } },
  })
  expect(await findGaps(server)).not.toHaveProperty('implausible')
  expect(await server.inDatabase((db) => gapProjection.compare(db, server.clock))).toEqual([])
})

test('repairs wrong gaps by `check --repair` and by the daily job', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const id = await addItem(clerk, { description: 'Tusche' })
  const expected = await findGaps(server)
  const damage = () =>
    server.inDatabase(async (db) => {
      await db.deleteFrom('item_gap').where('item_id', '=', id).execute()
      await db.insertInto('item_gap').values({ item_id: id, rule: 'text' }).execute()
      await db.updateTable('item').set({ text_states: '' }).where('id', '=', id).execute()
    })
  await server.runDueJobs()
  await damage()
  const check = async (...args: string[]) =>
    (await runOperatorCommand(['check', ...args], server.variables)).text
  expect(await check()).toContain('Gaps are stale: items 1.')
  expect(await check('--repair')).toContain('The gaps of 1 items were recalculated.')
  expect(await findGaps(server)).toEqual(expected)

  await damage()
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(await findGaps(server)).toEqual(expected)
})
