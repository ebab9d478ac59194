// @module-tag postgres-with-all

import { api, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, addPlace, newFact, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'

const toGapCounts = (type: 'car' | 'art', counts: Record<string, number>) =>
  Object.entries(counts).map(([rule, count]) => ({ rule, type, count }))

test('counts current gaps in every process', async () => {
  await using server = await startTestServer()
  await using otherProcess = await server.another()
  await removeAllItems(server)
  const [clerk, clerkElsewhere] = [
    await server.signIn('employee'),
    await otherProcess.signIn('employee'),
  ]
  const listGaps = async () =>
    (await clerkElsewhere.call(api.home.read)).gaps.toSorted((a, b) => (a.rule < b.rule ? -1 : 1))
  expect(await listGaps()).toEqual([])
  const id = await addItem(clerk, { type_id: 1 })
  expect(await listGaps()).toEqual(toGapCounts('car', { location: 1, picture: 1, text: 1 }))
  await clerk.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { location: 'Halle 1', year: '0' } },
  })
  expect(await listGaps()).toEqual(toGapCounts('car', { implausible: 1, picture: 1, text: 1 }))
  server.clock.advance(days(6 * 365))
  const later = await otherProcess.signIn('employee')
  expect((await later.call(api.home.read)).gaps).toContainEqual({
    rule: 'unchecked',
    type: 'car',
    count: 1,
  })
  await later.call(api.inventory.setChecked, { body: { itemId: id } })
  expect((await later.call(api.home.read)).gaps.some(({ rule }) => rule === 'unchecked')).toBe(
    false,
  )
})

test('shows at once what another process has written', async () => {
  await using server = await startTestServer()
  await using otherProcess = await server.another()
  const [root, rootElsewhere] = [await server.signIn('root'), await otherProcess.signIn('root')]
  const itemId = await addItem(root, { identifier: 'LG-H2', name: 'Bateaux' })
  const me = (await root.call(api.users.list)).find(({ role }) => role === 'root')
  const { id: hallId } = await root.call(api.places.add, {
    body: {
      place: {
        code: 'ZH2',
        name: 'Zelt',
        kind: 'hall',
        parent_id: null,
        note: '',
        archived: false,
      },
    },
  })
  const readHome = () => rootElsewhere.call(api.home.read)
  const readItem = () => rootElsewhere.call(api.inventory.details, { params: { id: itemId } })
  const before = await readHome()
  expect(await readItem()).toMatchObject({ name: 'Bateaux', placeId: null })

  const { id: commentId } = await root.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen prüfen', task: { assigneeId: me?.id } },
  })
  expect(await readHome()).toMatchObject({
    openForMe: before.openForMe + 1,
    openForAll: before.openForAll + 1,
  })
  await root.call(api.comments.setDone, { body: { commentId, done: true } })
  expect((await readHome()).openForMe).toBe(before.openForMe)

  const backOn = toDay(server.clock.now())
  await root.call(api.places.move, { body: { ids: [itemId], to: hallId, reason: 'loan', backOn } })
  expect(await readItem()).toMatchObject({ placeId: hallId })
  expect((await readHome()).expectedBack).toBe(before.expectedBack + 1)
  await root.call(api.places.expectBack, { body: { itemId, backOn: '' } })
  expect((await readHome()).expectedBack).toBe(before.expectedBack)
  await root.call(api.inventory.saveInfo, {
    body: { itemId, data: { identifier: 'LG-H2', name: 'Voiliers', description: '' } },
  })
  expect((await readItem()).name).toBe('Voiliers')
  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect((await readItem()).archived).not.toBeNull()
})

