import { waitTwoFrames } from './layout.ts'
import { expect, test } from './vitrine.ts'

// Google rates up to 0.1 as good.
const maxShift = 0.02
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
      // The observer has counted every shift two frames after the scripts have run.
      await waitTwoFrames(page)
      expect(await page.evaluate<number>('shift'), path).toBeLessThanOrEqual(maxShift)
    }
    await context.close()
  })
}
