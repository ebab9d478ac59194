import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { writeFontConfig } from './e2e/fonts.ts'
import { findTestBrowser } from './scripts/chromium.mjs'
import { useMemoryForTempFiles } from './test/memory.ts'

useMemoryForTempFiles()

// Chromium's sandbox refuses root, and without it processes need no zygote: a fifth less work.
const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox', '--no-zygote'] : []
// Pages of one server share a process (`shared` in e2e/vitrine.ts).
const processArgs = ['--process-per-site']
// Keeps the browser from requests and work of its own.
const quietArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

// Every machine has other fonts, and without a locale Chromium can't write the names of files.
const { LC_ALL: _, ...environment } = process.env
const browserEnvironment = { ...environment, LANG: 'C.UTF-8', FONTCONFIG_FILE: writeFontConfig() }

// `npm test` asks for a report, and counts the stories in it.
const isReported = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './test/server-bundle.ts',
  workers: Number(process.env.STORIES_AT_ONCE ?? availableParallelism()),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  ...(process.env.TEST_LEVEL === 'quick' && { grepInvert: /@only-with-all/ }),
  // A stalled machine is no fault of the software; `npm test` names the stories that needed the second try.
  retries: isReported ? 1 : 0,
  // Generous: a busy machine is slow, and a passing story never waits for these.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: isReported ? [['list'], ['json']] : 'list',
  use: {
    // A trace of every story would cost as much as the stories themselves.
    trace: isReported ? 'on-first-retry' : 'retain-on-failure',
    // What a worker asks for passes by the answers that a story plays; a story about it allows it.
    serviceWorkers: 'block',
    // Every frame of a fading dialog is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findTestBrowser() ?? 'chromium',
      args: [...sandboxArgs, ...processArgs, ...quietArgs],
      env: browserEnvironment,
    },
  },
})
