import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

/** The browser that benches measure in. Its sandbox refuses root. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
