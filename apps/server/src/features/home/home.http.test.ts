import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, withoutItems } from '../../../test/inventory.ts'
import { pictureFile } from '../../../test/media-files.ts'
import { startTestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'

const noCounts = (type: 'car' | 'art', counts: Record<string, number>) =>
  Object.entries(counts).map(([rule, count]) => ({ rule, type, count }))

test('Home counts what items lack as they are now, in every process', async () => {
  await using server = await startTestServer()
  await using second = await server.another()
  await withoutItems(server)
  const [clerk, elsewhere] = [await server.signIn('employee'), await second.signIn('employee')]
  const gaps = async () => (await elsewhere.call(api.home.read)).gaps.toSorted((a, b) => (a.rule < b.rule ? -1 : 1))
  expect(await gaps()).toEqual([])
  const id = await addItem(clerk, { type_id: 1 })
  expect(await gaps()).toEqual(noCounts('car', { location: 1, picture: 1, text: 1 }))
  await clerk.call(api.inventory.saveTags, { body: { itemId: id, tags: { location: 'Halle', year: '0' } } })
  expect(await gaps()).toEqual(noCounts('car', { implausible: 1, picture: 1, text: 1 }))
  server.clock.advance(days(6 * 365))
  const later = await second.signIn('employee')
  expect((await later.call(api.home.read)).gaps).toContainEqual({ rule: 'unchecked', type: 'car', count: 1 })
  await later.call(api.inventory.setChecked, { body: { itemId: id } })
  expect((await later.call(api.home.read)).gaps.some(({ rule }) => rule === 'unchecked')).toBe(false)
})

test('Home tells who changed what lately: each item once, an import in one line', async () => {
  await using server = await startTestServer()
  await withoutItems(server)
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const id = await addItem(clerk, { identifier: 'LG-H1', name: 'Étude' })
  server.clock.advance(minutes(1))
  const data = Array.from({ length: 40 }, (_, row) => ({ identifier: `H-${row}`, artist: 'Anker' }))
  await root.call(api.imports.uploadArt, { body: { data } })
  server.clock.advance(minutes(1))
  await clerk.call(api.media.uploadImage, { body: { itemId: id }, file: await pictureFile() })
  server.clock.advance(minutes(1))
  await clerk.call(api.inventory.saveTags, {
    body: {
      itemId: id,
      tags: { location: 'Saal 3', year: '1929', artist: `Anker ${'x'.repeat(200)}`, technique: 'Öl' },
    },
  })
  const { changes } = await clerk.call(api.home.read)
  expect(changes).toMatchObject([
    {
      kind: 'attributes',
      by: 'Noémie Chappuis',
      item: { id, type: 'art', identifier: 'LG-H1', name: 'Étude', picture: expect.stringMatching(/^\w{16}$/) },
      fields: [{ field: 'Artist', after: expect.stringMatching(/^Anker x+…$/) }, { field: 'Year', after: '1929' }, {}],
    },
    { kind: 'import', items: 40, fields: [] },
  ])
})

test('Home shows everybody their own open tasks, the most urgent first, and the next events', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const before = await admin.call(api.home.read)
  const people = await admin.call(api.tasks.people)
  const assigneeId = people.find(({ name }) => name.startsWith('Matthias'))?.id ?? 0
  const itemId = await addItem(root)
  const add = (comment: string, due?: string) =>
    root.call(api.comments.add, { body: { itemId, comment, task: { assigneeId, ...(due && { due }) } } })
  await add('Irgendwann')
  await add('Später', '2099-02-01')
  await add('Zuerst', '2099-01-01')
  const home = await admin.call(api.home.read)
  expect(home.openForMe - before.openForMe).toBe(3)
  expect(home.openForAll - before.openForAll).toBe(3)
  const texts = home.tasks
    .map(({ comment }) => comment)
    .filter((text) => ['Irgendwann', 'Später', 'Zuerst'].includes(text))
  expect(texts).toEqual(['Zuerst', 'Später', 'Irgendwann'])
  expect((await root.call(api.home.read)).tasks.filter(({ item_id }) => item_id === itemId)).toEqual([])

  const { events } = await root.call(api.events.list)
  const event = { date: '2000-01-01', start: true, time: '', show_time: false, active: true }
  await root.call(api.events.save, {
    body: {
      events: [
        ...events,
        { ...event, text_fr: '', text_de: '', text_en: '<p>Open <b>house</b><br>Cars</p><p>Music</p>' },
      ],
    },
  })
  expect((await admin.call(api.home.read)).events).toContainEqual(
    expect.objectContaining({ text: 'Open house · Cars · Music' }),
  )
})
