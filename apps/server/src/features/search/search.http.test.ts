// @module-tag postgres-with-all

import { api, type GroupedSearchHits, type MarkedText } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { searchIndexProjection } from '../../projections/search-index/search-index.ts'

const search = (client: Client, q: string): Promise<GroupedSearchHits> =>
  client.call(api.search.everything, { query: { q } })
const findFirstItem = async (client: Client, q: string) => (await search(client, q)).item.hits[0]
const listTitles = (group: GroupedSearchHits[keyof GroupedSearchHits]) =>
  group.hits.map((hit) => hit.title.text)
const listMarks = ({ text, marks }: MarkedText) =>
  marks.map(([start, end]) => text.slice(start, end))
const listLines = (hit: GroupedSearchHits['item']['hits'][number] | undefined) =>
  hit?.lines.map(({ label, text }) => (label ? `${label}: ${text}` : text))

/** Number of hits by subject, without empty ones. */
async function countHits(client: Client, q: string) {
  const groups = await search(client, q)
  return Object.fromEntries(
    Object.entries(groups).flatMap(([kind, { count }]) => (count > 0 ? [[kind, count]] : [])),
  )
}

const compareIndex = (server: TestServer) =>
  server.inDatabase((db) => searchIndexProjection.compare(db, server.clock))

test('finds items by every attribute and text, ignoring case, accents and order', async ({
  employee: clerk,
}) => {
  const citroens = (await search(clerk, 'citroen')).item
  expect(citroens.count).toBeGreaterThan(3)
  expect(citroens.hits.slice(0, 4).every(({ title }) => listMarks(title)[0] === 'Citroën')).toBe(
    true,
  )

  const pictet = await findFirstItem(clerk, 'torpedo GENÈVE switzerland')
  expect(pictet).toMatchObject({ type: 'car', public: true, picture: '' })
  expect(listLines(pictet)).toEqual(['Origin: Genève', 'Country: Switzerland'])

  const lambda = await findFirstItem(clerk, 'vorderrader gleiten')
  expect(lambda?.title.text).toMatch(/Lancia Lambda/)
  expect(listLines(lambda)?.[0]).toMatch(/^… .*ihre Vorderräder gleiten .* …$/)
  expect(lambda?.lines.flatMap(listMarks)).toEqual(['Vorderräder gleiten'])
  // Part of a German compound.
  expect((await findFirstItem(clerk, 'räder gleiten'))?.id).toBe(lambda?.id)
})

test('ranks an identifier in any spelling, and names, above other texts', async ({
  employee: clerk,
}) => {
  for (const q of ['LM-013', 'lm 013', 'lm013'])
    expect((await findFirstItem(clerk, q))?.title.text).toMatch(/^LM-013 /)
  const itemId = await addItem(clerk, { name: 'Zzz', description: 'Beside the Lancia Lambda' })
  expect((await search(clerk, 'lancia lambda')).item.hits.map(({ id }) => id).at(-1)).toBe(itemId)
})

test('finds nothing if a word is missing, or if there is none', async ({ employee: clerk }) => {
  expect(await countHits(clerk, 'citroen kumquat')).toEqual({})
  expect(await countHits(clerk, '…')).toEqual({})
})

test('finds the typed text first, else its words, else other spellings', async ({
  employee: clerk,
}) => {
  const findIdentifiers = async (q: string) =>
    listTitles((await search(clerk, q)).item).map((title) => title.slice(0, 4))
  const add = (identifier: string, name: string, description: string) =>
    addItem(clerk, { identifier, name, description })
  await add('OT-1', 'Zwetschge', 'Aus Kumtown, Saal 77.')
  await add('OT-2', 'Mirabelle', 'Kein Saal, aber 77 Gäste und eine Zwetschge.')
  await add('OT-3', 'Quitte', 'Der Saal von 1977.')
  await add('OT-4', 'Birne', 'Aus Kumtowm.')
  expect(await findIdentifiers('Saal 77')).toEqual(['OT-1'])
  expect(await findIdentifiers('aal 77')).toEqual(['OT-1'])
  expect(await findIdentifiers('77  saal')).toEqual(['OT-1', 'OT-2'])
  expect(await findIdentifiers('"77 saal"')).toEqual([])
  expect(await findIdentifiers('gaste "saal 77"')).toEqual([])
  expect(await findIdentifiers('zwetschge "saal 77"')).toEqual(['OT-1'])
  // A phrase does not match across two fields, such as name and description.
  expect(await findIdentifiers('"Zwetschge aus Kumtown"')).toEqual([])
  expect(await findIdentifiers('Kumtown')).toEqual(['OT-1'])
  expect(await findIdentifiers('Kumtown zwetschge')).toEqual(['OT-1'])
  expect((await findIdentifiers('Kumtowx')).toSorted()).toEqual(['OT-1', 'OT-4'])
  expect(await findIdentifiers('"Kumtowx"')).toEqual([])

  // A comment with the typed text does not hide items that contain its words.
  const itemId = await add('OT-5', 'Feige', '')
  await clerk.call(api.comments.add, { body: { itemId, comment: 'Mirabelle 77 gesehen' } })
  expect(await countHits(clerk, 'mirabelle 77')).toEqual({ item: 1, comment: 1 })

  const inHall = (await search(clerk, 'Saal 3')).item
  expect(inHall.count).toBeGreaterThan(3)
  for (const hit of inHall.hits)
    expect([...listMarks(hit.title), ...hit.lines.flatMap(listMarks)]).toContain('Saal 3')
})

