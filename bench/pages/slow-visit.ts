import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

// Chromium's preset of this name.
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}
const processorSlowdown = 4

interface Visitor {
  readonly device: BrowserContextOptions
  /** Content of the local storage. */
  readonly storage?: Record<string, string>
}

/**
 * Makes a first visit with an empty cache, an emulated Slow 4G and a processor four times slower
 * than this one.
 */
export async function visitSlowly<T>(
  browser: Browser,
  { device, storage = {} }: Visitor,
  visit: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(device)
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(storage))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  try {
    return await visit(page, devtools)
  } finally {
    await context.close()
  }
}
