import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { spawnProgram } from '../../apps/server/test/process.ts'
import { build } from '../../scripts/build.mjs'
import { launchChromium } from '../chromium.ts'
import { computeMedian, type Row, report } from '../report.ts'
import { startBareServer } from './bare-server.ts'
import { visitSlowly } from './slow-visit.ts'
import { measureList } from './staff-list.ts'

/**
 * Opens public pages of the demo as on a visitor's phone, and a list as staff do. Measures how much
 * is loaded and when the important parts appear, with an empty cache, an emulated Slow 4G, and a
 * processor four times slower than this one.
 */
const targets = { kilobytes: 7, lcp: 1_500, cls: 0 }
const rounds = 5
const paths = {
  car: '/car/1',
  'car in German': '/car/1?lang=de',
  'artwork with a recording': '/art/1',
}
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
}

interface PageVisit {
  /** Largest contentful paint, in milliseconds. */
  readonly lcp: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Element of the largest paint. */
  readonly what: string
  /** Size of the picture in bytes. */
  readonly picture: number
}

build()
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
const variables = { DATA_DIR: dataDir, PORT: '0', SEED: 'demo' }
const browser = await launchChromium()

try {
  // Renders every size in advance, so that nothing else runs during the measurement.
  for (const args of [
    ['seed', 'demo'],
    ['check', '--repair'],
  ]) {
    const cli = spawnProgram('cli.ts', args, variables)
    if ((await cli.waitForExit()) !== 0) throw new Error(cli.output())
  }
  await withServer(async (url) => {
    const rows: Row[] = []
    const bare = await startBareServer(url)
    for (const [title, path] of Object.entries(paths))
      rows.push(...(await measurePage(title, url + path, bare.url + path)))
    const staff = await measureList(browser, { url, bareUrl: bare.url, rounds })
    bare.close()
    report({
      title: 'First visits on a slow connection',
      text: [
        `Chromium on an emulated Slow 4G and a processor four times slower than this one, with nothing cached; the median of`,
        `${rounds} first visits. The floor is the same visit to a bare \`node:http\` that has the same bytes in memory, in turns.`,
        'Others at work on the machine slow these pages down fourfold.',
      ].join('\n'),
      tables: [
        { title: 'page', rows },
        { title: 'staff app on a computer, signed in', rows: staff },
      ],
    })
  })
} finally {
  await browser.close()
  await rm(dataDir, { recursive: true })
}

async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = spawnProgram('main.ts', [], variables)
  try {
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    return await work(url)
  } finally {
    server.child.kill('SIGTERM')
    await server.waitForExit()
  }
}

async function measurePage(title: string, address: string, bareAddress: string): Promise<Row[]> {
  const kilobytes = (await fetchCompressedSize(address)) / 1024
  const visits: PageVisit[] = []
  const bareVisits: PageVisit[] = []
  // Fills the cache of the bare server.
  await visit(bareAddress)
  for (let round = 0; round < rounds; round++) {
    visits.push(await visit(address))
    bareVisits.push(await visit(bareAddress))
  }
  const picture = computeMedian(visits.map(({ picture }) => picture)) / 1024
  return [
    {
      what: `${title}: HTML and style, brotli`,
      figure: kilobytes,
      unit: 'KB',
      target: { atMost: targets.kilobytes },
    },
    {
      what: `${title}: largest paint (${visits[0]?.what})`,
      figure: computeMedian(visits.map(({ lcp }) => lcp)),
      unit: 'ms',
      floor: computeMedian(bareVisits.map(({ lcp }) => lcp)),
      target: { atMost: targets.lcp },
      beside: { 'picture KB': picture, 'fastest ms': Math.min(...visits.map(({ lcp }) => lcp)) },
    },
    {
      what: `${title}: layout shift`,
      figure: Math.max(...visits.map(({ cls }) => cls)),
      unit: '',
      target: { atMost: targets.cls },
    },
  ]
}

async function fetchCompressedSize(address: string): Promise<number> {
  const response = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  return Number(response.headers.get('content-length'))
}

function visit(address: string): Promise<PageVisit> {
  return visitSlowly(browser, { device: phone }, async (page) => {
    await page.goto(address)
    return readPaints(page)
  })
}

function readPaints(page: Page): Promise<PageVisit> {
  return page.evaluate(`(async () => {
    const seen = (type) => new Promise((resolve) => {
      const entries = []
      new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve(entries), 1500)
    })
    const last = (await seen('largest-contentful-paint')).at(-1)
    const shifts = await seen('layout-shift')
    const picture = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/image/'))
    return {
      lcp: last.startTime,
      cls: shifts.reduce((sum, { value }) => sum + value, 0),
      what: last.element?.localName ?? '',
      picture: picture?.encodedBodySize ?? 0,
    }
  })()`)
}