test('forgives one typing error from 4 letters on, and two from 8', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk, { name: 'Quetzalcoatl', description: 'Xylophon, 1937' })
  const finds = async (q: string) =>
    (await search(clerk, q)).item.hits.some(({ id }) => id === itemId)
  const forgiven = [
    'xylofhon',
    'xilophon',
    'xyolphon',
    'quezalcoatl',
    'qetzalcoalt',
    'quetzalcoattl',
    'quezalc',
    'xylohpo',
  ]
  const notForgiven = ['xxx', 'xilofhom', 'quezalkoahl', '1938', 'quetzalcoatl 1938']
  const foundQueries = []
  for (const q of [...forgiven, ...notForgiven]) if (await finds(q)) foundQueries.push(q)
  expect(foundQueries).toEqual(forgiven)

  const [hit] = (await search(clerk, 'qetzalcoalt xylofhon')).item.hits
  expect(hit && [listMarks(hit.title), hit.lines.flatMap(listMarks)]).toEqual([
    ['Quetzalcoatl'],
    ['Xylophon'],
  ])
})

test('finds only what a role may read', async ({ root, admin, employee: clerk }) => {
  const body = { comment: 'Gehaltsverhandlung Zbinden', date: '2026-05-31', tags: [] }
  await root.call(api.journal.add, { body })
  for (const q of ['gehaltsverhandlung', 'Gehaltsverhandlugn', 'zbinden', 'gehalts'])
    expect([q, await countHits(clerk, q)]).toEqual([q, {}])
  expect(await countHits(clerk, 'Zurbriggen')).not.toHaveProperty('user')

  for (const reader of [root, admin]) {
    expect(await countHits(reader, 'gehaltsverhandlung')).toEqual({ journal: 1 })
    const { user, journal } = await search(reader, 'zurbriggen')
    expect(listTitles(user)).toEqual(['Matthias Zurbriggen'])
    expect(journal.hits[0]?.lines).toContainEqual(expect.objectContaining({ label: 'Author' }))
  }
  const [entry] = (await search(admin, 'gehaltsverhandlugn')).journal.hits
  expect(entry?.title.text).toBe('Sunday, 31 May 2026')
  expect(entry?.lines.flatMap(listMarks)).toEqual(['Gehaltsverhandlung'])
})

