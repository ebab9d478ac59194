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

/** A sheet of small labels that no preset has, in millimetres; 60 labels on A4. */
const customSheet = {
  columns: 5,
  rows: 12,
  width: 38,
  height: 21,
  left: 10,
  top: 20,
  gapX: 0,
  gapY: 0,
}
/** A sheet of three tall labels, which take long texts. */
const tallSheet = {
  columns: 3,
  rows: 1,
  width: 62,
  height: 290,
  left: 10,
  top: 3,
  gapX: 0,
  gapY: 0,
}

const addItemWithLongText = (client: Client) =>
  addItem(client, {
    type_id: inventoryTypes.car.id,
    name: 'Wagen',
    description: generateProse(20_000),
  })

const listPrintedNames = (pages: readonly { text: string }[]) =>
  pages.map(({ text }) => text.match(/Wagen \d+/g) ?? [])

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
  for (const sheet of [...Object.values(labelSheets).map((kind) => kind.sheet), customSheet]) {
    const order = { type: 'car' as const, ids: [car], sheet }
    const [page, ...otherPages] = await printLabels(employee, order, { codes: true })
    expect(otherPages).toEqual([])
    expect(page).toMatchObject({ width: 210, height: 297, address: `${server.url}/car/${car}` })
    expect(page?.text).toMatch(/Martini #panic\(\) \$x\$ 16 HP 1904 · Phaeton/)
    // Identifier, keypad number, and the museum's name unless the label is too low.
    const ending = sheet === customSheet ? '$' : 'Le Manège'
    expect(page?.text).toMatch(new RegExp(`T-.* ${car} ?${ending}`))
  }
  const artOrder = { type: 'art' as const, ids: [art], sheet: customSheet }
  const [artPage] = await printLabels(employee, artOrder, { codes: true })
  expect(artPage?.address).toMatch(/\/art\/\d+$/)
  expect(artPage?.text).toContain('Kreise Sophie Taeuber-Arp')
})

test('prints labels of items without a name and of withdrawn items', async ({ employee }) => {
  const nameless = await addItemWithTags(employee, 'art', '')
  const withdrawn = await addItemWithTags(employee, 'art', 'Kreise')
  await employee.call(api.inventory.setPublic, { body: { itemId: withdrawn, public: false } })
  const [page] = await printLabels(employee, {
    type: 'art',
    ids: [nameless, withdrawn],
    sheet: labelSheets['four-cards'].sheet,
  })
  expect(page?.text).toMatch(/Artwork.*Kreise/s)
})

test('prints labels in the requested order, after the used positions', async ({ employee }) => {
  const ids: number[] = []
  for (let number = 1; number <= 10; number++)
    ids.push(await addItemWithTags(employee, 'car', `Wagen ${number}`))
  // Six of the eight positions on the first page are used.
  const { sheet } = labelSheets['two-by-four']
  const order = { type: 'car' as const, ids: ids.toReversed(), sheet, used: [0, 1, 2, 3, 4, 5] }
  expect(listPrintedNames(await printLabels(employee, order))).toEqual([
    ['Wagen 10', 'Wagen 9'],
    [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `Wagen ${number}`),
  ])
})

test('prints hundreds of labels in order, although they are rendered in parts', async ({
  employee,
}) => {
  const ids = [
    await addItemWithTags(employee, 'car', 'Wagen 1'),
    await addItemWithTags(employee, 'car', 'Wagen 2'),
  ]
  const labelsPerPage = customSheet.columns * customSheet.rows
  const freeOnFirstPage = 3
  const used = Array.from({ length: labelsPerPage - freeOnFirstPage }, (_, position) => position)
  // More than the 500 labels of a part.
  const labelCount = 510
  const indexes = Array.from({ length: labelCount }, (_, label) => label % ids.length)
  const pages = await printLabels(employee, {
    type: 'car',
    ids: indexes.map((index) => ids[index] ?? expect.fail()),
    sheet: customSheet,
    used,
  })
  const namesPerPage = listPrintedNames(pages)
  const fullPageCount = 8
  expect(namesPerPage.map((names) => names.length)).toEqual([
    freeOnFirstPage,
    ...Array(fullPageCount).fill(labelsPerPage),
    labelCount - freeOnFirstPage - fullPageCount * labelsPerPage,
  ])
  expect(namesPerPage.flat()).toEqual(indexes.map((index) => `Wagen ${index + 1}`))
})

