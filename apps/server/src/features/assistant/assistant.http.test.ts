// @module-tag sqlite

import { api, maxCommentLength } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, plainAttribute } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const addEntry = (client: Client, comment: string, date: string, tags: number[] = []) =>
  client.call(api.journal.add, { body: { comment, date, tags } })

const correct = async (client: Client, comment: string) =>
  (await client.call(api.assistant.correct, { body: { comment } })).correctedComment

const addTag = async (client: Client, name: string) =>
  (await client.call(api.journal.addTag, { body: { name } })).id

test('uses the embedded engine without a provider, and lists its abilities', async ({ admin }) => {
  expect(await admin.call(api.assistant.abilities)).toEqual({
    engine: 'embedded',
    embedded: true,
    translates: false,
    followsInstructions: false,
  })
  expect((await admin.call(api.assistant.instructions)).instructions).toContain('report')
})

test('leaves names in the database uncorrected', async ({ root }) => {
  const item = { type_id: 1 as const, identifier: 'K-9', name: 'Baterie Spezial', description: '' }
  const comment =
    'Die Werkstat hat den Motorr von Käsers Baterie geprüft, Étienne und Zurbrigen waren da.'
  const before = await root.call(api.assistant.correct, { body: { comment } })
  expect(before).toEqual({
    correctedComment:
      'Die Werkstatt hat den Motor von Käsers Batterie geprüft, Étienne und Zurbrigen waren da.',
    engine: 'embedded',
  })

  await root.call(api.inventory.add, { body: { item } })
  await addTag(root, 'Motorr')
  const after = await root.call(api.assistant.correct, { body: { comment } })
  expect(after.correctedComment).toBe(
    'Die Werkstatt hat den Motorr von Käsers Baterie geprüft, Étienne und Zurbrigen waren da.',
  )
})

test('leaves names in a custom attribute uncorrected as long as they are stored', async ({
  root,
}) => {
  const attribute = { ...plainAttribute, names: true }
  await root.call(api.attributes.add, { body: { type: 'car', tag_key: 'workshop', attribute } })
  const itemId = await addItem(root, { type_id: 1 })
  const comment = 'Die Werkstat hat die Garaage Muster gelobt.'
  const saveWorkshop = (workshop: string) =>
    root.call(api.inventory.saveTags, { body: { itemId, tags: { workshop } } })

  expect(await correct(root, comment)).toBe('Die Werkstatt hat die Garage Muster gelobt.')
  await saveWorkshop('Garaage Muster')
  expect(await correct(root, comment)).toBe('Die Werkstatt hat die Garaage Muster gelobt.')
  await saveWorkshop('')
  expect(await correct(root, comment)).toBe('Die Werkstatt hat die Garage Muster gelobt.')
})

test('finds nothing to correct in the demo journal', async ({ root }) => {
  const { data } = await root.call(api.journal.list)
  // Each part stays below the maximum length of a comment.
  const partCount = 5
  for (let part = 0; part < partCount; part++) {
    const comment = data
      .filter((_, index) => index % partCount === part)
      .map((entry) => entry.comment)
      .join('\n\n')
    expect(await correct(root, comment)).toBe(comment)
  }
})

