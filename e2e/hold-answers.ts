import { setTimeout } from 'node:timers/promises'
import type { Request } from '@playwright/test'
import { waitTwoFrames } from './layout.ts'
import { expect, type Page } from './vitrine.ts'

const delayStepMs = 100

/**
 * Holds back the server's answers, and releases them one after the other. `page.route` would turn
 * off the browser's cache, so that every page compiles all scripts again.
 */
export async function holdAnswers(page: Page) {
  let gate = Promise.withResolvers<void>()
  let pendingCount = 0
  let releasedCount = 0
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', async ({ requestId }) => {
    await gate.promise
    // Different delays change the order of the answers.
    await setTimeout(delayStepMs * (releasedCount++ % 5))
    // A closed page sends no more requests.
    await devtools.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  const isApiCall = (request: Request) => request.url().includes('/api/')
  page.on('request', (request) => isApiCall(request) && pendingCount++)
  page.on('requestfinished', (request) => isApiCall(request) && pendingCount--)
  page.on('requestfailed', (request) => isApiCall(request) && pendingCount--)
  return {
    /** Holds back all answers from now on. */
    hold() {
      gate.resolve()
      gate = Promise.withResolvers()
      pendingCount = 0
    },
    /** Lets the answers through, one after the other. */
    release: () => gate.resolve(),
    /** Waits until all answers have arrived and are drawn. */
    async untilSettled() {
      await expect.poll(() => pendingCount <= 0, { intervals: [50] }).toBe(true)
      await waitTwoFrames(page)
    },
  }
}
