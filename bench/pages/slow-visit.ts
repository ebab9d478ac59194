import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

// Chromium's own preset of that name.
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}
const slowerProcessor = 4

interface Visitor {
  readonly device: BrowserContextOptions
  /** The browser's local storage. */
  readonly stored?: Record<string, string>
}

/** A first visit with an empty cache, on an emulated Slow 4G with a processor four times slower than this one. */
export async function visitSlowly<T>(
  browser: Browser,
  { device, stored = {} }: Visitor,
  visit: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(device)
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(stored))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  try {
    return await visit(page, devtools)
  } finally {
    await context.close()
  }
}
