// @module-tag sqlite

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, api, type CallInput, conditionLimits, toDay } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { createNoise, createPictureFile } from '../../../test/media-files.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { type TestServer, test } from '../../../test/server.ts'

type ReportOrder = CallInput<typeof api.loans.conditionReport>['body']
type NewCheck = CallInput<typeof api.conditions.add>['body']

const requestReport = (client: Client, body: ReportOrder) =>
  client.send(api.loans.conditionReport, { body })

async function printReport(client: Client, body: ReportOrder) {
  const response = await requestReport(client, body)
  expect(response.status).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

/** A random picture, because the same one would be refused as a duplicate. */
const createSmallPicture = () => createPictureFile(createNoise(24).jpeg())

/** Adds a check with photos, and returns the names of the photos. */
async function addCheck(client: Client, body: NewCheck, photoCount = 0): Promise<string[]> {
  const key = crypto.randomUUID()
  await client.call(api.conditions.add, { body: { ...body, key } })
  const names: string[] = []
  for (let index = 0; index < photoCount; index++) {
    const file = await createSmallPicture()
    const photo = { body: { itemId: body.itemId, key }, file }
    names.push((await client.call(api.conditions.addPhoto, photo)).name)
  }
  return names
}

test('prints identification, checks latest first and two signatures in three languages', async ({
  employee,
}) => {
  const identifier = `LG-${crypto.randomUUID().slice(0, 8)}`
  const itemId = await addItem(employee, { identifier, name: 'Der See', description: 'Ein See.' })
  const tags = { artist: 'Ferdinand Hodler', year: '1905', technique: 'Öl auf Leinwand' }
  const staffTags = { dimensions: '71 × 90 cm', location: 'Depot Nord' }
  await employee.call(api.inventory.saveTags, { body: { itemId, tags: { ...tags, ...staffTags } } })
  const file = await createSmallPicture()
  await employee.call(api.media.addPicture, { body: { itemId }, file })
  await addCheck(employee, { itemId, state: 'good', occasion: 'beforeLoan', day: '2025-03-01' })
  const remark = 'Craquelure en haut à gauche.'
  await addCheck(employee, { itemId, state: 'watch', day: '2025-04-02', remark }, 1)

  const expected = {
    en: [
      'Condition report Der See',
      `${identifier} · work of art`,
      'Artist Ferdinand Hodler',
      'Oil on canvas',
      'Condition checks 2 April 2025 – To watch',
      'Inspection · Noémie Chappuis Craquelure',
      '1 March 2025 – Good Before a loan',
      'Remarks',
      'Lender Place and date Signature Borrower Place and date Signature',
    ],
    de: [
      'Zustandsprotokoll Der See',
      'Kunstwerk',
      'Öl auf Leinwand',
      'Zustandskontrollen 2. April 2025 – Zu beobachten',
      '1. März 2025 – Gut Vor einer Ausleihe',
      'Bemerkungen',
      'Leihgeber Ort und Datum Unterschrift Leihnehmer Ort und Datum Unterschrift',
    ],
    fr: [
      'Constat d’état Der See',
      'Artiste Ferdinand Hodler',
      'Huile sur toile',
      '2 avril 2025 – À surveiller Contrôle · Noémie Chappuis Craquelure',
      '1 mars 2025 – Bon Avant un prêt',
      'Remarques',
      'Prêteur Lieu et date Signature Emprunteur Lieu et date Signature',
    ],
  }
  for (const lang of ['en', 'de', 'fr'] as const) {
    const pages = await printReport(employee, { ids: [itemId], lang })
    const text = pages.map((page) => page.text).join(' ')
    for (const part of expected[lang]) expect(text).toContain(part)
    for (const part of ['1905', '71 × 90 cm', remark]) expect(text).toContain(part)
    expect(text).not.toContain('Depot Nord')
    expect([pages[0]?.width, pages[0]?.height]).toEqual([210, 297])
  }
})

/** Adds items that are called 'Nummer 1.', 'Nummer 2.' and so on. */
async function addNumberedItems(client: Client, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++)
    ids.push(await addItem(client, { name: `Nummer ${number}.` }))
  return ids
}

test('prints several items in the requested order, each once and with its own page numbers', async ({
  employee,
}) => {
  const [first = 0, second = 0, third = 0] = await addNumberedItems(employee, 3)
  await addCheck(employee, { itemId: second, state: 'good', remark: 'Lang. '.repeat(300) }, 6)
  const pages = await printReport(employee, { ids: [third, second, first, third], lang: 'de' })
  const namesWithPageNumbers = pages.map(({ text }) => [
    text.match(/Nummer \d+\./)?.[0] ?? '',
    // '1 / 2', at the end of the page or before a space.
    text.match(/\d \/ \d(?= |$)/)?.[0],
  ])
  expect(namesWithPageNumbers).toEqual([
    ['Nummer 3.', '1 / 1'],
    ['Nummer 2.', '1 / 2'],
    ['', '2 / 2'],
    ['Nummer 1.', '1 / 1'],
  ])
  expect(pages[0]?.text).toContain('Es sind keine Zustandskontrollen erfasst. Bemerkungen')
})

