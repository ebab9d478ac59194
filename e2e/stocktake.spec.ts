import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api, type Stocktake, type SubmittedFact, signInStorageKey } from '@vitrine/contract'
import { Client } from '../apps/server/test/client.ts'
import { writeCodeVideo } from '../apps/server/test/code-video.ts'
import { addItem, addPlace, newFact } from '../apps/server/test/inventory.ts'
import { spawnProgram } from '../apps/server/test/process.ts'
import { linkSharedCache } from '../apps/server/test/shared-cache.ts'
import config from '../playwright.config.ts'
import { desktop, findAxeViolations, phone, wcagRules } from './axe.ts'
import { createSignInInfo, expect, type Page, type TestServer, test } from './vitrine.ts'

// The video that the browser uses as its camera; a story writes it before it starts the camera.
const cameraVideo = join(tmpdir(), `vitrine-film-${process.pid}.y4m`)
const launchOptions = config.use?.launchOptions
const cameraArgs = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      ...cameraArgs,
      `--use-file-for-fake-video-capture=${cameraVideo}`,
    ],
  },
})
test.afterAll(() => rm(cameraVideo, { force: true }))

const pixels = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let museums = 0

/** Adds a hall of items and opens a stocktake of it. */
async function openMuseum(server: Pick<TestServer, 'url' | 'signInInfo'>, count: number) {
  // The phone and the desk have separate sessions.
  const [signedIn, deskSession] = [await server.signInInfo('root'), await server.signInInfo('root')]
  const root = new Client(server.url, { token: JSON.parse(deskSession).token })
  const letters = `S${String.fromCharCode(65 + museums++)}`
  const hall = await addPlace(root, `Saal ${letters}`)
  const store = await addPlace(root, `Depot ${letters}`, { code: `DEP-${letters}` })
  const codes = Array.from({ length: count }, (_, index) => `${letters}-${index + 1}`)
  const items: number[] = []
  for (const [index, identifier] of codes.entries())
    items.push(await addItem(root, { identifier, name: `Blatt ${index + 1}` }))
  await root.call(api.places.move, { body: { ids: items, to: hall.id, reason: 'store' } })
  const scope = { places: [hall.id, store.id] }
  const stocktake = await root.call(api.stocktake.open, {
    body: { name: `${hall.name}, Herbst`, scope },
  })
  return {
    url: server.url,
    root,
    letters,
    hall,
    store,
    codes,
    items,
    stocktake,
    signedIn,
    facts: async () =>
      (await root.call(api.stocktake.facts, { params: { id: stocktake.id }, query: {} })).facts,
  }
}

type Museum = Awaited<ReturnType<typeof openMuseum>>

/** Does the same on a separate server, which can be killed and restarted at the same address. */
async function startMuseum(count: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-stocktake-'))
  await linkSharedCache(dataDir)
  const start = async (port: string) => {
    const server = spawnProgram('main.ts', [], { DATA_DIR: dataDir, PORT: port })
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    return { server, url }
  }
  let { server, url } = await start('0')
  const stop = async (signal: 'SIGKILL' | 'SIGTERM') => {
    server.child.kill(signal)
    await server.waitForExit()
  }
  return {
    ...(await openMuseum({ url, signInInfo: (role) => createSignInInfo(dataDir, role) }, count)),
    /** Kills the server, runs `meanwhile`, and starts it again. */
    async restart(meanwhile = async () => {}) {
      await stop('SIGKILL')
      await meanwhile()
      server = (await start(new URL(url).port)).server
    },
    /** Writes a backup, and returns a function that restores it. */
    async backup() {
      const file = `${dataDir}.tar`
      const vitrine = async (...args: string[]) =>
        expect(
          await spawnProgram('cli.ts', args, { DATA_DIR: dataDir }).waitForExit(),
          args[0],
        ).toBe(0)
      await vitrine('backup', '--to', file)
      return async () => {
        await rm(dataDir, { recursive: true })
        await mkdir(dataDir)
        await vitrine('restore', file)
        await rm(file)
      }
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGTERM')
      await rm(dataDir, { recursive: true })
    },
  }
}

async function signIn(page: Page, { url, signedIn }: Museum): Promise<void> {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(
    `localStorage.setItem(${JSON.stringify(signInStorageKey)}, ${JSON.stringify(signedIn)})`,
  )
}

const stocktakeCard = (page: Page, { name }: Pick<Stocktake, 'name'>) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const scanUrl = ({ url }: Museum, { id }: Pick<Stocktake, 'id'>) => `${url}/stocktake/${id}`
const artCode = (id: number) => `https://printed.example.org/art/${id < 200 ? id - 100 : id}`
const unsent = (page: Page) => page.getByText(/^(\d+ not yet sent|Everything is sent)$/)
const lastScan = (page: Page) => page.getByRole('region', { name: 'Last scan' })

async function logIn(
  page: Page,
  { url }: Museum,
  who: 'root' | 'admin' | 'employee',
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(`${who}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('vitrine-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${url}/`)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

async function typeCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Or type a number or code')
  await field.fill(code)
  await field.press('Enter')
}

async function choosePlace(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: /(Choose|Change)$/ }).click()
  await page.getByRole('button', { name: place }).click()
}

