import { expect, test } from './vitrine.ts'

// What Google counts as good is 0.1.
const largest = 0.02
const scriptDelayMs = 300

const pages = [
  '/manege',
  '/grange',
  '/grange?number=hodler',
  '/car/1',
  '/art/1',
  '/art/7',
  '/art/99999',
  '/save-the-date',
  '/ask/car/1',
]

const windows = [
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { viewport: { width: 1440, height: 900 } },
]

for (const device of windows) {
  test(`public pages do not shift when scripts arrive late, at ${device.viewport.width} px`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ ...device, locale: 'en', baseURL: server.url })
    const page = await context.newPage()
    await page.route('**/public/*.js*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, scriptDelayMs))
      await route.continue()
    })
    await page.addInitScript(`
      window.shift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
        .observe({ type: 'layout-shift', buffered: true })`)
    for (const path of pages) {
      await page.goto(path)
      // Two frames after the scripts have run, every move is counted.
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
      )
      expect(await page.evaluate<number>('shift'), path).toBeLessThanOrEqual(largest)
    }
    await context.close()
  })
}
