// @module-tag sqlite

import { api, inventoryTypes, type LabelRequest, labelSheets } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { generateProse } from '../../../test/generate-prose.ts'
import { addItem } from '../../../test/inventory.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { test } from '../../../test/server.ts'

async function addItemWithTags(
  client: Client,
  type: 'car' | 'art',
  name: string,
  tags: Record<string, string> = {},
) {
  const id = await addItem(client, {
    type_id: inventoryTypes[type].id,
    name,
    description: 'Ein Satz.',
  })
  await client.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  return id
}

type LabelOrder = Omit<LabelRequest, 'used'> & { used?: number[] }

async function printLabels(client: Client, body: LabelOrder, { codes = false } = {}) {
  const response = await client.send(api.papers.labels, { body })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return readPdf(new Uint8Array(await response.arrayBuffer()), { codes })
}

test('prints item and code on labels of every sheet', {
  tags: ['only-with-all'],
}, async ({ server, employee }) => {
  const car = await addItemWithTags(employee, 'car', 'Martini #panic() $x$ 16 HP', {
    year: '1904',
    body: 'Phaeton',
  })
  const art = await addItemWithTags(employee, 'art', 'Kreise', { artist: 'Sophie Taeuber-Arp' })
  const own = { columns: 5, rows: 12, width: 38, height: 21, left: 10, top: 20, gapX: 0, gapY: 0 }
  const sheets = [...Object.values(labelSheets).map((kind) => kind.sheet), own]
  for (const sheet of sheets) {
    const [ofCar, ...others] = await printLabels(
      employee,
      { type: 'car', ids: [car], sheet },
      { codes: true },
    )
    expect(others).toEqual([])
    expect(ofCar).toMatchObject({ width: 210, height: 297, address: `${server.url}/car/${car}` })
    expect(ofCar?.text).toMatch(/Martini #panic\(\) \$x\$ 16 HP 1904 · Phaeton/)
    // Identifier and keypad number.
    expect(ofCar?.text).toMatch(new RegExp(`T-.* ${car} ?${sheet === own ? '$' : 'Le Manège'}`))
  }
  const [ofArt] = await printLabels(
    employee,
    { type: 'art', ids: [art], sheet: own },
    { codes: true },
  )
  expect(ofArt?.address).toMatch(/\/art\/\d+$/)
  expect(ofArt?.text).toContain('Kreise Sophie Taeuber-Arp')
})

test('prints labels of items without a name and of withdrawn items', async ({ employee }) => {
  const ids = [
    await addItemWithTags(employee, 'art', ''),
    await addItemWithTags(employee, 'art', 'Kreise'),
  ]
  await employee.call(api.inventory.setPublic, { body: { itemId: ids[1] ?? 0, public: false } })
  const [page] = await printLabels(employee, {
    type: 'art',
    ids,
    sheet: labelSheets['four-cards'].sheet,
  })
  expect(page?.text).toMatch(/Artwork.*Kreise/s)
})

test('prints labels in the requested order, after the used positions', async ({ employee }) => {
  const ids: number[] = []
  for (let index = 1; index <= 10; index++)
    ids.push(await addItemWithTags(employee, 'car', `Wagen ${index}`))
  const { sheet } = labelSheets['two-by-four']
  const pages = await printLabels(employee, {
    type: 'car',
    ids: ids.toReversed(),
    sheet,
    used: [0, 1, 2, 3, 4, 5],
  })
  expect(pages.map(({ text }) => text.match(/Wagen \d+/g))).toEqual([
    ['Wagen 10', 'Wagen 9'],
    [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `Wagen ${number}`),
  ])
  // So many labels are rendered in parts.
  const small = { columns: 5, rows: 12, width: 38, height: 21, left: 10, top: 20, gapX: 0, gapY: 0 }
  const many = Array.from({ length: 510 }, (_, label) => ids[label % 10] ?? 0)
  const used = Array.from({ length: 57 }, (_, position) => position)
  const printed = await printLabels(employee, { type: 'car', ids: many, sheet: small, used })
  expect(printed.map(({ text }) => text.match(/Wagen \d+/g)?.length)).toEqual([
    3,
    ...Array(8).fill(60),
    27,
  ])
  expect(printed.flatMap(({ text }) => text.match(/Wagen \d+/g))).toEqual(
    many.map((id) => `Wagen ${ids.indexOf(id) + 1}`),
  )
})

test('rejects an order that can’t be printed with the reason', async ({ employee }) => {
  const car = await addItemWithTags(employee, 'car', 'Wagen')
  const { sheet } = labelSheets['two-by-four']
  const orderLabels = (body: LabelOrder) => employee.call(api.papers.labels, { body })
  await expect(orderLabels({ type: 'car', ids: [], sheet })).rejects.toMatchObject({ status: 400 })
  await expect(orderLabels({ type: 'car', ids: [car], sheet, used: [8] })).rejects.toMatchObject({
    status: 400,
  })
  await expect(
    orderLabels({ type: 'car', ids: [car], sheet: { ...sheet, width: 200 } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { sheet: expect.stringContaining('wider than the page') } } },
  })
  for (const ids of [[car, 999_999], [101]]) {
    await expect(orderLabels({ type: 'car', ids, sheet })).rejects.toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Please reload the list') },
    })
  }
})

