// @module-tag postgres-with-all

import { api, type CallInput, questionRetentionDays } from '@vitrine/contract'
import { maxQuestionLength } from '@vitrine/guide'
import { describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createNastyExampleContext, nastyTexts } from '../../../test/nasty-inputs.ts'
import { parseCsv } from '../../../test/parse-csv.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import { questionRecorder, type VisitorQuestion } from './index.ts'
import { questionStore } from './store.ts'

type QuestionQuery = CallInput<typeof api.questions.list>['query']

const recordQuestions = (
  server: TestServer,
  questions: VisitorQuestion[],
  now = server.clock.now(),
) =>
  server.inDatabase(async (db) => {
    for (const question of questions)
      await questionRecorder(db, { now: () => now }).record(question)
  })
const listStoredQuestions = (server: TestServer) =>
  server.inDatabase((db) =>
    db
      .selectFrom('visitor_question')
      .selectAll()
      .where('item_id', '=', itemWithoutQuestions)
      .orderBy('id')
      .execute(),
  )
const itemWithoutQuestions = 2
const unknownId = 999_999
const createQuestion = (
  question: string,
  changes: Partial<VisitorQuestion> = {},
): VisitorQuestion => ({
  itemId: itemWithoutQuestions,
  language: 'de',
  question,
  kind: 'unknown',
  ...changes,
})

test('stores the day of a question, and nothing about the visitor', async ({ server }) => {
  await recordQuestions(
    server,
    [
      createQuestion('Wer hat ihn\0 lackiert?'),
      // Is cut in the middle of the emoji, which has two UTF-16 units.
      createQuestion('x'.repeat(maxQuestionLength - 1).concat('😀')),
      createQuestion('Weg', { itemId: unknownId }),
    ],
    new Date('2026-11-15T23:30:00Z'),
  )
  const rows = await listStoredQuestions(server)
  expect(rows[0]).toEqual({
    id: expect.any(Number),
    // In Switzerland, it is already the next day.
    day: '2026-11-16',
    item_id: itemWithoutQuestions,
    lang: 'de',
    question: 'Wer hat ihn lackiert?',
    meaning: expect.stringContaining('who?'),
    kind: 'unknown',
    kind_now: 'unknown',
    asked_of: '',
    dismissed: 0,
  })
  expect(rows.slice(1).map(({ question }) => question)).toEqual([
    `${'x'.repeat(maxQuestionLength - 1)}\ufffd`,
  ])
})

test('purges questions after 180 days', async () => {
  await using server = await startTestServer()
  await recordQuestions(server, [createQuestion('Alt?')])
  server.clock.advance(days(1))
  await recordQuestions(server, [createQuestion('Neu?')])
  server.clock.advance(days(questionRetentionDays))
  await server.runDueJobs()
  expect((await listStoredQuestions(server)).map(({ question }) => question)).toEqual(['Neu?'])
})

const listGroups = async (client: Client, query: QuestionQuery = {}) =>
  (await client.call(api.questions.list, { query })).groups

describe('questions asked about an item on two days', () => {
  let itemId: number

  test.beforeAll(async ({ server, admin }) => {
    itemId = await addItem(admin)
    const ofItem = (question: string, changes: Partial<VisitorQuestion> = {}) =>
      createQuestion(question, { itemId, ...changes })
    await recordQuestions(server, [ofItem('Wer sass Modell?')], new Date('2026-03-01T12:00:00Z'))
    await recordQuestions(
      server,
      [
        ofItem('Bitte, wer sass denn da MODELL'),
        ofItem('Ist es versichert?'),
        ofItem('How fast is it?', { language: 'en', kind: 'fact' }),
        ofItem('how fast is it', { language: 'en', kind: 'fact' }),
        ofItem('Please, how FAST is it?', { language: 'en', kind: 'model' }),
        ofItem('Wer sass Modell?', { itemId: 1 }),
      ],
      new Date('2026-03-04T12:00:00Z'),
    )
  })

  test('are grouped by meaning, unanswered and frequent ones first', async ({ admin }) => {
    const groups = await listGroups(admin, { item: itemId })
    expect(groups.map(({ question, state, count }) => [question, state, count])).toEqual([
      ['Bitte, wer sass denn da MODELL', 'unanswered', 2],
      ['Ist es versichert?', 'unanswered', 1],
      ['Please, how FAST is it?', 'answered', 3],
    ])
    expect(groups[0]).toMatchObject({
      lang: 'de',
      first: '2026-03-01',
      last: '2026-03-04',
      kinds: ['unknown'],
      languages: [{ lang: 'de', count: 2, answered: false }],
      item: { id: itemId, type: 'art', shown: true, archived: false },
    })
    expect(groups[2]).toMatchObject({
      kinds: ['fact', 'model'],
      languages: [{ lang: 'en', count: 3, answered: true }],
    })
  })

  test('are counted', async ({ admin }) => {
    const { count } = await admin.call(api.questions.list, { query: { item: itemId } })
    expect(count).toEqual({ questions: 6, groups: 3, unanswered: 2 })
    expect(await admin.call(api.questions.items)).toContainEqual(
      expect.objectContaining({ id: itemId, count: 6 }),
    )
  })

  test.for([
    [{ state: 'answered' }, 1],
    [{ state: 'unanswered' }, 2],
    [{ lang: 'de' }, 2],
    [{ from: '2026-03-02' }, 3],
    [{ to: '2026-03-01' }, 1],
    [{ from: '2026-03-05' }, 0],
  ] as const)('are filtered by %j', async ([query, count], { admin }) => {
    expect(await listGroups(admin, { item: itemId, ...query })).toHaveLength(count)
  })
})

