// @module-tag sqlite

import { api, type Gap, type NewItem, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { listChanges, restoreChange, undoChange } from '../../test/history.ts'
import { addItem, newItem, plainAttribute, removeAllItems } from '../../test/inventory.ts'
import { createPictureFile } from '../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { days, minutes } from '../base/clock.ts'
import { gapProjection, gapReader } from './gaps.ts'

/** Finds the ids of the artworks with each gap. */
async function findGaps({ clock, inDatabase }: TestServer) {
  const rows = await inDatabase((db) =>
    gapReader(db).readBetween('art', 1, maxId, toDay(clock.now())),
  )
  const ids: { [gap in Gap]?: number[] } = {}
  for (const [gap, rowsOfGap] of Map.groupBy(rows, ({ rule }) => rule))
    ids[gap] = rowsOfGap.map(({ item_id }) => item_id).sort((a, b) => a - b)
  return ids
}

// The largest id that a column of PostgreSQL's type integer holds.
const maxId = 2_147_483_647

/** Saves the pictures of an item with alternative texts. */
async function describePictures(client: Client, itemId: number): Promise<void> {
  const { pictures, version } = await client.call(api.inventory.details, { params: { id: itemId } })
  const alt = { fr: 'a', de: 'b', en: 'c' }
  await client.call(api.media.savePictures, {
    body: {
      itemId,
      version,
      pictures: pictures.map(
        ({ fileName: _fileName, width: _width, height: _height, ...picture }) => ({
          ...picture,
          alt,
        }),
      ),
    },
  })
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
  await describePictures(clerk, id)
  expect(await findGaps(server)).toEqual({ implausible: [id], text: [id] })

  const [description] = await listChanges(clerk, 'item', id)
  await undoChange(clerk, 'item', id, description)
  expect(await findGaps(server)).toEqual({ alt: [id], implausible: [id], text: [id] })
  const changes = await listChanges(clerk, 'item', id)
  const attributes = changes.find(({ kind }) => kind === 'attributes')
  await undoChange(clerk, 'item', id, attributes)
  expect(await findGaps(server)).toEqual({ alt: [id], text: [id], location: [id] })
})

test('reports a translation as outdated until it is checked again', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const clerk = await server.signIn('employee')
  const original = 'Le moteur est dans la salle.'
  const item = newItem({ name: 'Moteur', description: original })
  const id = await addItem(clerk, item)
  const translation = 'Der Motor.'
  const saveTranslation = (was: string, source: string) =>
    clerk.call(api.inventory.saveTexts, {
      body: {
        itemId: id,
        lang: 'de',
        fields: { description: { text: translation, was, source } },
        state: 'checked',
      },
    })
  await saveTranslation('', original)
  const otherGaps = { picture: [id], location: [id], text_en: [id] }
  expect(await findGaps(server)).toEqual(otherGaps)

  const corrected = `${original} Il est à nous.`
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId: id, data: { ...item, description: corrected } },
  })
  expect(await findGaps(server)).toEqual({ ...otherGaps, outdated_de: [id] })
  await saveTranslation(translation, corrected)
  expect(await findGaps(server)).toEqual(otherGaps)
})

test('adds the gaps of imported items, and removes them with the undo', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const root = await server.signIn('root')
  // More than a page of items.
  const [locatedCount, unlocatedCount] = [590, 10]
  const data = Array.from({ length: locatedCount + unlocatedCount }, (_, index) => ({
    identifier: `G-${index}`,
    location: index < locatedCount ? 'Depot' : '',
  }))
  const { importId } = await root.call(api.imports.uploadArt, { body: { data } })
  expect((await findGaps(server)).location).toHaveLength(unlocatedCount)
  await root.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect(await findGaps(server)).toEqual({})
})

test('ignores retired attributes, and reports texts in attributes for numbers', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const root = await server.signIn('root')
  const id = await addItem(root, { description: 'Öl auf Holz' })
  await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { technique: 'Öl' } } })
  const catalogue = await root.call(api.attributes.list, { params: { type: 'art' } })
  const findAttributeId = (key: string) => catalogue.find(({ tag_key }) => tag_key === key)?.id ?? 0

  await root.call(api.attributes.retire, {
    body: { id: findAttributeId('location'), retired: true },
  })
  const untranslated = { text_fr: [id], text_en: [id] }
  expect(await findGaps(server)).toEqual({ picture: [id], ...untranslated })
  await root.call(api.attributes.save, {
    body: { id: findAttributeId('technique'), attribute: { ...plainAttribute, kind: 'number' } },
  })
  await root.call(api.attributes.retire, {
    body: { id: findAttributeId('location'), retired: false },
  })
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
  const employee = await server.signIn('employee')
  const savedId = await addItem(employee)
  const checkedId = await addItem(employee)
  const forgottenId = await addItem(employee)
  // A day more than five years, even with two leap days.
  server.clock.advance(days(5 * 365 + 3))
  expect((await findGaps(server)).unchecked).toEqual([savedId, checkedId, forgottenId])

  // The session of `employee` has expired.
  const clerk = await server.signIn('employee')
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: savedId, tags: { location: 'Depot' } },
  })
  await clerk.call(api.inventory.setChecked, { body: { itemId: checkedId } })
  expect((await findGaps(server)).unchecked).toEqual([savedId, forgottenId])

  // A check is undone by entering the earlier day.
  await clerk.call(api.inventory.setChecked, { body: { itemId: checkedId, day: '2020-02-29' } })
  expect((await findGaps(server)).unchecked).toEqual([savedId, checkedId, forgottenId])
})