describe('a search on two servers, after a change on one of them', () => {
  let server: TestServer
  let secondServer: Awaited<ReturnType<TestServer['another']>>
  let root: Client
  let rootOnSecondServer: Client

  beforeAll(async () => {
    server = await startTestServer()
    secondServer = await server.another()
    root = await server.signIn('root')
    rootOnSecondServer = await secondServer.signIn('root')
  })
  afterAll(async () => {
    await secondServer[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  /** Counts the hits by subject on both servers, and checks the index. */
  async function expectHits(
    word: string,
    expected: Partial<Record<keyof GroupedSearchHits, number>>,
  ) {
    for (const client of [root, rootOnSecondServer])
      expect(await countHits(client, word)).toEqual(expected)
    expect(await compareIndex(server)).toEqual([])
  }

  const event = {
    date: '2026-05-31',
    text_de: '',
    text_en: '',
    active: true,
    start: false,
    last_day: '',
    time: '',
    show_time: false,
  }
  const toEntryInput = (comment: string, tags: number[] = []) => ({
    comment,
    date: '2026-05-31',
    tags,
  })

  /** Adds a record of each subject with the word. */
  async function addRecords(word: string) {
    const itemId = await addItem(root, { name: word })
    const { id: commentId } = await root.call(api.comments.add, {
      body: { itemId, comment: `${word}s!` },
    })
    const tag = await root.call(api.journal.addTag, { body: { name: word } })
    await root.call(api.journal.add, { body: toEntryInput('Geerntet', [tag.id]) })
    const { events } = await root.call(api.events.save, {
      body: { events: [{ ...event, text_fr: `<p>Le <b>${word}</b></p>` }] },
    })
    const person = {
      email: `${word}@example.org`,
      gender: 'female',
      firstName: 'Ada',
      lastName: word,
      phone: '',
      role: 'admin',
    } as const
    const { id: userId } = await root.call(api.users.create, { body: person })
    const eventId = events.find(({ text_fr }) => text_fr.includes(word))?.id
    return { itemId, commentId, tagId: tag.id, eventId, userId }
  }

  async function saveName(itemId: number, name: string) {
    const item = await root.call(api.inventory.details, { params: { id: itemId } })
    await root.call(api.inventory.saveInfo, { body: { itemId, data: { ...item, name } } })
  }

  test('finds new records of every subject at once', async () => {
    await expectHits('Kumquat', {})
    await addRecords('Kumquat')
    await expectHits('Kumquat', { item: 1, comment: 1, journal: 1, event: 1, user: 1 })
  })

  test('finds a new value at once, and no longer the replaced name', async () => {
    const itemId = await addItem(root, { name: 'Pomelo' })
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { technique: 'pomelo' } } })
    await saveName(itemId, 'Orange')
    expect(listLines((await search(rootOnSecondServer, 'pomelo')).item.hits[0])).toEqual([
      'Technique: pomelo',
    ])
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { technique: '' } } })
    await expectHits('pomelo', {})
  })

  test('no longer finds removed words and records', async () => {
    const { itemId, commentId, tagId, eventId, userId } = await addRecords('Mirabelle')
    await saveName(itemId, 'Orange')
    await root.call(api.comments.remove, { body: { commentId } })
    await root.call(api.journal.removeTag, { params: { id: tagId } })
    await root.call(api.events.save, {
      body: { events: [{ ...event, text_fr: '', id: eventId, remove: true }] },
    })
    await root.call(api.users.remove, { params: { id: userId } })
    await expectHits('Mirabelle', {})
  })

  test('finds restored records and undone changes at once', async () => {
    const itemId = await addItem(root, { name: 'Physalis' })
    const { id: commentId } = await root.call(api.comments.add, {
      body: { itemId, comment: 'Physalis!' },
    })
    const entry = await root.call(api.journal.add, { body: toEntryInput('Physalis') })
    await saveName(itemId, 'Orange')
    await root.call(api.comments.remove, { body: { commentId } })
    await root.call(api.journal.remove, { params: { id: entry.id } })
    await expectHits('Physalis', {})

    await root.call(api.comments.restore, { body: { commentId } })
    await root.call(api.journal.restore, { body: { id: entry.id } })
    const [renaming] = await listChanges(root, 'item', itemId)
    await root.call(api.history.undo, {
      body: { subject: 'item', id: itemId, changeId: renaming?.id ?? 0 },
    })
    await expectHits('Physalis', { item: 1, comment: 1, journal: 1 })
  })

  test('finds an edited comment and journal entry by their new text only', async () => {
    const itemId = await addItem(root)
    const { id: commentId } = await root.call(api.comments.add, {
      body: { itemId, comment: 'Quitte' },
    })
    const entry = await root.call(api.journal.add, { body: toEntryInput('Geerntet') })
    await root.call(api.comments.edit, { body: { commentId, comment: 'Oranges' } })
    await root.call(api.journal.change, { params: { id: entry.id }, body: toEntryInput('Quitte') })
    await expectHits('Quitte', { journal: 1 })
  })

  test('hides archived items at once, until they are active again', async () => {
    const itemId = await addItem(root, { name: 'Bergamotte' })
    await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
    await expectHits('Bergamotte', {})
    await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: false } })
    await expectHits('Bergamotte', { item: 1 })
  })
})