async function saveDescription(client: Client, itemId: number, description: string) {
  const item = await client.call(api.inventory.details, { params: { id: itemId } })
  await client.call(api.inventory.saveInfo, { body: { itemId, data: { ...item, description } } })
}

test('counts a question as answered while the item’s text or a row answers it', async ({
  server,
  admin,
}) => {
  const itemId = await addItem(admin, { name: 'Am Ufer', description: 'Ein Boot liegt am Ufer.' })
  await recordQuestions(server, [
    createQuestion('Wer hat den Steg gebaut?', { itemId }),
    createQuestion('Welche Technik ist das?', { itemId }),
    createQuestion('Wem gehört die Katze?', { itemId }),
  ])
  const listUnanswered = async () => {
    const groups = await listGroups(admin, { item: itemId, state: 'unanswered' })
    return groups.map(({ question }) => question).toSorted()
  }
  expect(await listUnanswered()).toEqual([
    'Welche Technik ist das?',
    'Wem gehört die Katze?',
    'Wer hat den Steg gebaut?',
  ])

  const answering = 'Ein Boot liegt am Ufer. Den Steg hat der Schreiner Jakob Huber gebaut.'
  await saveDescription(admin, itemId, answering)
  await admin.call(api.inventory.saveTags, {
    body: { itemId, tags: { technique: 'Öl auf Leinwand' } },
  })
  expect(await listUnanswered()).toEqual(['Wem gehört die Katze?'])
  const { info } = await admin.call(api.questions.info)

  await saveDescription(admin, itemId, 'Ein Boot.')
  expect(await listUnanswered()).toEqual(['Wem gehört die Katze?', 'Wer hat den Steg gebaut?'])
  expect(await admin.call(api.questions.info)).toEqual({
    info: `${Number.parseInt(info, 10) + 1} unanswered`,
  })
})

test('counts a question in another language as answered by a checked translation', async ({
  server,
  admin,
}) => {
  const itemId = await addItem(admin, { name: 'Am Ufer', description: 'Ein Boot.' })
  await recordQuestions(server, [
    createQuestion('Who built the jetty?', { itemId, language: 'en' }),
  ])
  const listStates = async () =>
    (await listGroups(admin, { item: itemId, lang: 'en' })).map(({ state }) => state)
  expect(await listStates()).toEqual(['unanswered'])

  const translation = {
    text: 'The jetty was built by the joiner Jakob Huber.',
    was: '',
    source: 'Ein Boot.',
  }
  await admin.call(api.inventory.saveTexts, {
    body: { itemId, lang: 'en', fields: { description: translation }, state: 'checked' },
  })
  expect(await listStates()).toEqual(['answered'])
})