test('keeps the order of over ten items, which are rendered in parts', async ({ employee }) => {
  const ids = await addNumberedItems(employee, 11)
  const pages = await printReport(employee, { ids, lang: 'en' })
  const names = pages.flatMap(({ text }) => text.match(/Nummer \d+\./)?.[0] ?? [])
  expect(names).toEqual(ids.map((_, index) => `Nummer ${index + 1}.`))
})

test('prints the latest 20 checks and 12 photos, and mentions the others', async ({
  employee,
  server,
}) => {
  const [checkCount, printedCheckCount, photoCount] = [22, 20, 13]
  const [checkedId, photographedId] = [await addItem(employee), await addItem(employee)]
  const today = toDay(server.clock.now())
  for (let index = 0; index < checkCount; index++) {
    const [day, remark] = [addDays(today, -index), `Kontrolle ${index}.`]
    await addCheck(employee, { itemId: checkedId, state: 'good', day, remark })
  }
  await addCheck(employee, { itemId: photographedId, state: 'good' }, photoCount)

  const pages = await printReport(employee, { ids: [checkedId, photographedId], lang: 'en' })
  const text = pages.map((page) => page.text).join(' ')
  expect(text.match(/Kontrolle \d+\./g)).toEqual(
    Array.from({ length: printedCheckCount }, (_, index) => `Kontrolle ${index}.`),
  )
  // One item has too many checks, the other too many photos.
  expect(text.match(/further checks or photos/g)).toHaveLength(2)
})

async function deleteMediaFiles({ dataDir }: TestServer, mediaName: string): Promise<void> {
  const folder = join(dataDir, 'media')
  const paths = (await readdir(folder, { recursive: true })).filter((path) =>
    path.includes(mediaName),
  )
  expect(paths).not.toEqual([])
  for (const path of paths) await rm(join(folder, path), { recursive: true, force: true })
}

test('prints long, non-Latin and odd remarks, and an item without its picture files', async ({
  employee,
  server,
}) => {
  const itemId = await addItem(employee, { name: '\u202e"<&>#panic()' })
  const [photoName = ''] = await addCheck(employee, { itemId, state: 'good' }, 1)
  await deleteMediaFiles(server, photoName)
  const remarks = [
    'x'.repeat(conditionLimits.remark),
    Array.from({ length: 400 }, (_, index) => `Zeile ${index}.`)
      .join('\n')
      .slice(0, 2_000),
    '絵の具の剥落 – הצבע מתקלף – الطلاء يتقشر 🚗 \u{1f9ff}',
  ]
  for (const remark of remarks) await addCheck(employee, { itemId, state: 'urgent', remark })
  const pages = await printReport(employee, { ids: [itemId], lang: 'fr' })
  const text = pages.map((page) => page.text).join(' ')
  expect(pages.length).toBeGreaterThan(4)
  for (const part of ['絵の具の剥落', 'Zeile 0.', 'Zeile 180.', 'Prêteur'])
    expect(text).toContain(part)
})

test('rejects archived and deleted items, invalid orders and visitors', async ({
  employee,
  server,
}) => {
  const itemId = await addItem(employee)
  const identifier = `LG-${crypto.randomUUID().slice(0, 8)}`
  const archivedId = await addItem(employee, { identifier })
  await employee.call(api.inventory.setArchived, {
    body: { itemIds: [archivedId], archived: true },
  })
  const attempts = [
    [
      { ids: [itemId, archivedId], lang: 'de' },
      404,
      `${identifier} is archived. Please restore it`,
    ],
    [{ ids: [itemId, 2_000_000], lang: 'de' }, 404, 'There is no such item. It may have been'],
    [{ ids: [], lang: 'de' }, 400, 'select at least one item'],
    [{ ids: Array.from({ length: 51 }, () => itemId), lang: 'de' }, 400, 'at most 50 items'],
    [{ ids: [itemId], lang: 'it' }, 400, 'lang'],
    [{ ids: [itemId], lang: 'de', photos: 3 }, 400, 'photos'],
  ] as const
  for (const [body, status, message] of attempts) {
    const answer = await requestReport(employee, body as unknown as ReportOrder)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(message)])
  }
  const order: ReportOrder = { ids: [itemId], lang: 'de' }
  expect((await requestReport(server, order)).status).toBe(401)
})

test('sends the report as a private download', async ({ employee }) => {
  const itemId = await addItem(employee)
  const answer = await requestReport(employee, { ids: [itemId], lang: 'de' })
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; .*Condition%20report\.pdf$/,
  )
})
