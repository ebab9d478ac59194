import type { Browser } from '@playwright/test'
import { type FontName, readFont } from '../../apps/server/src/adapters/pdf/fonts.ts'
import { drawQrCode } from '../../apps/server/src/adapters/qr/qr-code.ts'
import { createPhotograph } from '../../apps/server/test/photograph.ts'
import { launchChromium } from '../chromium.ts'
import { buildSheets } from './sheets.ts'

export interface PrintResult {
  /** CPU time per page. */
  readonly cpuMs: number
  /** Elapsed time per page. */
  readonly wallMs: number
}

/**
 * Prints the same content with headless Chromium, an A4 page per car: all in one PDF, and one by
 * one.
 */
export async function printInChromium(
  count: number,
): Promise<{ together: PrintResult; alone: PrintResult }> {
  const browser = await launchChromium()
  const processor = await watchProcessor(browser)
  try {
    const page = await browser.newPage()
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url())
      const [, kind, name = ''] = /^\/(photograph|font|cars)\/(.*)$/.exec(pathname) ?? []
      if (kind === 'photograph')
        return route.fulfill({
          contentType: 'image/jpeg',
          body: await createPhotograph(Number(name)),
        })
      if (kind === 'font')
        return route.fulfill({ contentType: 'font/ttf', body: readFont(name as FontName) })
      const [from = 0, to = 0] = name.split('-').map(Number)
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: renderHtml(count, from, to),
      })
    })
    const print = async (from: number, to: number) => {
      await page.goto(`http://bench.example.org/cars/${from}-${to}`, { waitUntil: 'load' })
      await page.pdf({ format: 'A4', printBackground: true, tagged: true })
    }
    const measure = async (work: () => Promise<void>): Promise<PrintResult> => {
      const before = await processor.readTimeMs()
      const startedAt = performance.now()
      await work()
      return {
        cpuMs: ((await processor.readTimeMs()) - before) / count,
        wallMs: (performance.now() - startedAt) / count,
      }
    }
    await print(0, 1)
    const together = await measure(() => print(0, count))
    const alone = await measure(async () => {
      for (let car = 0; car < count; car++) await print(car, car + 1)
    })
    return { together, alone }
  } finally {
    processor.stop()
    await browser.close()
  }
}

/**
 * Sums the CPU time of Chromium's processes. Sampled repeatedly, because those that print come and
 * go.
 */
async function watchProcessor(browser: Browser) {
  const devtools = await browser.newBrowserCDPSession()
  const timesById = new Map<number, number>()
  const sample = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    for (const { id, cpuTime } of processInfo) timesById.set(id, cpuTime * 1_000)
  }
  const sampling = setInterval(() => void sample().catch(() => undefined), 50)
  return {
    async readTimeMs(): Promise<number> {
      await sample()
      return Array.from(timesById.values()).reduce((sum, time) => sum + time, 0)
    },
    stop: () => clearInterval(sampling),
  }
}

const style = `
  @font-face { font-family: Serif; src: url(/font/serif); }
  @font-face { font-family: Sans; src: url(/font/sans); }
  body { margin: 0; font: 10.5pt/1.4 Serif; }
  article { break-after: page; height: 290mm; padding: 14mm 18mm; box-sizing: border-box; overflow: hidden; }
  h1 { font-weight: 400; font-size: 32pt; margin: 0 0 6mm; }
  img { width: 174mm; height: 130mm; display: block; margin-bottom: 6mm; }
  div { display: flex; gap: 10mm; }
  table { width: 62mm; font: 8.5pt Sans; border-collapse: collapse; }
  td { border-bottom: 0.3pt solid #ddd; vertical-align: top; }
  svg { float: right; width: 24mm; }
  section { width: 102mm; text-align: justify; hyphens: auto; }`

function renderHtml(count: number, from: number, to: number): string {
  const sheets = buildSheets('car', count).slice(from, to)
  const articles = sheets.map(({ id, name, description, rows, url }) => {
    const { size, path } = drawQrCode(url)
    const facts = rows.map(
      ({ label, value }) => `<tr><th scope="row">${label}</th><td>${value}</td></tr>`,
    )
    const text = description.split('\n\n').map((paragraph) => `<p>${paragraph}</p>`)
    return `<article><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code"><path d="${path}"/></svg>
      <h1>${name}</h1><img alt="${name}" src="/photograph/${id}">
      <div><table>${facts.join('')}</table><section lang="fr">${text.join('')}</section></div></article>`
  })
  return `<!doctype html><html lang="en"><title>Bench</title><style>${style}</style>${articles.join('')}`
}
