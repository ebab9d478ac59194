import { waitTwoFrames } from './layout.ts'
import { expect, test } from './vitrine.ts'

// A fifth of the cumulative layout shift that Google rates as good.
const maxShift = 0.02
const scriptDelayMs = 300

const paths = [
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

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

// Most visitors read these pages on a phone.
for (const { name, device, tag } of [
  { name: 'a phone', device: phone, tag: [] },
  { name: 'a desktop', device: desktop, tag: '@only-with-all' },
]) {
  test(`public pages do not shift on ${name} when scripts arrive late`, { tag }, async ({
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
      window.totalShift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) totalShift += value })
        .observe({ type: 'layout-shift', buffered: true })`)
    for (const path of paths) {
      await page.goto(path)
      // The observer has counted every shift two frames after the scripts have run.
      await waitTwoFrames(page)
      expect(await page.evaluate<number>('totalShift'), path).toBeLessThanOrEqual(maxShift)
    }
    await context.close()
  })
}