test('records a check in the history without a new version, and none in the future', async () => {
  await using server = await startTestServer()
  const itemId = await addItem(await server.signIn('employee'))
  server.clock.advance(days(40))
  const clerk = await server.signIn('employee')
  const today = toDay(server.clock.now())
  expect(await clerk.call(api.inventory.setChecked, { body: { itemId } })).toEqual({
    checked: today,
  })
  expect(await clerk.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    version: 1,
    checked: today,
  })
  const changes = await listChanges(clerk, 'item', itemId)
  expect(changes.map(({ kind, state }) => ({ kind, state }))).toEqual([
    { kind: 'checked', state: 'beginning' },
    { kind: 'created', state: 'beginning' },
  ])
  const future = toDay(new Date(server.clock.now().getTime() + days(2)))
  await expect(
    clerk.call(api.inventory.setChecked, { body: { itemId, day: future } }),
  ).rejects.toMatchObject({ status: 400 })
})

interface ItemWrite {
  readonly title: string
  readonly write: (client: Client, item: NewItem & { id: number }) => Promise<unknown>
}

/** One write of each kind that a person may make to an item. */
const itemWrites: readonly ItemWrite[] = [
  {
    title: 'info',
    write: (client, { id, ...item }) =>
      client.call(api.inventory.saveInfo, { body: { itemId: id, data: { ...item, name: 'Two' } } }),
  },
  {
    title: 'attributes',
    write: (client, { id }) =>
      client.call(api.inventory.saveTags, { body: { itemId: id, tags: { year: '1890' } } }),
  },
  {
    title: 'picture',
    write: async (client, { id }) =>
      client.call(api.media.uploadImage, { body: { itemId: id }, file: await createPictureFile() }),
  },
  {
    title: 'visibility',
    write: (client, { id }) =>
      client.call(api.inventory.setPublic, { body: { itemId: id, public: false } }),
  },
  {
    title: 'upload',
    write: (client, { identifier }) =>
      client.call(api.imports.uploadArt, { body: { data: [{ identifier, artist: 'Anker' }] } }),
  },
  {
    title: 'change of many',
    write: (client, { id }) =>
      client.call(api.imports.changeMany, {
        body: {
          type: 'art',
          ids: [id],
          change: { what: 'attribute', key: 'location', value: 'Depot' },
        },
      }),
  },
  {
    title: 'archive',
    write: (client, { id }) =>
      client.call(api.inventory.setArchived, { body: { itemIds: [id], archived: true } }),
  },
  {
    title: 'undo',
    write: async (client, { id }) => {
      const [newest] = await listChanges(client, 'item', id)
      return undoChange(client, 'item', id, newest)
    },
  },
  {
    title: 'restore',
    write: async (client, { id }) => {
      const changes = await listChanges(client, 'item', id)
      const attributes = changes.find(({ kind }) => kind === 'attributes')
      return restoreChange(client, 'item', id, attributes)
    },
  },
]

test('records a check only when the button is pressed, not with any other change', async () => {
  await using server = await startTestServer()
  const employee = await server.signIn('employee')
  const item = newItem({ identifier: 'LG-C1' })
  const id = await addItem(employee, item)
  const addedOn = toDay(server.clock.now())
  server.clock.advance(days(40))
  // The session of `employee` has expired.
  const clerk = await server.signIn('employee')
  const readCheckedDay = async () =>
    (await clerk.call(api.inventory.details, { params: { id } })).checked
  const countChanges = async () => (await listChanges(clerk, 'item', id)).length

  for (const { title, write } of itemWrites) {
    const countBefore = await countChanges()
    await write(clerk, { ...item, id })
    expect(await countChanges(), title).toBeGreaterThan(countBefore)
    expect(await readCheckedDay(), title).toBe(addedOn)
  }
  await clerk.call(api.inventory.setChecked, { body: { itemId: id } })
  expect(await readCheckedDay()).toBe(toDay(server.clock.now()))
})

test('judges years by the current year in Zurich, not in UTC', async () => {
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
  const damageGaps = () =>
    server.inDatabase(async (db) => {
      await db.deleteFrom('item_gap').where('item_id', '=', id).execute()
      await db.insertInto('item_gap').values({ item_id: id, rule: 'text' }).execute()
      await db.updateTable('item').set({ text_states: '' }).where('id', '=', id).execute()
    })
  await server.runDueJobs()
  await damageGaps()
  const runCheck = async (...args: string[]) =>
    (await runOperatorCommand(['check', ...args], server.variables)).text
  expect(await runCheck()).toContain('Gaps are stale: items 1.')
  expect(await runCheck('--repair')).toContain('The gaps of 1 items were recalculated.')
  expect(await findGaps(server)).toEqual(expected)

  await damageGaps()
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(await findGaps(server)).toEqual(expected)
})
