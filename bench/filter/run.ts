import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { type ItemListEntry, signInKey } from '@vitrine/contract'
import { run } from '../../apps/server/test/process.ts'
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../chromium.ts'
import { median } from '../median.ts'
import { type Row, report } from '../report.ts'
import { generatedRows } from './rows.ts'

/**
 * Types into the filter of a long list in a real browser and measures, key by key, how long scripts ran until the
 * rows found were painted, and how long a person waited for them.
 */
const lists = [
  { rows: 10_000, target: 16 },
  { rows: 100_000, target: 50 },
]
const rounds = 3
const back = (times: number) => Array<string>(times).fill('Backspace')
// Every one of them changes what is found. `queries` are what they leave in the field.
const keys = [...'spi', ...back(3), ...'579', ...back(3)]
const queries = ['s', 'sp', 'spi', '5', '57', '579']

interface Measured {
  readonly script: number
  readonly wait: number
}

build()
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
const server = run('main.ts', [], { DATA_DIR: dataDir, PORT: '0' })
const [, url = ''] = await server.wrote(/serves at (\S+)/)
const browser = await launchChromium()

try {
  const found: Row[] = []
  for (const { rows, target } of lists) {
    const items = generatedRows(rows)
    const page = await pageWith(items)
    const devtools = await page.context().newCDPSession(page)
    // The thread's own time: what others do on the machine meanwhile does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round++) measured.push(...(await typeAll(page, devtools)))
    const floor = await lookThrough(page, devtools, items)
    await page.context().close()

    const script = measured.map((key) => key.script).sort((a, b) => a - b)
    const wait = measured.map((key) => key.wait).sort((a, b) => a - b)
    found.push({
      what: `${rows.toLocaleString('en')} rows, the slowest of ${measured.length} keys`,
      figure: script.at(-1) ?? 0,
      unit: 'ms of script',
      floor,
      target: { atMost: target },
      beside: { 'median key': median(script), 'waited ms: median': median(wait), 'waited ms: most': wait.at(-1) ?? 0 },
    })
  }
  report({
    title: 'Filter in the browser',
    text: [
      'Keys typed into the filter of a long list in Chromium: how long scripts ran until the rows found were painted',
      '(time of the thread, whatever else the machine does), and how long the person waited. The floor, in the same page, is',
      'the slowest of as many bare loops that look through the texts of all rows for what is typed, and draw nothing.',
    ].join('\n'),
    tables: [{ title: 'list', rows: found }],
  })
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.exit()
  await rm(dataDir, { recursive: true })
}

/** The list of cars, signed in, with these rows in place of the server's. */
async function pageWith(rows: readonly ItemListEntry[]): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const info = await fetch(`${url}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'employee@example.org', password: 'vitrine-demo' }),
  })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [signInKey, await info.text()] as const)
  await page.addInitScript({ path: fileURLToPath(new URL('in-page.js', import.meta.url)) })
  const body = JSON.stringify(rows)
  await page.route('**/api/inventory/cars', (route) => route.fulfill({ contentType: 'application/json', body }))
  await page.goto(`${url}/inventory/car`)
  await page.getByLabel('Filter the items').click()
  // Everything that follows loading is over, and the pause after which the address is written.
  await idle(page, 1_500)
  return page
}

async function typeAll(page: Page, devtools: CDPSession): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const key of keys) {
    await page.evaluate('watchNextKey()')
    const before = await scriptTime(devtools)
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    const wait = await page.evaluate<number>('painted')
    measured.push({ script: (await scriptTime(devtools)) - before, wait })
    await idle(page, 450)
  }
  for (let key = 0; key < keys.length; key++) await page.keyboard.press('Backspace')
  await idle(page, 600)
  return measured
}

/** The least there is to do for a key: to look through the texts of all rows. The slowest of many, as for the keys. */
async function lookThrough(page: Page, devtools: CDPSession, rows: readonly ItemListEntry[]): Promise<number> {
  const texts = await page.evaluateHandle(
    (lines) => lines.split('\n'),
    rows.map((row) => Object.values(row).join(' ').toLowerCase()).join('\n'),
  )
  let slowest = 0
  for (let round = 0; round < 2 * rounds; round++) {
    for (const query of queries) {
      const before = await scriptTime(devtools)
      // As a task of the page: what the protocol itself evaluates is not counted.
      await texts.evaluate(
        (all, typed) =>
          new Promise((resolve) => setTimeout(() => resolve(all.filter((text) => text.includes(typed)).length))),
        query,
      )
      slowest = Math.max(slowest, (await scriptTime(devtools)) - before)
    }
  }
  return slowest
}

async function scriptTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}

function idle(page: Page, milliseconds: number): Promise<unknown> {
  return page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), milliseconds)
}
