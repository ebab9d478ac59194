import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Chromium's sandbox refuses root; the rest keeps it from calling home.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A stalled machine is no fault of the software; `npm test` names the stories that needed the second try.
  retries: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // `npm test` counts from the second report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: [...sandbox, ...quiet] },
  },
})