test('rejects corrections with a retry time when the queue is full', async ({ root }) => {
  const comment = 'Die Luftfeuchtikeit in der Werkstat ist zu hoch. '.repeat(60)
  const requestCount = 16
  const answers = await Promise.all(
    Array.from({ length: requestCount }, () =>
      root.send(api.assistant.correct, { body: { comment } }),
    ),
  )
  const corrected = answers.filter(({ status }) => status === 200)
  const rejected = answers.filter(({ status }) => status === 503)
  // One is corrected while eight wait; more if the first ones are quick.
  const minCorrected = 1 + 8
  expect(corrected.length).toBeGreaterThanOrEqual(minCorrected)
  expect(rejected.length).toBe(requestCount - corrected.length)
  expect(rejected.length).toBeGreaterThan(0)
  for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('rejects an empty or too long comment', async ({ root }) => {
  for (const comment of [' \n', 'x'.repeat(maxCommentLength + 1)]) {
    await expect(
      root.call(api.assistant.summarize, { body: { comment, lang: 'de' } }),
    ).rejects.toMatchObject({
      status: 400,
    })
    await expect(root.call(api.assistant.correct, { body: { comment } })).rejects.toMatchObject({
      status: 400,
    })
  }
})

test('groups the entries of a report by month, each with its tags in one line', async ({
  root,
}) => {
  const [loan, purchase] = [await addTag(root, 'Leihgabe X'), await addTag(root, 'Ankauf X')]
  await addEntry(root, 'Der Jaguar geht nach Thun. Transport am Montag.', '2020-03-01', [loan])
  await addEntry(root, 'Der Jaguar ist aus Thun zurück. Kein Schaden.', '2020-04-20', [loan])
  await addEntry(root, 'Ein Peugeot wurde uns angeboten.', '2020-04-21', [purchase, loan])
  await addEntry(root, 'Ohne alles.', '2020-05-01')
  const body = { tags: [], startDate: '2020-01-01', endDate: '2020-12-31', lang: 'fr' as const }

  const { report, engine } = await root.call(api.assistant.report, { body })
  expect(engine).toBe('embedded')
  const lines = report.split('\n')
  expect(lines).toEqual([
    'Rapport du journal',
    '==================',
    '',
    'Du 1er janvier 2020 au 31 décembre 2020',
    expect.stringMatching(/^Rédigé par /),
    '',
    '4 notes',
    'Tags: Leihgabe X 3, Ankauf X 1, sans tag 1',
    '',
    '',
    'Mars 2020: 1 note',
    '-----------------',
    '',
    '- 1er mars: Der Jaguar geht nach Thun.',
    '  Tags: Leihgabe X',
    '',
    '',
    'Avril 2020: 2 notes',
    '-------------------',
    '',
    '- 20 avril: Der Jaguar ist aus Thun zurück.',
    '  Tags: Leihgabe X',
    '- 21 avril: Ein Peugeot wurde uns angeboten.',
    // The order of an entry's tags is not defined.
    expect.stringMatching(/^ {2}Tags: (Leihgabe X, Ankauf X|Ankauf X, Leihgabe X)$/),
    '',
    '',
    'Mai 2020: 1 note',
    '----------------',
    '',
    '- 1er mai: Ohne alles.',
    '',
  ])
})

test('limits a report to entries with one of the chosen tags', async ({ root }) => {
  const tag = await addTag(root, 'Ankauf Y')
  await addEntry(root, 'Ein Peugeot wurde uns angeboten.', '2018-04-21', [tag])
  await addEntry(root, 'Der Jaguar geht nach Thun.', '2018-04-21')
  const period = { startDate: '2018-01-01', endDate: '2018-12-31', lang: 'de' as const }
  const { report } = await root.call(api.assistant.report, { body: { ...period, tags: [tag] } })
  expect(report).toContain('1 Eintrag')
  expect(report).not.toContain('Thun')
})

test('states in the report that a period has no entries', async ({ root }) => {
  const body = { tags: [], startDate: '1999-01-01', endDate: '1999-12-31', lang: 'de' as const }
  expect((await root.call(api.assistant.report, { body })).report).toMatch(
    /^In dieser Zeit .* keine .*\.$/,
  )
})

test('cites the entry of each quoted line in a report', async ({ root }) => {
  const addAndFindId = async (comment: string, date: string) => {
    await addEntry(root, comment, date)
    const { data } = await root.call(api.journal.list)
    return data.find((entry) => entry.comment === comment)?.id
  }
  const firstId = await addAndFindId('Der Motor läuft wieder [3].', '2019-03-01')
  const secondId = await addAndFindId('Dach geflickt.', '2019-04-02')
  const body = { tags: [], startDate: '2019-01-01', endDate: '2019-12-31', lang: 'en' as const }
  const { report, citations } = await root.call(api.assistant.report, { body })
  const lines = report.split('\n')
  expect(citations.map(({ line, entries }) => [lines[line], entries])).toEqual([
    ['- 1 March: Der Motor läuft wieder [3].', [{ id: firstId, date: '2019-03-01' }]],
    ['- 2 April: Dach geflickt.', [{ id: secondId, date: '2019-04-02' }]],
  ])
})

test('rejects a report whose period ends before it starts', async ({ root }) => {
  const body = { tags: [], startDate: '2020-12-31', endDate: '2020-01-01', lang: 'en' as const }
  await expect(root.call(api.assistant.report, { body })).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { endDate: expect.any(String) } } },
  })
})

test('streams the same report to clients that accept events', async ({ root }) => {
  const body = { tags: [], startDate: '2020-01-01', endDate: '2099-12-31', lang: 'en' as const }
  const { report, citations } = await root.call(api.assistant.report, { body })
  const response = await root.fetch('/api/journal/report', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = (await response.text())
    .split('\n\n')
    .filter(Boolean)
    .map((block) => {
      const [name, data] = block.split('\n')
      return { name, data: JSON.parse(data?.replace('data: ', '') ?? '') }
    })
  const textEvents = events.slice(0, -2)
  const [citationsEvent, doneEvent] = events.slice(-2)
  expect(textEvents.map(({ data }) => data.text).join('')).toBe(report)
  expect(citationsEvent).toEqual({ name: 'event: citations', data: { citations } })
  expect(doneEvent).toEqual({ name: 'event: done', data: { engine: 'embedded' } })
})