/** The photos of an item's condition checks. */
const readPhotos = async (root: Client, itemId = 0) => {
  const { checks } = await root.call(api.conditions.ofItem, { params: { id: itemId } })
  return checks.flatMap(({ photos }) => photos)
}

/** Records the condition of the last object, with a photo. */
async function noteCondition(page: Page, condition: string, remark: string): Promise<void> {
  await page.getByRole('button', { name: 'Condition…' }).click()
  await page.getByRole('button', { name: condition }).click()
  await page.getByLabel('Remark').fill(remark)
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: pixels })
  await expect(page.getByText('Photo taken')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The form has closed and returned the focus to its button.
  await expect(page.getByLabel('Remark')).toHaveCount(0)
}

/** Lists what the browser stores: names of caches, databases, workers and keys. */
const listStored = `(async () => [
  await caches.keys(),
  (await indexedDB.databases()).map(({ name }) => name),
  (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  Object.keys({ ...sessionStorage, ...localStorage }).filter((key) => key.includes('stocktake')),
])()`
const nothingStored = [[], [], [], []]
const expectStored = (page: Page) => expect.poll(() => page.evaluate(listStored).catch(() => null))

/** Reads the stocktakes (in the store `campaigns`), codes and photos in the database of a user. */
const readStored = (who: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('vitrine stocktake ${who}@example.org')
  opening.onerror = reject
  opening.onsuccess = async () => {
    const all = (store) => new Promise((done) => {
      opening.result.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => done(target.result)
    })
    const found = [(await all('campaigns')).length, (await all('facts')).map(({ fact }) => fact.code), (await all('photos')).length]
    opening.result.close()
    resolve(found)
  }
})`

/** Tells whether a button is in the window and not covered by the bar. */
const isInSight = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name }).boundingBox()
  const bar = await unsent(page).locator('../..').boundingBox()
  return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y
}

/** Opens the screen online, and waits until it works offline. */
async function prepareOffline(page: Page, museum: Museum): Promise<void> {
  await page.goto(scanUrl(museum, museum.stocktake))
  await expect(page.getByText('Works without reception')).toBeVisible()
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
}

test('counts a hall by camera offline; ticks survive a reload, a closed tab and a killed server', async ({
  page: opened,
  context,
  expectFault,
}) => {
  expectFault('net::ERR_INTERNET_DISCONNECTED')
  await using museum = await startMuseum(3)
  const { hall, store, items, codes, root } = museum
  const [first = 0, second = 0] = items
  await root.call(api.media.addPicture, {
    body: { itemId: first },
    file: new Blob([pixels], { type: 'image/png' }),
  })
  const hostile = 'javascript:alert(document.domain)'
  writeCodeVideo(
    cameraVideo,
    [
      `https://other.example/places/${hall.id}`,
      artCode(first),
      hostile,
      `https://a.example/places/${store.id}`,
      artCode(second),
    ],
    2,
  )

  await signIn(opened, museum)
  let page = opened
  await prepareOffline(page, museum)
  await expect(page.getByText('with 1 of 1 pictures')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(museum.stocktake.name)
  await expect(page.getByText('with 1 of 1 pictures')).toBeVisible()

  await page.getByRole('button', { name: 'Start the camera' }).click()
  await expect(lastScan(page)).toContainText(`You are in ${hall.name}`)
  await expect(lastScan(page)).toContainText('Seen here')
  await expect(lastScan(page)).toContainText(`${codes[0]} Blatt 1`)
  await expect(lastScan(page)).toContainText('Unknown code')
  await expect(lastScan(page)).toContainText(hostile)
  await expect(lastScan(page)).toContainText(`You are in ${store.name}`)
  await expect(lastScan(page)).toContainText('Seen here but expected elsewhere')
  await expect(lastScan(page)).toContainText(`Expected: ${hall.name}`)
  // Locking a phone ends its camera track.
  await page.evaluate(
    `document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))`,
  )
  await expect(page.getByText('The camera has stopped')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the camera' })).toBeVisible()
  await expect(unsent(page)).toHaveText('3 not yet sent')

  expect(await museum.facts()).toEqual([])

  // The tab is closed right after the tick. While it closes, the browser may be online for a moment
  // and send facts.
  await typeCode(page, codes[2] ?? '')
  await expect(lastScan(page)).toContainText(`${codes[2]} Blatt 3`)
  await page.close({ runBeforeUnload: false })

  page = await context.newPage()
  await page.goto(`${museum.url}/stocktake`)
  await page.getByRole('main').getByRole('link', { name: 'Scan' }).click()
  await expect(unsent(page)).toHaveText('4 not yet sent')
  await expect(page.getByText('3 of 3 seen')).toBeVisible()

  await museum.restart()
  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('Everything is sent')
  const facts = await museum.facts()
  expect(facts.map(({ code, itemId, placeId }) => [code, itemId, placeId])).toEqual([
    [artCode(first), first, hall.id],
    [hostile, null, hall.id],
    [artCode(second), second, store.id],
    [codes[2], items[2], store.id],
  ])

  // Facts of another phone appear in every tab.
  const secondTab = await context.newPage()
  await secondTab.goto(scanUrl(museum, museum.stocktake))
  await expect(secondTab.getByText('3 of 3 seen')).toBeVisible()
  const another = newFact({ placeId: hall.id, itemId: first, code: 'x', by: 'Phone 2' })
  await root.call(api.stocktake.send, {
    params: { id: museum.stocktake.id },
    body: { since: '', facts: [another] },
  })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Phone 2')).toBeVisible()
  await secondTab.getByRole('button', { name: 'Send now' }).click()
  await expect(secondTab.getByText('Phone 2')).toBeVisible()
})