test('groups recent changes by item, import and save of events', async () => {
  await using server = await startTestServer()
  await removeAllItems(server)
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const listSentences = async () =>
    (await clerk.call(api.home.read)).changes.map(({ by, did }) => `${by} ${did}`)
  const readNewestAndAdvance = async () => {
    const [newest] = await listSentences()
    server.clock.advance(minutes(1))
    return newest
  }
  const itemId = await addItem(clerk, { identifier: 'LG-H1', name: 'Étude' })
  expect(await readNewestAndAdvance()).toBe('Noémie added LG-H1')
  await clerk.call(api.inventory.saveTags, { body: { itemId, tags: { music_detail: 'Andante' } } })
  expect(await readNewestAndAdvance()).toBe('Noémie changed the music detail of LG-H1')
  await clerk.call(api.inventory.saveTags, {
    body: { itemId, tags: { year: '1929', artist: 'Anker', technique: 'Öl' } },
  })
  expect(await readNewestAndAdvance()).toBe('Noémie changed 3 fields of LG-H1')
  await clerk.call(api.inventory.saveTexts, {
    body: {
      itemId,
      lang: 'en',
      fields: { name: { text: 'Study', was: '', source: 'Étude' } },
      state: 'checked',
    },
  })
  expect(await readNewestAndAdvance()).toBe('Noémie changed the name in English of LG-H1')
  await clerk.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  expect(await readNewestAndAdvance()).toBe('Noémie changed the picture of LG-H1')
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect(await readNewestAndAdvance()).toBe('Noémie withdrew LG-H1')
  await clerk.call(api.inventory.setChecked, { body: { itemId } })
  expect(await readNewestAndAdvance()).toBe('Noémie checked LG-H1')
  const data = Array.from({ length: 40 }, (_, row) => ({ identifier: `H-${row}`, artist: 'Anker' }))
  await root.call(api.imports.uploadArt, { body: { data } })
  expect(await readNewestAndAdvance()).toBe('Claire uploaded 40 items to La Grange')
  await clerk.call(api.comments.add, { body: { itemId, comment: 'Schön' } })
  expect(await readNewestAndAdvance()).toBe('Noémie commented on LG-H1')
  const event = {
    start: false,
    time: '',
    show_time: false,
    active: true,
    text_fr: '',
    text_de: '',
    text_en: 'Open',
  }
  await root.call(api.events.save, { body: { events: [{ ...event, date: '2031-05-04' }] } })
  expect(await readNewestAndAdvance()).toBe('Claire added the event of 4 May 2031')
  const more = ['2031-05-05', '2031-05-06'].map((date) => ({ ...event, date }))
  await root.call(api.events.save, { body: { events: more } })
  expect(await readNewestAndAdvance()).toBe('Claire changed 2 events')
  expect((await listSentences()).slice(0, 5)).toEqual([
    'Claire changed 2 events',
    'Claire added the event of 4 May 2031',
    'Noémie commented on LG-H1',
    'Claire uploaded 40 items to La Grange',
    'Noémie checked LG-H1',
  ])
})

