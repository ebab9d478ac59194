import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { fold, type ItemListEntry, signInStorageKey } from '@vitrine/contract'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../chromium.ts'
import { median, type Row, report } from '../report.ts'
import { generateRows } from './rows.ts'

/**
 * Types into the filter of a long list in a real browser and measures, key by key, how long scripts ran until the
 * rows found were painted, and how long a person waited for them.
 */
const lists = [{ rows: 20_000, slowest: 25, median: 8 }]
const rounds = 3
// Every key changes the result, but for the space: a word, a number, an accent that is not typed, two words.
const typed = ['spi', '579', 'oe', 'pi 57']
const keys = typed.flatMap((text) => [
  ...[...text].map((key) => ({ key, finds: key !== ' ' })),
  ...[...text].reverse().map((gone) => ({ key: 'Backspace', finds: gone !== ' ' })),
])
const queries = typed.flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1)))

interface Measured {
  readonly script: number
  readonly wait: number
}

build()
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
const server = spawnProgram('main.ts', [], { DATA_DIR: dataDir, PORT: '0' })
const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
const browser = await launchChromium()

try {
  const found: Row[] = []
  for (const { rows, slowest, median: usual } of lists) {
    const items = generateRows(rows)
    const page = await pageWith(items)
    const devtools = await page.context().newCDPSession(page)
    // The thread's own time, without other work on the machine.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round++) measured.push(...(await typeAll(page, devtools)))
    const floor = await lookThrough(page, devtools, items)
    await page.context().close()

    const script = measured.map((key) => key.script).sort((a, b) => a - b)
    const wait = measured.map((key) => key.wait).sort((a, b) => a - b)
    const list = `${rows.toLocaleString('en')} rows`
    found.push(
      {
        what: `${list}, the slowest of ${measured.length} keys`,
        figure: script.at(-1) ?? 0,
        unit: 'ms of script',
        floor,
        target: { atMost: slowest },
        beside: { 'waited ms': wait.at(-1) ?? 0 },
      },
      {
        what: `${list}, the median key`,
        figure: median(script),
        unit: 'ms of script',
        target: { atMost: usual },
        beside: { 'waited ms': median(wait) },
      },
    )
  }
  report({
    title: 'Filter in the browser',
    text: [
      'Keys typed into the filter of a long list in Chromium (accents folded, words in any order): how long scripts ran until the rows found were painted',
      '(time of the thread, whatever else the machine does), and how long the person waited. The floor, in the same page, is',
      'the slowest of as many bare loops that look through the texts of all rows for what is typed, and draw nothing.',
    ].join('\n'),
    tables: [{ title: 'list', rows: found }],
  })
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.waitForExit()
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
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    signInStorageKey,
    await info.text(),
  ] as const)
  await page.addInitScript({ path: fileURLToPath(new URL('in-page.js', import.meta.url)) })
  const body = JSON.stringify(rows)
  await page.route('**/api/inventory/cars', (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  )
  await page.goto(`${url}/inventory/car`)
  await page.getByLabel('Filter the items').click()
  // Loading is over, and so is the pause after which the address is written.
  await idle(page, 1_500)
  return page
}

async function typeAll(page: Page, devtools: CDPSession): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const { key, finds } of keys) {
    if (!finds) {
      await page.keyboard.press(key)
      continue
    }
    await page.evaluate('watchNextKey()')
    const before = await scriptTime(devtools)
    await page.keyboard.press(key)
    const wait = await page.evaluate<number>('painted')
    measured.push({ script: (await scriptTime(devtools)) - before, wait })
    await idle(page, 450)
  }
  return measured
}

/** The least work for a key: scanning the texts of all rows. The slowest of many, as for the keys. */
async function lookThrough(
  page: Page,
  devtools: CDPSession,
  rows: readonly ItemListEntry[],
): Promise<number> {
  const texts = await page.evaluateHandle(
    (lines) => lines.split('\n'),
    rows.map((row) => fold(Object.values(row).join(' '))).join('\n'),
  )
  let slowest = 0
  for (let round = 0; round < 2 * rounds; round++) {
    for (const query of queries) {
      const before = await scriptTime(devtools)
      // As a task of the page: evaluation by the protocol is not counted.
      await texts.evaluate(
        (all, typed) =>
          new Promise((resolve) =>
            setTimeout(() => resolve(all.filter((text) => text.includes(typed)).length)),
          ),
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