test('sends a condition with its photo; after a logout only unsent scans stay on the phone', async ({
  page,
  context,
  server,
}) => {
  const museum = await openMuseum(server, 1)
  const { root, items, codes, stocktake } = museum
  const [code = ''] = codes
  writeCodeVideo(cameraVideo, [artCode(items[0] ?? 0)])
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await page.getByRole('button', { name: 'Choose' }).click()
  await page.getByLabel('Where are you?').fill(museum.hall.name.toLowerCase())
  await page.getByRole('button', { name: museum.hall.name }).click()
  await expect(page.getByRole('button', { name: 'Change' })).toHaveText(`${museum.hall.name}Change`)

  // Camera, result and bar fit in portrait and in landscape.
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await expect(lastScan(page)).toContainText('Seen here')
  expect(await isInSight(page, 'Condition…')).toBe(true)
  await page.setViewportSize({ width: 844, height: 390 })
  await typeCode(page, code)
  await expect(lastScan(page)).toContainText('Seen twice')
  expect([await isInSight(page, 'Stop'), await isInSight(page, 'Condition…')]).toEqual([true, true])
  await page.getByRole('button', { name: 'Stop' }).click()
  // With large text nothing overflows or overlaps.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const [words, button] = [unsent(page), page.getByRole('button', { name: 'Send now' })]
  const [above, below] = [await words.boundingBox(), await button.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  await expect(button).toHaveCSS('font-size', '20px')

  await noteCondition(page, 'Urgent', 'Riss im Rahmen')
  await expect.poll(museum.facts).toMatchObject([
    { kind: 'seen', code: artCode(items[0] ?? 0) },
    { kind: 'seen', code },
    { kind: 'condition', condition: 'urgent', remark: 'Riss im Rahmen', photo: true },
  ])
  await expect(unsent(page)).toHaveText('Everything is sent')
  expect(await readPhotos(root, items[0])).toHaveLength(1)

  expect(await page.evaluate(listStored)).toEqual([
    expect.arrayContaining([
      expect.stringContaining('stocktake-app-'),
      'stocktake-pictures root@example.org',
    ]),
    ['vitrine stocktake root@example.org'],
    ['/stocktake'],
    [`vitrine stocktake place ${stocktake.id}`],
  ])
  await context.route('**/facts', (route) => route.abort())
  await typeCode(page, `${code}x`)
  await expect(unsent(page)).toHaveText('1 not yet sent')
  const secondTab = await context.newPage()
  await secondTab.goto(scanUrl(museum, stocktake))
  await choosePlace(secondTab, museum.hall.name)
  await expect(unsent(secondTab)).toHaveText('1 not yet sent')
  await logOut(page)
  await expect(page.getByText('not yet sent: 1. They stay on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const stored = () =>
    page.evaluate(`localStorage.getItem('signInInfo')`).catch(() => 'while the page is loaded')
  await expect.poll(stored).toBeNull()
  // The second tab loads the login page.
  await expect(secondTab).toHaveURL(/\/login/)
  await expectStored(page).toEqual([
    [expect.stringContaining('stocktake-app-')],
    ['vitrine stocktake root@example.org'],
    ['/stocktake'],
    expect.arrayContaining(['vitrine stocktake root@example.org unsent']),
  ])
  await expect.poll(() => page.evaluate(readStored('root'))).toEqual([0, [`${code}x`], 0])
  await page.goto(scanUrl(museum, stocktake))
  await expect(page).toHaveURL(/\/login\?/)

  await context.unroute('**/facts')
  await logIn(page, museum, 'root')
  await page.goto(`${museum.url}/stocktake`)
  await expect(unsent(page)).toHaveText('1 not yet sent')
  await prepareOffline(page, museum)
  await expect(unsent(page)).toHaveText('Everything is sent')
  expect((await museum.facts()).map(({ code }) => code)).toContain(`${code}x`)
  await secondTab.close()
  await logOut(page)
  await expect(page).toHaveURL(/\/login$/)
  await expectStored(page).toEqual(nothingStored)
})

test('when a session ends, only unsent scans stay on the phone, also for the next person', async ({
  page,
  context,
  server,
  expectFault,
}) => {
  expectFault('401')
  const museum = await openMuseum(server, 1)
  const { root, items, codes, stocktake } = museum
  const [code = ''] = codes
  const lateCode = `${code}x`
  await root.call(api.media.addPicture, {
    body: { itemId: items[0] ?? 0 },
    file: new Blob([pixels], { type: 'image/png' }),
  })
  /** Ends the session from elsewhere, as on expiry, and lets the page notice. */
  const endSession = async () => {
    const token: string = await page.evaluate(
      `JSON.parse(localStorage.getItem('signInInfo')).token`,
    )
    await new Client(museum.url, { token }).call(api.auth.signOut)
    // The page also sends every ten seconds, and may leave for the login before the click.
    const sendNow = page.getByRole('button', { name: 'Send now' })
    await sendNow.click({ timeout: 15_000 }).catch(() => undefined)
  }
  await logIn(page, museum, 'employee')
  await prepareOffline(page, museum)
  await expect(page.getByText('with 1 of 1 pictures')).toBeVisible()
  await choosePlace(page, museum.hall.name)
  await context.route('**/add-condition-photo', (route) => route.abort())
  await typeCode(page, code)
  await noteCondition(page, 'Watch', 'Riss')
  await expect.poll(async () => (await museum.facts()).length).toBe(2)
  await expect(unsent(page)).toHaveText('1 not yet sent')
  await endSession()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await typeCode(page, lateCode)
  await expect(unsent(page)).toHaveText('2 not yet sent')
  // Unsent are the photo with its fact, and the last fact.
  const unsentData = [0, [code, lateCode], 1]
  await expect.poll(() => page.evaluate(readStored('employee'))).toEqual(unsentData)
  await expect
    .poll(() => page.evaluate('caches.keys()'))
    .toEqual([expect.stringContaining('stocktake-app-')])
  await context.unroute('**/add-condition-photo')

  await logIn(page, museum, 'admin')
  await prepareOffline(page, museum)
  await expect(unsent(page)).toHaveText('Everything is sent')
  await endSession()
  await expect(page).toHaveURL(/\/login/)
  await expectStored(page).toEqual(
    expect.arrayContaining([['vitrine stocktake employee@example.org']]),
  )
  expect(await page.evaluate(readStored('employee'))).toEqual(unsentData)

  await logIn(page, museum, 'employee')
  await prepareOffline(page, museum)
  await expect(unsent(page)).toHaveText('Everything is sent')
  expect(await readPhotos(root, items[0])).toHaveLength(1)
  await endSession()
  await expect(page).toHaveURL(/\/login/)
  await expectStored(page).toEqual(nothingStored)

  // The session ends while the app is closed.
  await logIn(page, museum, 'employee')
  await prepareOffline(page, museum)
  await page.goto(`${museum.url}/robots.txt`)
  await page.evaluate(`localStorage.removeItem('signInInfo')`)
  expect(await page.evaluate(readStored('employee'))).toEqual([1, [code, code, lateCode], 0])
  await page.goto(`${museum.url}/login`)
  await expectStored(page).toEqual(nothingStored)
  await page.goto(scanUrl(museum, stocktake))
  await expect(page).toHaveURL(/\/login\?/)
})

test('reads typed numbers, dismisses codes and ticks objects without reception', async ({
  page,
  context,
  server,
  expectFault,
}) => {
  expectFault('net::ERR_INTERNET_DISCONNECTED')
  const museum = await openMuseum(server, 3)
  const { root, letters, hall, items, codes, stocktake } = museum
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, hall.name)
  await context.setOffline(true)
  for (const typed of [
    `${letters.toLowerCase()}1`,
    `${letters} 01`,
    codes[0]?.toLowerCase() ?? '',
  ]) {
    await typeCode(page, typed)
    await expect(lastScan(page)).toContainText(`${codes[0]} Blatt 1`)
  }
  await typeCode(page, '006')
  await expect(lastScan(page)).toContainText('Several objects have this number')
  await expect(lastScan(page).getByRole('button', { name: 'LG-006' })).toBeVisible()
  await lastScan(page).getByRole('button', { name: 'LM-006' }).click()
  await expect(lastScan(page)).toContainText('Seen here but expected elsewhere')
  await typeCode(page, '2')
  // The expected object comes first.
  await expect(lastScan(page).getByRole('button').first()).toHaveText(`${codes[1]}Blatt 2`)

  await typeCode(page, 'Zugbillett')
  await lastScan(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(lastScan(page)).toContainText('Dismissed')
  await typeCode(page, `${letters}-11`)
  await typeCode(page, 'Zugbillett')
  const row = (code: string) => page.getByRole('listitem').filter({ hasText: code })
  await row(`${letters}-11`).getByRole('button', { name: 'Dismiss' }).click()
  await expect(row(`${letters}-11`)).toContainText('Dismissed')

  const missing = page.getByRole('button', { name: `${codes[2]} Blatt 3` })
  expect((await missing.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await missing.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Condition…' }).click()
  await page.getByRole('button', { name: 'Watch' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Condition noted: Watch')).toBeVisible()
  await page.getByRole('button', { name: 'Seen here' }).click()
  await expect(missing).toHaveCount(0)
  await expect(page.getByText('2 of 3 seen')).toBeVisible()
  expect(await findAxeViolations(page, [phone], wcagRules)).toEqual([])

  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('Everything is sent')
  const { rows: results } = await root.call(api.stocktake.result, {
    params: { id: stocktake.id },
    query: {},
  })
  expect(
    results.filter(({ kind }) => kind === 'unknown').map(({ identifier }) => identifier),
  ).toEqual(['Zugbillett'])
  expect((await museum.facts()).slice(-2)).toMatchObject([
    { kind: 'condition', itemId: items[2] },
    { kind: 'seen', itemId: items[2], code: codes[2], placeId: hall.id },
  ])
})

test('keeps and names what the server rejects, and sends the rest with its photos', {
  tag: '@only-with-all',
}, async ({ page, context, server, expectFault }) => {
  expectFault('404')
  const museum = await openMuseum(server, 2)
  const { root, hall, items, codes, stocktake } = museum
  const [code = ''] = codes
  const scope = { places: [hall.id] }
  const another = await root.call(api.stocktake.open, {
    body: { name: `${hall.name}, Frühling`, scope },
  })
  const alien = newFact({ placeId: hall.id, itemId: items[0] ?? 0, code })
  await root.call(api.stocktake.send, {
    params: { id: another.id },
    body: { since: '', facts: [alien] },
  })
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, hall.name)
  await context.route('**/facts', (route) => route.abort())
  await expect(page.getByText('No reception')).toBeVisible()
  const buffer = Buffer.from(
    JSON.stringify({ format: 'vitrine stocktake 1', campaignId: stocktake.id, facts: [alien] }),
  )
  await page
    .getByLabel('Import a file')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer })
  for (const typed of codes) {
    await typeCode(page, typed)
    await noteCondition(page, 'Good', '')
  }
  await expect(unsent(page)).toHaveText('7 not yet sent')
  // Answers 404, as for a deleted item.
  const isGone = (body: string) => body.includes(`name="itemId"\r\n\r\n${items[0]}\r\n`)
  await context.route('**/add-condition-photo', (route) =>
    isGone(route.request().postDataBuffer()?.toString('latin1') ?? '')
      ? route.fulfill({ status: 404, json: { message: 'This item does not exist.' } })
      : route.continue(),
  )
  await context.unroute('**/facts')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('heading', { name: 'Not accepted: 2' })).toBeVisible()
  await expect(page.getByText('It belongs to another stocktake.')).toBeVisible()
  await expect(page.getByText('This item does not exist.')).toBeVisible()
  await expect(unsent(page)).toHaveText('2 not yet sent')
  await expect(page.getByText('Not accepted', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('No reception')).toHaveCount(0)
  expect(await museum.facts()).toHaveLength(4)
  await expect.poll(() => readPhotos(root, items[1])).toHaveLength(1)
  expect(await findAxeViolations(page, [phone], wcagRules)).toEqual([])

  await page.reload()
  await expect(unsent(page)).toHaveText('2 not yet sent')
  await page.getByRole('button', { name: `Remove ${code}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(unsent(page)).toHaveText('1 not yet sent')
  await expect(page.getByText('It belongs to another stocktake.')).toHaveCount(0)
  await context.unroute('**/add-condition-photo')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(unsent(page)).toHaveText('Everything is sent')
  expect(await readPhotos(root, items[0])).toHaveLength(1)
})

test('facts missing from a restored backup are sent again and counted once', {
  tag: '@only-with-all',
}, async ({ page }) => {
  await using museum = await startMuseum(3)
  const { root, hall, items, codes, stocktake } = museum
  const [first = '', second = ''] = codes
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, hall.name)
  const scan = async (code: string) => {
    await typeCode(page, code)
    await expect(lastScan(page)).toContainText(`${code} Blatt`)
    await expect(unsent(page)).toHaveText('Everything is sent')
  }
  await scan(first)
  const restore = await museum.backup()
  await scan(second)
  await museum.restart(restore)
  // Other facts, as many as were lost.
  const otherFacts = [1, 2].map((n) =>
    newFact({ placeId: hall.id, itemId: items[2] ?? 0, code: `other ${n}` }),
  )
  await root.call(api.stocktake.send, {
    params: { id: stocktake.id },
    body: { since: '', facts: otherFacts },
  })
  await page.getByRole('button', { name: 'Send now' }).click()
  const sent = async () => (await museum.facts()).map(({ code }) => code)
  await expect.poll(sent).toEqual([first, 'other 1', 'other 2', second])
  await expect(unsent(page)).toHaveText('Everything is sent')
  await expect(page.getByText('3 of 3 seen')).toBeVisible()
})

test('unsent facts in the storage of an earlier version are sent', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const museum = await openMuseum(server, 1)
  const { hall, items, codes, stocktake } = museum
  await signIn(page, museum)
  await page.goto(`${museum.url}/about`)
  const storedFact = {
    campaignId: stocktake.id,
    fact: newFact({ placeId: hall.id, itemId: items[0] ?? 0, code: codes[0] ?? '' }),
  }
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vitrine stocktake root@example.org', 1)
    opening.onupgradeneeded = () => {
      for (const name of ['outbox', 'facts', 'campaigns']) opening.result.createObjectStore(name, { autoIncrement: true })
      opening.result.createObjectStore('photos', { keyPath: 'factId' })
      opening.transaction.objectStore('outbox').add(${JSON.stringify(storedFact)})
    }
    opening.onsuccess = () => resolve(opening.result.close())
    opening.onerror = reject
  })`)
  await prepareOffline(page, museum)
  await expect(page.getByText('1 of 1 seen')).toBeVisible()
  expect((await museum.facts()).map(({ id }) => id)).toEqual([storedFact.fact.id])
})

test('only the scan screens may compile WebAssembly', async ({ request, server }) => {
  const readPolicy = async (path: string) =>
    (await request.get(server.url + path)).headers()['content-security-policy']
  for (const path of ['/stocktake/1', '/scan'])
    expect(await readPolicy(path), path).toContain("script-src 'self' 'wasm-unsafe-eval';")
  for (const path of [
    '/',
    '/stocktake',
    '/places',
    '/login',
    '/car/1',
    '/sw.js',
    '/stocktake-worker.js',
    '/made-up',
  ])
    expect(await readPolicy(path), path).not.toContain('wasm')
})

test('the scan screen is left by a page load, which ends its policy', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const museum = await openMuseum(server, 1)
  await signIn(page, museum)
  await prepareOffline(page, museum)
  const mayCompile = () =>
    page.evaluate(
      'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true, () => false)',
    )
  expect(await mayCompile()).toBe(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Places' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Places' })).toBeVisible()
  expect(await mayCompile()).toBe(false)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(museum.stocktake.name)
  expect(await mayCompile()).toBe(true)
})

test('a full or evicted storage is reported at once, and nothing is half stored', async ({
  page,
  server,
}) => {
  const museum = await openMuseum(server, 2)
  const [first = '', second = ''] = museum.codes
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, museum.hall.name)
  await page.route('**/facts', (route) => route.abort())
  await typeCode(page, first)
  await expect(lastScan(page)).toContainText('Seen here')
  await page.evaluate(`IDBObjectStore.prototype.kept = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError') }`)
  await typeCode(page, second)
  await expect(lastScan(page)).toContainText('NOT stored: please scan it again')
  await expect(
    page.getByRole('alert').filter({ hasText: 'could not store the last scan' }),
  ).toBeVisible()
  await expect(unsent(page)).toHaveText('1 not yet sent')
  await page.evaluate('IDBObjectStore.prototype.add = IDBObjectStore.prototype.kept')
  await typeCode(page, second)
  await expect(lastScan(page)).toContainText('Seen here')
  await expect(unsent(page)).toHaveText('2 not yet sent')

  await page.evaluate(`new Promise((resolve) => {
    indexedDB.deleteDatabase('vitrine stocktake root@example.org').onsuccess = resolve
  })`)
  await page.reload()
  await expect(
    page.getByRole('alert').filter({ hasText: 'and with it 2 scans that were not yet sent' }),
  ).toBeVisible()
})

test('scans waiting at the close are shown on its card, sent from there, and do not count', {
  tag: '@only-with-all',
}, async ({ page, server, expectFault }) => {
  expectFault('400')
  const museum = await openMuseum(server, 1)
  const { root, hall, items, codes, stocktake } = museum
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, hall.name)
  await page.route('**/facts', (route) =>
    route.fulfill({ status: 400, json: { message: 'Please update.' } }),
  )
  await typeCode(page, codes[0] ?? '')
  await noteCondition(page, 'Watch', '')
  await expect(unsent(page)).toHaveText('3 not yet sent')
  await expect(page.getByText('Not accepted')).toBeVisible()
  await expect(page.getByText('No reception')).toHaveCount(0)
  await expect(page.getByText('stay on this phone. Please update.')).toBeVisible()

  await root.call(api.stocktake.close, { params: { id: stocktake.id } })
  await page.goto(`${museum.url}/stocktake`)
  await expect(unsent(page)).toHaveText('3 not yet sent')
  await page.unroute('**/facts')
  await stocktakeCard(page, stocktake).getByRole('link', { name: 'Open and send' }).click()
  await expect(unsent(page)).toHaveText('Everything is sent')
  await expect(page.getByText('0 of 1 seen')).toBeVisible()
  await expect(page.getByText('2 arrived after closing; a manager will decide')).toBeVisible()
  await expect(
    page.getByText('Arrived after closing; a manager will decide', { exact: true }),
  ).toHaveCount(2)
  expect(await readPhotos(root, items[0])).toHaveLength(1)
  await page.goto(`${museum.url}/stocktake`)
  await expect(stocktakeCard(page, stocktake)).toContainText('2 arrived after the end')
  await expect(
    stocktakeCard(page, stocktake).getByRole('link', { name: 'Open and send' }),
  ).toHaveCount(0)
  await stocktakeCard(page, stocktake).getByRole('button', { name: 'Differences' }).click()
  await expect(page.getByRole('heading', { name: 'Arrived after the end (2)' })).toBeVisible()
  await expect(
    page.getByText(
      new RegExp(`^Expected: ${hall.name} · Seen: ${hall.name}, .* by Claire Aebischer$`),
    ),
  ).toHaveCount(2)
})