test('hides a dismissed question, even when it is asked again', async ({ server, root }) => {
  const itemId = await addItem(root)
  await recordQuestions(server, [createQuestion('Wo ist die Garderobe?', { itemId })])
  const [group] = await listGroups(root, { item: itemId })
  const dismiss = (dismissed: boolean) =>
    root.call(api.questions.dismiss, { body: { id: group?.id ?? 0, dismissed } })
  await dismiss(true)
  await recordQuestions(server, [createQuestion('Die Garderobe, wo ist die?', { itemId })])
  expect(await listGroups(root, { item: itemId })).toEqual([])
  expect(await listGroups(root, { item: itemId, state: 'dismissed' })).toMatchObject([
    { count: 2, state: 'dismissed' },
  ])
  await dismiss(false)
  expect(await listGroups(root, { item: itemId })).toMatchObject([
    { count: 2, state: 'unanswered' },
  ])
  await expect(
    root.call(api.questions.dismiss, { body: { id: unknownId, dismissed: true } }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('keeps a question marked as answered, even when it is asked again', async ({
  server,
  root,
}) => {
  const itemId = await addItem(root)
  await recordQuestions(server, [
    createQuestion('Combien coûte-t-elle ?', { itemId, language: 'fr' }),
  ])
  const [group] = await listGroups(root, { item: itemId })
  const mark = (answered: boolean) =>
    root.call(api.questions.markAnswered, { body: { id: group?.id ?? 0, answered } })
  await mark(true)
  await recordQuestions(server, [createQuestion('elle coûte combien', { itemId, language: 'fr' })])
  const answered = { count: 2, state: 'answered', byStaff: true, languages: [{ answered: true }] }
  expect(await listGroups(root, { item: itemId })).toMatchObject([answered])
  expect(await listGroups(root, { item: itemId, state: 'answered' })).toMatchObject([answered])
  expect(await listGroups(root, { item: itemId, state: 'unanswered' })).toEqual([])
  expect(await listGroups(root, { item: itemId, state: 'dismissed' })).toEqual([])
  const csv = async (state: string) =>
    parseCsv(
      await (
        await root.fetch(`/api/questions/csv?item=${itemId}&state=${state}&delimiter=comma`)
      ).text(),
    )
  expect(await csv('answered')).toMatchObject([
    { 'Answered now': 'yes' },
    { 'Answered now': 'yes' },
  ])
  expect(await csv('unanswered')).toEqual([])
  await mark(false)
  expect(await listGroups(root, { item: itemId })).toMatchObject([
    { count: 2, state: 'unanswered', byStaff: false },
  ])
})

test('shows staff the current answer, without asking a model', async ({ server, root }) => {
  const description = `Das Boot liegt am Ufer. Den Steg hat der Schreiner Jakob Huber gebaut${', und wieder gebaut'.repeat(20)}.`
  const itemId = await addItem(root, { name: 'Am Ufer', description })
  await root.call(api.inventory.saveTags, {
    body: { itemId, tags: { technique: 'Öl auf Leinwand' } },
  })
  await recordQuestions(server, [
    createQuestion('Welche Technik ist das?', { itemId, kind: 'fact' }),
    createQuestion('Wer hat den Steg gebaut?', { itemId, kind: 'quotes' }),
    createQuestion('Wem gehört die Katze?', { itemId, kind: 'quotes' }),
    createQuestion('Warum ist es so klein?', { itemId, kind: 'model' }),
    createQuestion('Ist es versichert?', { itemId }),
  ])
  const readAnswers = async () =>
    Object.fromEntries(
      (await listGroups(root, { item: itemId })).map(({ question, answer }) => [question, answer]),
    )
  expect(await readAnswers()).toEqual({
    'Welche Technik ist das?': { text: expect.stringContaining(': Öl auf Leinwand'), lang: 'de' },
    'Wer hat den Steg gebaut?': {
      text: expect.stringMatching(/^Den Steg hat der Schreiner Jakob Huber gebaut.{100,160}…$/),
      lang: 'de',
    },
    'Wem gehört die Katze?': { text: '', lang: 'de' },
    'Warum ist es so klein?': null,
    'Ist es versichert?': null,
  })
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect(Object.values(await readAnswers())).toEqual([null, null, null, null, null])
  const demoGroups = await listGroups(root, { state: 'answered', lang: 'en' })
  expect(demoGroups).toContainEqual(
    expect.objectContaining({
      question: 'How fast does it go?',
      answer: { text: 'Top Speed: 205 km/h', lang: 'en' },
    }),
  )
})

test('stores a question without words as dismissed', async ({ server, root }) => {
  const itemId = await addItem(root)
  const withoutWord = ['🚗', 'x', '?!', '… …', '1 2 3', 'a b']
  const withWord = ['PS?', '何', 'ما هذا؟', 'किसने?']
  await recordQuestions(
    server,
    [...withoutWord, ...withWord].map((question) => createQuestion(question, { itemId })),
  )
  const listQuestions = async (state: 'unanswered' | 'dismissed') =>
    (await listGroups(root, { item: itemId, state })).map(({ question }) => question)
  expect(new Set(await listQuestions('unanswered'))).toEqual(new Set(withWord))
  const dismissedGroups = await listGroups(root, { item: itemId, state: 'dismissed' })
  expect(dismissedGroups.reduce((sum, { count }) => sum + count, 0)).toBe(withoutWord.length)
})

test('keeps questions about withdrawn items, and removes those of deleted items', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  await recordQuestions(server, [createQuestion('Wo ist die Garderobe?', { itemId })])
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect(await listGroups(root, { item: itemId })).toMatchObject([
    { item: { shown: false, archived: false } },
  ])
  await root.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await listGroups(root, { item: itemId })).toMatchObject([{ item: { archived: true } }])
  server.clock.advance(days(31))
  // The first session has ended.
  const rootLater = await server.signIn('root')
  await rootLater.call(api.inventory.remove, { params: { id: itemId } })
  expect(await listGroups(rootLater, { item: itemId })).toEqual([])
})

test('exports the filtered questions as CSV without formulas', async ({ server, admin }) => {
  const itemId = await addItem(admin, { name: 'Am Ufer' })
  const hostile = [
    '=HYPERLINK("http://x")',
    '<b>"; drop table item;</b>',
    'ما هذا؟',
    'x'.repeat(300),
  ]
  await recordQuestions(
    server,
    hostile.map((question) => createQuestion(question, { itemId })),
    new Date('2026-03-04T12:00:00Z'),
  )
  await recordQuestions(
    server,
    [createQuestion('Wie alt?', { itemId, kind: 'fact' })],
    new Date('2026-03-05T12:00:00Z'),
  )
  const response = await admin.fetch(`/api/questions/csv?item=${itemId}&delimiter=comma`)
  expect(response.headers.get('content-disposition')).toContain('questions.csv')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text).toContain(`"'=HYPERLINK(""http`)
  const common = { Identifier: expect.any(String), Item: 'Am Ufer', Language: 'German' }
  expect(parseCsv(text)).toEqual([
    {
      ...common,
      Day: '2026-03-05',
      Question: 'Wie alt?',
      Answered: 'by a fact',
      'Answered now': 'yes',
    },
    ...hostile.toReversed().map((Question) => ({
      ...common,
      Day: '2026-03-04',
      Question,
      Answered: 'not answered',
      'Answered now': 'no',
    })),
  ])
})

test('pages ten thousand questions by fifty groups, and purges the oldest', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('admin')
  const itemId = await addItem(admin)
  await server.inDatabase(async (db) => {
    const row = (index: number) => ({
      day: '2026-03-04',
      item_id: itemId,
      lang: 'de' as const,
      question: `Frage ${index % 5000}?`,
      meaning: `frag ${index % 5000}`,
      kind: 'unknown' as const,
      kind_now: 'unknown' as const,
      asked_of: '',
      dismissed: 0 as const,
    })
    for (const batch of splitIntoBatches(Array.from({ length: 10_000 }, (_, index) => row(index))))
      await db
        .insertInto('visitor_question')
        .values([...batch])
        .execute()
  })
  const seen = new Set<string>()
  let after: number | undefined
  for (let page = 0; page < 3; page++) {
    const { groups, next, count } = await admin.call(api.questions.list, {
      query: { item: itemId, ...(after !== undefined && { after }) },
    })
    expect({ length: groups.length, count }).toEqual({
      length: 50,
      count: { questions: 10_000, groups: 5000, unanswered: 5000 },
    })
    for (const { question } of groups) seen.add(question)
    after = next ?? undefined
  }
  expect(seen.size).toBe(150)
  await server.inDatabase((db) =>
    db.transaction().execute((tx) => questionStore(tx).purge('2026-03-04', 4000)),
  )
  expect((await admin.call(api.questions.list, { query: { item: itemId } })).count.questions).toBe(
    4000,
  )
})

test('does not block other requests while grouping many long questions', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const text = nastyTexts['no spaces, other scripts']
  const itemId = await createNastyExampleContext(root, text).newItem('art')
  const longQuestion = text.repeat(300).slice(0, 280)
  await recordQuestions(
    server,
    Array.from({ length: 80 }, (_, number) =>
      createQuestion(`${number} ${longQuestion}`, { itemId, language: 'en' }),
    ),
  )
  let isGrouping = true
  const groups = listGroups(root).finally(() => {
    isGrouping = false
  })
  let answeredRequests = 0
  for (; isGrouping; answeredRequests++) await server.call(api.operations.health)
  await groups
  // If it blocked the event loop, at most two requests would be answered meanwhile.
  expect(answeredRequests).toBeGreaterThan(5)
})
