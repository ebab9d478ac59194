import type { Browser } from '@playwright/test'
import { type FontName, readFont } from '../../apps/server/src/adapters/pdf/fonts.ts'
import { qrCodeAreas } from '../../apps/server/src/adapters/qr/qr-code.ts'
import { photograph } from '../../apps/server/test/photograph.ts'
import { launchChromium } from '../chromium.ts'
import { buildSheets } from './sheets.ts'

export interface PrintResult {
  /** Milliseconds of processor and of the clock for each page. */
  readonly cpu: number
  readonly wall: number
}

/** The same content printed by headless Chromium, a page of A4 for each car: all in one PDF, and one by one. */
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
        return route.fulfill({ contentType: 'image/jpeg', body: await photograph(Number(name)) })
      if (kind === 'font')
        return route.fulfill({ contentType: 'font/ttf', body: readFont(name as FontName) })
      const [from = 0, to = 0] = name.split('-').map(Number)
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: htmlOf(count, from, to),
      })
    })
    const print = async (from: number, to: number) => {
      await page.goto(`http://bench.example.org/cars/${from}-${to}`, { waitUntil: 'load' })
      await page.pdf({ format: 'A4', printBackground: true, tagged: true })
    }
    const measure = async (work: () => Promise<void>): Promise<PrintResult> => {
      const [before, started] = [await processor.used(), performance.now()]
      await work()
      return {
        cpu: ((await processor.used()) - before) / count,
        wall: (performance.now() - started) / count,
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

/** The processor time of all its processes. Those that print come and go, so it is read repeatedly. */
async function watchProcessor(browser: Browser) {
  const devtools = await browser.newBrowserCDPSession()
  const seen = new Map<number, number>()
  const look = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
    for (const { id, cpuTime } of processInfo) seen.set(id, cpuTime * 1_000)
  }
  const watch = setInterval(() => void look().catch(() => undefined), 50)
  return {
    async used(): Promise<number> {
      await look()
      return Array.from(seen.values()).reduce((sum, time) => sum + time, 0)
    },
    stop: () => clearInterval(watch),
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

function htmlOf(count: number, from: number, to: number): string {
  const sheets = buildSheets('car', count).slice(from, to)
  const articles = sheets.map(({ id, name, description, rows, url }) => {
    const { size, path } = qrCodeAreas(url)
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