test('late scans and their photo reach the server, are counted, and scanning continues', async ({
  page,
  context,
  browser,
  server,
  expectFault,
}) => {
  expectFault('net::ERR_INTERNET_DISCONNECTED')
  const museum = await openMuseum(server, 2)
  const { root, hall, letters, items, stocktake } = museum
  const [first = 0] = items
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await choosePlace(page, hall.name)
  await context.setOffline(true)
  await typeCode(page, `${letters.toLowerCase()} 1`)
  await expect(lastScan(page)).toContainText('Seen here')
  await noteCondition(page, 'Urgent', 'Riss im Rahmen')
  await expect(unsent(page)).toHaveText('3 not yet sent')

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const manager = await desk.newPage()
  await logIn(manager, museum, 'admin')
  await manager.goto(`${museum.url}/stocktake`)
  await stocktakeCard(manager, stocktake).getByRole('button', { name: 'Close…' }).click()
  await expect(manager.getByText('2 differences are not yet decided.')).toBeVisible()
  await expect(manager.getByText('Phones without reception may hold scans')).toBeVisible()
  await manager.getByRole('button', { name: 'Ok' }).click()
  await expect(stocktakeCard(manager, stocktake).getByText(/^Closed /)).toBeVisible()

  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('Everything is sent')
  await expect(page.getByText('This stocktake was closed')).toBeVisible()
  await expect(page.getByText('2 arrived after closing; a manager will decide')).toBeVisible()
  const lateMarks = page.getByText('Arrived after closing; a manager will decide', { exact: true })
  await expect(lateMarks).toHaveCount(2)
  await expect(page.getByText('0 of 2 seen')).toBeVisible()
  expect(await readPhotos(root, first)).toHaveLength(1)

  await stocktakeCard(manager, stocktake).getByRole('button', { name: 'Differences' }).click()
  await expect(manager.getByRole('heading', { name: 'Arrived after the end (2)' })).toBeVisible()
  await manager.getByLabel('All 2 not counted').check()
  await manager.getByRole('button', { name: 'Count (2)' }).click()
  await expect(manager.getByText('Counted: 2')).toBeVisible()
  await manager.getByRole('button', { name: 'Reopen…' }).click()
  await manager.getByRole('button', { name: 'Ok' }).click()
  await expect(manager.getByText(/^Open since/)).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 of 2 seen')).toBeVisible()
  await expect(lateMarks).toHaveCount(0)
  await expect(page.getByText('This stocktake was closed')).toHaveCount(0)
  // The phone shows its stored state.
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('1 of 2 seen')).toBeVisible()
  await expect(page.getByText('This stocktake was closed')).toHaveCount(0)
  await typeCode(page, `${letters.toLowerCase()} 2`)
  await expect(page.getByText('2 of 2 seen')).toBeVisible()
  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('Everything is sent')

  await manager.reload()
  await expect(manager.getByRole('button', { name: 'Missing (0)' })).toBeVisible()
  const [report] = await Promise.all([
    manager.waitForEvent('download'),
    manager.getByRole('button', { name: 'Report (PDF)' }).click(),
  ])
  expect(report.suggestedFilename()).toBe(`${stocktake.name} – Stocktake.pdf`)
  await desk.close()
})