test('shows all scans of a stocktake as one recent change', async () => {
  /** Changes on the home screen. */
  const maxChanges = 8
  await using server = await startTestServer()
  await removeAllItems(server)
  const [root, clerk] = [await server.signIn('root'), await server.signIn('employee')]
  const place = await addPlace(root, 'Depot')
  const ids: number[] = []
  for (let count = 0; count < 12; count++) ids.push(await addItem(root))
  await root.call(api.places.move, { body: { ids, to: place.id, reason: 'store' } })
  const params = await root.call(api.stocktake.open, {
    body: { name: 'Depot 2026', scope: { places: [place.id] } },
  })
  /** Sends scans of items; returns the keys by which late ones are decided. */
  const scan = async (client: typeof root, itemIds: number[]) => {
    server.clock.advance(minutes(1))
    const facts = itemIds.map((itemId) => newFact({ itemId, placeId: place.id }))
    await client.call(api.stocktake.send, { params, body: { since: '', facts } })
    return facts.map(({ id }) => `late ${id}`)
  }
  const listSentences = async () =>
    (await clerk.call(api.home.read)).changes.map(({ by, did }) => `${by} ${did}`)
  const before = await listSentences()
  await scan(clerk, ids.slice(0, 1))
  expect(await listSentences()).toEqual(
    ['Noémie scanned 1 item in the stocktake ‘Depot 2026’', ...before].slice(0, maxChanges),
  )
  for (const id of ids.slice(1, 9)) await scan(clerk, [id])
  await scan(root, ids.slice(8, 11))
  await root.call(api.inventory.setChecked, { body: { itemId: ids[0] ?? 0 } })
  await root.call(api.stocktake.close, { params })
  const keys = await scan(root, ids.slice(11))
  await root.call(api.stocktake.decide, { params, body: { keys, decision: 'counted' } })

  const after = await listSentences()
  const { identifier } = await root.call(api.inventory.details, { params: { id: ids[0] ?? 0 } })
  expect(after.slice(0, 2)).toEqual([
    'Claire and Noémie scanned 12 items in the stocktake ‘Depot 2026’',
    `Claire checked ${identifier}`,
  ])
  expect(after.filter((sentence) => / checked | scanned /.test(sentence))).toHaveLength(2)
})

test('shows the number of unanswered visitors’ questions to root and admin', async () => {
  await using server = await startTestServer()
  const clients = await Promise.all(
    (['root', 'admin', 'employee'] as const).map((role) => server.signIn(role)),
  )
  const readCounts = () =>
    Promise.all(
      clients.map(async (client) => (await client.call(api.home.read)).unansweredQuestions),
    )
  const [before = 0] = await readCounts()
  expect(before).toBeGreaterThan(0)
  expect(await readCounts()).toEqual([before, before, 0])
  const root = await server.signIn('root')
  const { groups } = await root.call(api.questions.list, { query: { state: 'unanswered' } })
  await root.call(api.questions.dismiss, { body: { id: groups[0]?.id ?? 0, dismissed: true } })
  expect(await readCounts()).toEqual([before - 1, before - 1, 0])
})

test('shows users their open tasks by urgency', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const before = await admin.call(api.home.read)
  const people = await admin.call(api.tasks.people)
  const assigneeId = people.find(({ name }) => name.startsWith('Matthias'))?.id ?? 0
  const itemId = await addItem(root)
  const add = (comment: string, due?: string) =>
    root.call(api.comments.add, {
      body: { itemId, comment, task: { assigneeId, ...(due && { due }) } },
    })
  await add('Irgendwann')
  await add('Später', '2099-02-01')
  await add('Zuerst', '2099-01-01')
  // Unread assignments are listed as notices.
  const commentIds = (await admin.call(api.home.read)).notices.map(({ comment }) => comment.id)
  await admin.call(api.comments.readNotices, { body: { commentIds } })
  const home = await admin.call(api.home.read)
  expect(home.openForMe - before.openForMe).toBe(3)
  expect(home.openForAll - before.openForAll).toBe(3)
  const texts = home.tasks
    .map(({ comment }) => comment)
    .filter((text) => ['Irgendwann', 'Später', 'Zuerst'].includes(text))
  expect(texts).toEqual(['Zuerst', 'Später', 'Irgendwann'])
  expect(
    (await root.call(api.home.read)).tasks.filter(({ item_id }) => item_id === itemId),
  ).toEqual([])
})

test('shows the next events as plain text in one line', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { events } = await root.call(api.events.list)
  const event = { date: '2000-01-01', start: true, time: '', show_time: false, active: true }
  await root.call(api.events.save, {
    body: {
      events: [
        ...events,
        {
          ...event,
          text_fr: '',
          text_de: '',
          text_en: '<p>Open <b>house</b><br>Cars</p><p>Music</p>',
        },
      ],
    },
  })
  expect((await root.call(api.home.read)).events).toContainEqual(
    expect.objectContaining({ text: 'Open house · Cars · Music' }),
  )
})
