import { chromium } from '@playwright/test'
import { photograph } from '../../apps/server/test/photograph.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { manySheets } from './sheets.ts'

export interface Printed {
  /** Milliseconds of processor and of the clock for each page. */
  readonly cpu: number
  readonly wall: number
}

/** The same content printed by headless Chromium: one page of A4 for each car, all in one PDF. */
export async function printInChromium(count: number): Promise<Printed> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const devtools = await browser.newBrowserCDPSession()
    const cpu = async () => {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
      return processInfo.reduce((sum, one) => sum + one.cpuTime, 0) * 1_000
    }
    const page = await browser.newPage()
    await page.route('**/*', async (route) => {
      const [, picture] = /photograph-(\d+)/.exec(route.request().url()) ?? []
      return picture
        ? route.fulfill({ contentType: 'image/jpeg', body: await photograph(Number(picture)) })
        : route.fulfill({ contentType: 'text/html; charset=utf-8', body: htmlOf(count) })
    })
    const [before, started] = [await cpu(), performance.now()]
    await page.goto('http://bench.example.org/', { waitUntil: 'load' })
    await page.pdf({ format: 'A4', printBackground: true, tagged: true })
    return { cpu: ((await cpu()) - before) / count, wall: (performance.now() - started) / count }
  } finally {
    await browser.close()
  }
}

const style = `
  body { margin: 0; font: 10.5pt/1.4 'Liberation Serif', serif; }
  article { break-after: page; height: 290mm; padding: 14mm 18mm; box-sizing: border-box; overflow: hidden; }
  h1 { font-weight: 400; font-size: 32pt; margin: 0 0 6mm; }
  img { width: 174mm; height: 130mm; display: block; margin-bottom: 6mm; }
  div { display: flex; gap: 10mm; }
  table { width: 62mm; font: 8.5pt 'Liberation Sans', sans-serif; border-collapse: collapse; }
  td { border-bottom: 0.3pt solid #ddd; vertical-align: top; }
  section { width: 102mm; text-align: justify; hyphens: auto; }`

const htmlOf = (count: number) => {
  const articles = manySheets('car', count).map(({ id, name, description, rows }) => {
    const facts = rows.map(({ label, value }) => `<tr><th scope="row">${label}</th><td>${value}</td></tr>`).join('')
    const text = description.split('\n\n').map((paragraph) => `<p>${paragraph}</p>`)
    return `<article><h1>${name}</h1><img alt="${name}" src="/photograph-${id}.jpg">
      <div><table>${facts}</table><section lang="fr">${text.join('')}</section></div></article>`
  })
  return `<!doctype html><html lang="en"><title>Bench</title><style>${style}</style>${articles.join('')}`
}