test('a manager decides, undoes, prints and downloads differences, also after closing', async ({
  page,
  server,
}) => {
  const museum = await openMuseum(server, 3)
  const { root, store, hall, items, codes, stocktake } = museum
  const [firstCode = '', secondCode = '', thirdCode = ''] = codes
  const [first = 0, second = 0] = items
  const facts = [
    newFact({ itemId: first, placeId: store.id, code: firstCode }),
    newFact({ itemId: second, placeId: hall.id, code: secondCode }),
    newFact({ placeId: hall.id, code: 'WIFI:S:Museum;;' }),
  ]
  await root.call(api.stocktake.send, { params: { id: stocktake.id }, body: { since: '', facts } })
  await signIn(page, museum)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${museum.url}/stocktake`)
  await page.getByRole('button', { name: 'Open a stocktake' }).click()
  await page.getByLabel('Name').fill(`Nur ${store.name}`)
  await page.getByLabel(`${store.name} (${store.code})`).check()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('There are no items in it.')).toBeVisible()
  await page.getByLabel(new RegExp(`^${hall.name}`)).check()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Nur ${store.name}` })).toBeVisible()

  await stocktakeCard(page, stocktake).getByRole('button', { name: 'Differences' }).click()
  for (const kind of ['Missing (1)', 'Elsewhere (1)', 'Unknown codes (1)', 'Condition (0)'])
    await expect(page.getByRole('button', { name: kind })).toBeVisible()
  await expect(page.getByText('WIFI:S:Museum;;')).toBeVisible()
  expect(await findAxeViolations(page, [desktop], wcagRules)).toEqual([])
  const readPlaceId = async () =>
    (await root.call(api.inventory.details, { params: { id: first } })).placeId
  await page.getByRole('button', { name: 'Accept the movement' }).click()
  await expect(page.getByText('Movement accepted: 1')).toBeVisible()
  expect(await readPlaceId()).toBe(store.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readPlaceId).toBe(hall.id)
  await page.getByLabel('All 3 undecided').check()
  await page.getByRole('button', { name: 'Found later (3)' }).click()
  await expect(page.getByText('Found later, Claire Aebischer')).toHaveCount(3)

  const download = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return download.suggestedFilename()
  }
  expect(await download('Report (PDF)')).toBe(`${stocktake.name} – Stocktake.pdf`)
  expect(await download('Download CSV')).toBe(`stocktake_${stocktake.id}.csv`)

  const elsewhere = newFact({ itemId: items[2] ?? 0, placeId: store.id, code: thirdCode })
  await root.call(api.stocktake.send, {
    params: { id: stocktake.id },
    body: { since: '', facts: [elsewhere] },
  })
  await page.getByRole('button', { name: 'Close…' }).click()
  await expect(page.getByText('1 difference is not yet decided.')).toBeVisible()
  await expect(page.getByText('Phones without reception may hold scans')).toBeVisible()
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText(/^Closed .* by Claire Aebischer/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close…' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Make a task…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a task' })
  await dialog.getByLabel('Assigned to').selectOption('Matthias Zurbriggen')
  await dialog.getByLabel('Due').fill('2099-05-31')
  await dialog.getByRole('button', { name: 'Make a task' }).click()
  await expect(page.getByText('Task made: 1')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const [comment] = await root.call(api.comments.ofItem, { params: { id: items[2] ?? 0 } })
  expect(comment).toMatchObject({
    task: { assignee: { name: 'Matthias Zurbriggen' }, due: '2099-05-31' },
  })

  const lateFacts = [
    newFact({ itemId: first, placeId: hall.id, by: 'Anna Amberg' }),
    newFact({ code: 'SBB', placeId: hall.id }),
  ]
  await root.call(api.stocktake.send, {
    params: { id: stocktake.id },
    body: { since: '', facts: lateFacts },
  })
  await page.reload()
  await expect(page.getByText('2 arrived after the end, not counted')).toBeVisible()
  await expect(page.getByText('by Anna Amberg, sent by Claire Aebischer')).toBeVisible()
  await page.getByLabel('All 2 not counted').check()
  await page.getByRole('button', { name: 'Count (2)' }).click()
  await expect(page.getByText('Counted: 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unknown codes (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Unknown codes (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Count', exact: true }).last().click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'SBB' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expect(page.getByText('Dismissed, Claire Aebischer')).toBeVisible()

  await page.getByRole('button', { name: 'Reopen…' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText(/^Open since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible()
})

// STOCKTAKE=whole counts a real hall and kills far more often, which takes five minutes.
const { objects, kills } =
  process.env.STOCKTAKE === 'whole' ? { objects: 200, kills: 50 } : { objects: 30, kills: 12 }

test('counts many objects by camera without reception, each within two seconds', {
  tag: '@only-with-all',
}, async ({ page, context, expectFault }) => {
  test.setTimeout(900_000)
  expectFault('net::ERR_INTERNET_DISCONNECTED')
  await using museum = await startMuseum(objects)
  writeCodeVideo(cameraVideo, [
    `https://a.example/places/${museum.hall.id}`,
    ...museum.items.map(artCode),
  ])
  await signIn(page, museum)
  await prepareOffline(page, museum)
  await context.setOffline(true)
  await page.reload()
  const began = Date.now()
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await expect(page.getByText(`${objects} of ${objects} seen`)).toBeVisible({ timeout: 400_000 })
  expect(Date.now() - began).toBeLessThan(objects * 2_000)
  await page.getByRole('button', { name: 'Stop' }).click()
  await context.setOffline(false)
  await expect(unsent(page)).toHaveText('Everything is sent')
  const seenIds = (await museum.facts()).map(({ itemId }) => itemId)
  expect(new Set(seenIds)).toEqual(new Set(museum.items))
})

test('no fact of thousands is lost or counted twice, whatever is killed', {
  tag: '@only-with-all',
}, async ({ page: opened, context, expectFault }) => {
  test.setTimeout(1_800_000)
  expectFault('net::')
  await using museum = await startMuseum(1)
  await signIn(opened, museum)
  let page = opened
  await prepareOffline(page, museum)
  const allFacts: SubmittedFact[] = []
  const kinds = ['reload', 'tab', 'server', 'flight'] as const
  for (let round = 0; round < kills; round++) {
    const facts = Array.from({ length: 200 }, (_, n) =>
      newFact({ placeId: museum.hall.id, itemId: museum.items[0] ?? 0, code: `${round} ${n}` }),
    )
    allFacts.push(...facts)
    const buffer = Buffer.from(
      JSON.stringify({ format: 'vitrine stocktake 1', campaignId: museum.stocktake.id, facts }),
    )
    const importFile = () =>
      page
        .getByLabel('Import a file')
        .setInputFiles({ name: `${round}.json`, mimeType: 'application/json', buffer })
    // `page` changes when a tab is closed.
    const confirmation = () => page.getByText(`200 scans imported from ${round}.json.`)
    await importFile()
    // The kills happen at any moment from before the facts are stored until after they are sent.
    await setTimeout((round * 137) % 600)
    const isConfirmed = await confirmation().isVisible()
    const kill = kinds[round % kinds.length]
    if (kill === 'reload') await page.reload()
    if (kill === 'flight') await context.setOffline(true)
    if (kill === 'server') await museum.restart()
    if (kill === 'tab') {
      await page.goto('chrome://crash').catch(() => {})
      await page.close()
      page = await context.newPage()
      await page.goto(scanUrl(museum, museum.stocktake))
    }
    await expect(unsent(page)).toBeVisible()
    // Facts that were not confirmed are imported again.
    if (!isConfirmed) {
      await importFile()
      await expect(confirmation()).toBeVisible()
    }
    await context.setOffline(false)
  }
  await page.getByRole('button', { name: 'Send now' }).click({ timeout: 60_000 })
  await expect(unsent(page)).toHaveText('Everything is sent', { timeout: 120_000 })
  const facts: string[] = []
  for (let since = '', more = true; more; ) {
    const answer = await museum.root.call(api.stocktake.facts, {
      params: { id: museum.stocktake.id },
      query: { since },
    })
    facts.push(...answer.facts.map(({ id }) => id))
    since = answer.last
    more = answer.more
  }
  expect(facts).toHaveLength(kills * 200)
  expect(new Set(facts)).toEqual(new Set(allFacts.map(({ id }) => id)))
})
