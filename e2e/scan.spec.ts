import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, toPublicNumber } from '@vitrine/contract'
import { writeCodeVideo } from '../apps/server/test/code-video.ts'
import { addItem, addPlace } from '../apps/server/test/inventory.ts'
import config from '../playwright.config.ts'
import { createClient } from './items.ts'
import { expect, test } from './vitrine.ts'

// The video that the browser uses as its camera.
const cameraVideo = join(tmpdir(), `vitrine-scan-${process.pid}.y4m`)
const launchOptions = config.use?.launchOptions

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${cameraVideo}`,
    ],
  },
})
test.afterAll(() => rm(cameraVideo, { force: true }))

test('a phone moves an object to a scanned place in four interactions, two of them scans', async ({
  page,
  server,
  signInAs,
}) => {
  const root = await createClient(server, 'root')
  const hall = await addPlace(root, 'Scansaal')
  const box = await addPlace(root, 'Scankiste', { kind: 'box', parent_id: hall.id })
  const id = await addItem(root, { identifier: 'SCAN-1', name: 'Wasserkrug' })
  await root.call(api.places.move, { body: { ids: [id], to: hall.id, reason: 'display' } })
  const label = `https://printed.example.org/art/${toPublicNumber('art', id)}`
  writeCodeVideo(cameraVideo, [label, `https://printed.example.org/places/${box.id}`], 5)
  await signInAs('employee')
  await page.goto('/comments')

  // 1: tap. 2: scan the label.
  await page.getByRole('link', { name: 'Scan', exact: true }).click()
  const lastScan = page.getByRole('region', { name: 'Last scan' })
  await expect(lastScan).toContainText('SCAN-1')
  await expect(lastScan).toContainText('Wasserkrug')
  await expect(lastScan).toContainText('Scansaal')
  // 3: tap. 4: scan the place.
  await lastScan.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByText('One item moved to Scankiste.')).toBeVisible()

  const readMovements = async () =>
    (await root.call(api.places.movements, { query: { item: String(id) } })).movements
  expect((await readMovements())[0]).toMatchObject({ to: [hall.id, box.id], reason: 'store' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('One item was reverted.')).toBeVisible()
  expect((await readMovements())[0]?.to).toEqual([hall.id])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

  // Photo and comment are one tap away.
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByLabel('Or type a number or code').fill('scan 1')
  await page.getByRole('button', { name: 'Enter' }).click()
  await lastScan.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('textbox', { name: 'New comment' }).fill('Henkel locker')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // 1: open the form. 2: the state. 3: save.
  await lastScan.getByRole('button', { name: 'Check condition' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Watch' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toHaveCount(0)
  const { checks } = await root.call(api.conditions.ofItem, { params: { id } })
  expect(checks).toMatchObject([{ state: 'watch', occasion: 'inspection' }])

  const photo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await expect(page.getByText('The photo was added to SCAN-1.')).toBeVisible()
  const { pictures } = await root.call(api.inventory.details, { params: { id } })
  expect(pictures).toHaveLength(1)

  // Opening leaves the page that may scan, and its WebAssembly, by a page load.
  await lastScan.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SCAN-1')
  await expect(page.getByText('Henkel locker')).toBeVisible()
  expect(await page.locator('meta[name=scans]').count()).toBe(0)
})
