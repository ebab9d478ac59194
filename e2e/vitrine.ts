import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { type Role, signInStorageKey } from '@vitrine/contract'
import { systemClock } from '../apps/server/src/base/clock.ts'
import { readConfig } from '../apps/server/src/config/config.ts'
import { spawnProgram } from '../apps/server/test/process.ts'
import { queryDatabase, writeSession } from '../apps/server/test/session-row.ts'
import { linkSharedCache } from '../apps/server/test/shared-cache.ts'
import { findUnexpectedFailures } from '../apps/server/test/unexpected-failures.ts'

export interface TestServer {
  readonly url: string
  /** Waits for the newest mail to an address and returns its password link. */
  linkMailedTo(address: string): Promise<string>
  /** Creates a session for a role, because a story may have ended an older one. */
  signInInfo(role: Role): Promise<string>
}

/** Fixtures shared by the stories of a worker. */
interface Shared {
  readonly context: BrowserContext
  /** Opens a page in the browser process that has already loaded the scripts. */
  open(): Promise<Page>
  /** Removes what a story left behind: pages, cookies, permissions, storage. */
  clear(): Promise<void>
}

interface Fixtures {
  /** Opens the story in a context of its own, for a clock or other state that would affect others. */
  ownContext: boolean
  /** Signs the page in before it loads. */
  signInAs: (role: Role) => Promise<void>
  /** Allows an error in the page; any other one fails the story. */
  expectFault: (text: string) => void
}

/** The variables with which a test file starts its server. */
interface Options {
  variables: Record<string, string>
}

export { expect, type Locator, type Page }

/** How long Chromium's processes take to exit after their context is closed. */
const processExitMs = 500

/** The external chat of public pages. */
export const chatFrameUrl = 'https://chat.example.org/box'

/**
 * Stories run against a separate server, started as `npm start` does, with the demo in a temporary
 * folder.
 */
export const test = base.extend<Fixtures, Options & { server: TestServer; shared: Shared }>({
  // A file with its own variables costs a server, a browser and a worker.
  variables: [{ CHAT_FRAME_URL: chatFrameUrl }, { option: true, scope: 'worker' }],

  server: [
    async ({ variables }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
      await linkSharedCache(dataDir)
      const vitrine = spawnProgram('main.ts', [], {
        DATA_DIR: dataDir,
        PORT: '0',
        ...variables,
      })
      const [, url = ''] = await vitrine.waitForOutput(/serves at (\S+)/)
      await use({
        url,
        linkMailedTo: (address) => waitForLink(join(dataDir, 'outbox'), address),
        signInInfo: (role) => createSignInInfo(dataDir, role),
      })
      vitrine.child.kill('SIGTERM')
      await vitrine.waitForExit()
      await rm(dataDir, { recursive: true })
      expect(findUnexpectedFailures(vitrine.output())).toEqual([])
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  // Starting a browser process takes as long as loading a page. So one page stays open and opens
  // the stories' pages in its process. The context does not list it.
  shared: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({
        baseURL: server.url,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const opener = await context.newPage()
      await opener.goto('/robots.txt')
      const listAllPages = context.pages.bind(context)
      context.pages = () => listAllPages().filter((page) => page !== opener)
      await use({
        context,
        async open() {
          const [page] = await Promise.all([
            context.waitForEvent('page'),
            opener.evaluate(`void open('about:blank')`),
          ])
          return page
        },
        async clear() {
          await Promise.all(context.pages().map((page) => page.close()))
          await Promise.all([context.clearCookies(), context.clearPermissions()])
          await opener.evaluate('localStorage.clear()')
        },
      })
      await context.close()
      // Processes that still run when the browser closes would be missing from the measured CPU
      // time.
      await setTimeout(processExitMs)
    },
    { scope: 'worker' },
  ],

  ownContext: [false, { option: true }],

  context: async (
    {
      context,
      shared,
      ownContext,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      bypassCSP,
      serviceWorkers,
      locale,
    },
    use,
  ) => {
    const needsOtherContext =
      hasTouch ||
      isMobile ||
      !javaScriptEnabled ||
      bypassCSP ||
      serviceWorkers === 'allow' ||
      locale !== 'en-US'
    await use(ownContext || needsOtherContext ? context : shared.context)
  },

  page: async ({ context, shared, viewport, colorScheme, forcedColors }, use) => {
    const isShared = context === shared.context
    const page = await (isShared ? shared.open() : context.newPage())
    if (isShared) {
      if (viewport) await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, forcedColors })
    }
    await use(page)
    if (isShared) await shared.clear()
  },

  // An error in the page or its console fails the story; rejected requests do not.
  expectFault: [
    async ({ page }, use) => {
      const faults: string[] = []
      // Playwright's trace snapshots fetch the blob: address of a preview, which `connect-src`
      // refuses.
      const expected = ["Connecting to 'blob:"]
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      await use((text) => expected.push(text))
      expect(faults.filter((fault) => !expected.some((text) => fault.includes(text)))).toEqual([])
    },
    { auto: true },
  ],

  signInAs: async ({ page, server }, use) => {
    await use(async (role) => {
      const info = await server.signInInfo(role)
      await page.addInitScript(
        ([key, value]) => {
          // Signs in once per tab, so that a story that signs out stays signed out.
          if (sessionStorage.getItem('signed in')) return
          sessionStorage.setItem('signed in', 'yes')
          localStorage.setItem(key, value)
        },
        [signInStorageKey, info] as const,
      )
    })
  },
})

export async function createSignInInfo(dataDir: string, role: Role): Promise<string> {
  const email = `${role}@example.org`
  const { database } = readConfig({ DATA_DIR: dataDir })
  const token = await queryDatabase(database, (db) => writeSession(db, email, systemClock))
  return JSON.stringify({ token, user: { email, role } })
}

async function waitForLink(folder: string, address: string): Promise<string> {
  const [maxTries, pauseMs] = [50, 100]
  for (let tries = 0; tries < maxTries; tries++) {
    for (const file of (await readdir(folder).catch(() => [])).sort().reverse()) {
      // Joins lines that quoted-printable encoding has split.
      const mail = (await readFile(join(folder, file), 'utf8')).replaceAll(/=\r?\n/g, '')
      const link = /https?:\/\/\S+\/set-password\/[\w-]+/.exec(mail)?.[0]
      if (link && mail.includes(`To: ${address}`)) return link
    }
    await setTimeout(pauseMs)
  }
  throw new Error(`no mail came for ${address}`)
}