test('rejects labels with too much text, and says how many fit', async ({ employee }) => {
  const id = await addItem(employee, {
    type_id: 1,
    name: 'Wagen',
    description: generateProse(20_000),
  })
  const sheet = { columns: 3, rows: 1, width: 62, height: 290, left: 10, top: 3, gapX: 0, gapY: 0 }
  const order = { type: 'car' as const, ids: Array.from({ length: 2_000 }, () => id), sheet }
  const refused = await employee.send(api.papers.labels, { body: order })
  expect(refused.status).toBe(413)
  const { message } = (await refused.json()) as { message: string }
  expect(message).toMatch(
    /^These labels hold more text than fits into one PDF\. Please print at most \d+ at once\.$/,
  )
  expect(Number(/at most (\d+)/.exec(message)?.[1])).toBeGreaterThan(100)
})

test('cancels an order when its caller disconnects', async ({ server, employee }) => {
  const id = await addItem(employee, {
    type_id: 1,
    name: 'Wagen',
    description: generateProse(20_000),
  })
  const sheet = { columns: 3, rows: 1, width: 62, height: 290, left: 10, top: 3, gapX: 0, gapY: 0 }
  const countProcesses = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const others = countProcesses()
  const leave = new AbortController()
  const printing = employee.fetch('/api/labels', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'car', ids: Array.from({ length: 100 }, () => id), sheet }),
    signal: leave.signal,
  })
  let isPrinted = false
  const outcome = printing.then(
    () => {
      isPrinted = true
    },
    () => undefined,
  )
  await expect.poll(countProcesses, { timeout: 20_000, interval: 20 }).toBe(others + 1)
  expect((await server.fetch(`/api/pdf-car/v7/${id}`)).status).toBe(200)
  expect(isPrinted).toBe(false)
  leave.abort()
  await outcome
  // The warm process of visitors' papers may still run.
  await expect.poll(countProcesses, { timeout: 20_000 }).toBeLessThanOrEqual(others + 1)
})

test('prints a report with headings and lists, whatever it contains', async ({ admin }) => {
  const times = { startDate: '2026-05-01', endDate: '2026-05-31' }
  const printReport = async (report: string, lang: 'de' | 'fr' = 'de') => {
    const response = await admin.send(api.papers.report, { body: { report, lang, ...times } })
    expect(response.status).toBe(200)
    return readPdf(new Uint8Array(await response.arrayBuffer()))
  }
  const [page] = await printReport(
    '# \n\n## **\u200d**\n\n### Werkstatt\n\n- Öl **gewechselt**\n\n#panic() <b>x</b> 🚗',
  )
  expect(page?.text).toContain('Bericht: 1.–31. Mai 2026')
  expect(page?.text).toContain('Werkstatt • Öl gewechselt #panic() <b>x</b>')
  const long = await printReport(
    `# Mai\n\n${'Ein Satz über den Tag. '.repeat(2_000)}\n\n${'–'.repeat(90_000)}`,
    'fr',
  )
  expect(long.length).toBeGreaterThan(5)
  expect(long[0]?.text).toContain('1–31 mai 2026')
  await expect(
    admin.call(api.papers.report, { body: { report: ' ', lang: 'de', ...times } }),
  ).rejects.toMatchObject({
    status: 400,
  })
})
