import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { fold, type ItemListEntry, signInStorageKey } from '@vitrine/contract'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../chromium.ts'
import { computeMedian, type Row, report } from '../report.ts'
import { generateRows } from './rows.ts'

/**
 * Types into the filter of a long list in a browser. Measures for each key how long scripts ran
 * until the results were painted, and how long a person waited for them.
 */
const lists = [{ rows: 20_000, slowestMs: 25, medianMs: 8 }]
const rounds = 3
// A word, a number, a word typed without its accent, and two words. Every key but the space changes
// the result.
const typedTexts = ['spi', '579', 'oe', 'pi 57']
const keys = typedTexts.flatMap((text) => [
  ...[...text].map((key) => ({ key, hasEffect: key !== ' ' })),
  ...[...text].reverse().map((removed) => ({ key: 'Backspace', hasEffect: removed !== ' ' })),
])
const queries = typedTexts.flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1)))

interface KeyFigures {
  readonly scriptMs: number
  readonly waitMs: number
}

build()
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
const server = spawnProgram('main.ts', [], { DATA_DIR: dataDir, PORT: '0' })
const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
const browser = await launchChromium()

try {
  const results: Row[] = []
  for (const { rows, slowestMs, medianMs } of lists) {
    const items = generateRows(rows)
    const page = await openList(items)
    const devtools = await page.context().newCDPSession(page)
    // Counts only the time of the thread, whatever else the machine does.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const keyFigures: KeyFigures[] = []
    for (let round = 0; round < rounds; round++) keyFigures.push(...(await typeAll(page, devtools)))
    const floor = await measureFloor(page, devtools, items)
    await page.context().close()

    const scriptTimes = keyFigures.map(({ scriptMs }) => scriptMs).sort((a, b) => a - b)
    const waits = keyFigures.map(({ waitMs }) => waitMs).sort((a, b) => a - b)
    const list = `${rows.toLocaleString('en')} rows`
    results.push(
      {
        what: `${list}, the slowest of ${keyFigures.length} keys`,
        figure: scriptTimes.at(-1) ?? 0,
        unit: 'ms of script',
        floor,
        target: { atMost: slowestMs },
        beside: { 'waited ms': waits.at(-1) ?? 0 },
      },
      {
        what: `${list}, the median key`,
        figure: computeMedian(scriptTimes),
        unit: 'ms of script',
        target: { atMost: medianMs },
        beside: { 'waited ms': computeMedian(waits) },
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
    tables: [{ title: 'list', rows: results }],
  })
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.waitForExit()
  await rm(dataDir, { recursive: true })
}

/** Opens the list of cars as a signed-in user, with these rows instead of the server's. */
async function openList(rows: readonly ItemListEntry[]): Promise<Page> {
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
  // Waits until the page is loaded and has written its address.
  await pause(page, 1_500)
  return page
}

async function typeAll(page: Page, devtools: CDPSession): Promise<KeyFigures[]> {
  const keyFigures: KeyFigures[] = []
  for (const { key, hasEffect } of keys) {
    if (!hasEffect) {
      await page.keyboard.press(key)
      continue
    }
    await page.evaluate('watchNextKey()')
    const before = await readScriptTime(devtools)
    await page.keyboard.press(key)
    const waitMs = await page.evaluate<number>('painted')
    keyFigures.push({ scriptMs: (await readScriptTime(devtools)) - before, waitMs })
    await pause(page, 450)
  }
  return keyFigures
}

/**
 * Measures the least work for a key, a scan of the texts of all rows; returns the slowest of many.
 */
async function measureFloor(
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
      const before = await readScriptTime(devtools)
      // Run as a task of the page, because evaluation by the protocol is not counted.
      await texts.evaluate(
        (all, text) =>
          new Promise((resolve) =>
            setTimeout(() => resolve(all.filter((row) => row.includes(text)).length)),
          ),
        query,
      )
      slowest = Math.max(slowest, (await readScriptTime(devtools)) - before)
    }
  }
  return slowest
}

async function readScriptTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}

function pause(page: Page, milliseconds: number): Promise<unknown> {
  return page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), milliseconds)
}