test('rejects labels that can’t be printed, and says why', async ({ employee }) => {
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
  const unknownId = 999_999
  const artworkId = 101
  for (const ids of [[car, unknownId], [artworkId]]) {
    await expect(orderLabels({ type: 'car', ids, sheet })).rejects.toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Please reload the list') },
    })
  }
})

test('rejects labels with too much text, and says how many fit', async ({ employee }) => {
  const id = await addItemWithLongText(employee)
  const ids = Array.from({ length: 2_000 }, () => id)
  const rejected = await employee.send(api.papers.labels, {
    body: { type: 'car', ids, sheet: tallSheet },
  })
  expect(rejected.status).toBe(413)
  const { message } = (await rejected.json()) as { message: string }
  const [, maxCount] =
    /^These labels hold more text than fits into one PDF\. Please print at most (\d+) at once\.$/.exec(
      message,
    ) ?? []
  expect(Number(maxCount)).toBeGreaterThan(100)
})

test('cancels an order when its caller disconnects', async ({ server, employee }) => {
  const id = await addItemWithLongText(employee)
  /** Counts the child processes of this process, in which the server runs. */
  const countProcesses = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const otherProcesses = countProcesses()
  const caller = new AbortController()
  const printing = employee.fetch('/api/labels', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'car',
      ids: Array.from({ length: 100 }, () => id),
      sheet: tallSheet,
    }),
    signal: caller.signal,
  })
  let isPrinted = false
  const outcome = printing.then(
    () => {
      isPrinted = true
    },
    () => undefined,
  )
  await expect.poll(countProcesses, { timeout: 20_000, interval: 20 }).toBe(otherProcesses + 1)
  expect((await server.fetch(`/api/pdf-car/v7/${id}`)).status).toBe(200)
  expect(isPrinted).toBe(false)
  caller.abort()
  await outcome
  // The warm process of visitors' papers may still run.
  await expect.poll(countProcesses, { timeout: 20_000 }).toBeLessThanOrEqual(otherProcesses + 1)
})

const sendReport = (client: Client, report: string, lang: 'de' | 'fr' = 'de') => {
  const may2026 = { startDate: '2026-05-01', endDate: '2026-05-31' }
  return client.send(api.papers.report, { body: { report, lang, ...may2026 } })
}

async function printReport(client: Client, report: string, lang?: 'de' | 'fr') {
  const response = await sendReport(client, report, lang)
  expect(response.status).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

test('prints headings and lists of a report, and other markup as text', async ({ admin }) => {
  const [page] = await printReport(
    admin,
    '# \n\n## **\u200d**\n\n### Werkstatt\n\n- Öl **gewechselt**\n\n#panic() <b>x</b> 🚗',
  )
  expect(page?.text).toContain('Bericht: 1.–31. Mai 2026')
  expect(page?.text).toContain('Werkstatt • Öl gewechselt #panic() <b>x</b>')
})

test('prints a long report on several pages, and rejects an empty one', async ({ admin }) => {
  const paragraph = 'Ein Satz über den Tag. '.repeat(2_000)
  const wordWithoutEnd = '–'.repeat(90_000)
  const pages = await printReport(admin, `# Mai\n\n${paragraph}\n\n${wordWithoutEnd}`, 'fr')
  expect(pages.length).toBeGreaterThan(5)
  expect(pages[0]?.text).toContain('1–31 mai 2026')
  expect((await sendReport(admin, ' ')).status).toBe(400)
})