test('finds imported items, and removes them with their comments after an undo', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const rows = Array.from({ length: 1_200 }, (_, row) => ({
    identifier: `K-${row}`,
    name: `Kumquat ${row}`,
  }))
  const upload = () =>
    clerk.call(api.imports.uploadArt, { body: { data: rows, dryRun: false, fileName: 'k.csv' } })
  const { importId } = await upload()
  expect(await countHits(clerk, 'kumquat')).toEqual({ item: 1_200 })
  // 117 and 1170 to 1179, the number itself first; not 1117, which lacks the text as typed.
  const { count, hits } = (await search(clerk, 'kumquat 117')).item
  expect([count, hits[0]?.title.text]).toEqual([11, 'K-117 Kumquat 117'])
  await clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect(await countHits(clerk, 'kumquat')).toEqual({})
  // More records are removed than left, so that the index has been swept.
  await upload()
  expect(listTitles((await search(clerk, 'kumquat 1199')).item)).toEqual(['K-1199 Kumquat 1199'])
  expect(await compareIndex(server)).toEqual([])
})

test('finds and marks withdrawn items, and reads items by id in the given order', async ({
  employee: clerk,
}) => {
  const itemId = await addItem(clerk, { identifier: 'W-1', name: 'Kumquat' })
  await clerk.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await search(clerk, 'kumquat')).item.hits).toMatchObject([{ id: itemId, public: false }])
  const { hits } = await clerk.call(api.search.items, {
    query: { ids: `${itemId},99999,3,${itemId}` },
  })
  expect(hits.map(({ id, lines }) => ({ id, lines }))).toEqual(
    [itemId, 3].map((id) => ({ id, lines: [] })),
  )
})

test('rejects an empty, long or unknown query, and more than eight ids', async ({
  employee: clerk,
}) => {
  for (const query of ['q=', `q=${'x'.repeat(101)}`, 'q=a&more=1', '']) {
    expect([query, (await clerk.fetch(`/api/search?${query}`)).status]).toEqual([query, 400])
  }
  expect((await clerk.fetch(`/api/search/items?ids=${Array(9).fill('1')}`)).status).toBe(400)
})

test('repairs an index that differs, and fills a missing one at the start', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  await server.inDatabase(async (db) => {
    await db
      .updateTable('search_entry')
      .set({ words: 'kumquat' })
      .where('subject', '=', 'comment')
      .execute()
    await db.deleteFrom('search_entry').where('subject', '=', 'event').execute()
    await db
      .insertInto('search_entry')
      .values({ subject: 'item', subject_id: 9_999, stamp: 1, words: 'x' })
      .execute()
  })
  expect(await compareIndex(server)).toEqual([
    expect.stringMatching(/^The search index is stale: records \d+/),
  ])
  const rebuilt = await server.inDatabase((db) =>
    db.transaction().execute((tx) => searchIndexProjection.rebuild(tx, server.clock)),
  )
  expect(rebuilt).toEqual([
    expect.stringMatching(/^\d+ entries of the search index were rebuilt\.$/),
  ])
  expect(await compareIndex(server)).toEqual([])
  expect(await countHits(clerk, 'kumquat')).toEqual({})

  await server.inDatabase(async (db) => {
    for (const table of ['search_entry', 'search_version'] as const)
      await db.deleteFrom(table).execute()
  })
  await using restarted = await server.another()
  expect(await countHits(await restarted.signIn('employee'), 'citroen')).toHaveProperty('item')
  expect(await compareIndex(server)).toEqual([])
})

test('finds translations and the internal note while they exist, and labels them', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk, {
    name: 'Moteur',
    description: 'Le moteur est dans la cour.',
  })
  const item = await clerk.call(api.inventory.details, { params: { id: itemId } })
  const translate = (text: string, was: string) =>
    clerk.call(api.inventory.saveTexts, {
      body: {
        itemId,
        lang: 'de',
        fields: { name: { text, was, source: item.name } },
        state: 'draft',
      },
    })
  await clerk.call(api.inventory.saveInfo, {
    body: { itemId, data: { ...item, note: 'Xylophonist' } },
  })
  await translate('Kurbelwellenkasten', '')
  const findLines = async (q: string) => listLines((await search(clerk, q)).item.hits[0])
  expect(await findLines('kurbelwellenkasten')).toEqual(['German: Kurbelwellenkasten'])
  expect(await findLines('xylophonist')).toEqual(['Internal note: Xylophonist'])
  expect(await compareIndex(server)).toEqual([])
  await translate('', 'Kurbelwellenkasten')
  expect(await countHits(clerk, 'kurbelwellenkasten')).toEqual({})
  expect(await compareIndex(server)).toEqual([])
})
