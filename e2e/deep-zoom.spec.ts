import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { toPublicNumber } from '@vitrine/contract'
import { toFile } from '../apps/server/test/media-files.ts'
import { createPhotograph } from '../apps/server/test/photograph.ts'
import { createPhoto } from './files.ts'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

/** A picture larger than the largest size on pages (2,400 by 1,800). */
const createLargePicture = async (): Promise<File> =>
  toFile(await createPhotograph(Math.random(), 1.5), 'squares.jpg')

async function addArtwork(server: TestServer, isPublic: boolean): Promise<number> {
  const id = await addItem(server, {
    type: 'art',
    identifier: uniqueName('LG'),
    name: 'Large squares',
  })
  const form = new FormData()
  form.append('itemId', String(id))
  form.append('image', await createLargePicture())
  const { token } = JSON.parse(await server.signInInfo('root'))
  const headers = { authorization: `Bearer ${token}` }
  const { ok } = await fetch(`${server.url}/api/inventory/upload-image`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(ok).toBe(true)
  await postAs(server, 'root', '/inventory/set-public', { itemId: id, public: isPublic })
  return id
}

/** Collects the addresses of the tiles that arrive. */
function collectTiles(page: Page): string[] {
  const tilePaths: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && /\/iiif\/3\/\w{16}\/[\d,]+\//.test(pathname)) tilePaths.push(pathname)
  })
  return tilePaths
}

const isFullSize = (path: string) => /\/(\d+,\d+),(512,512)\/\2\//.test(path)

test('visitors zoom into a large picture by keys and buttons; Escape and Back close it', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  const number = toPublicNumber('art', await addArtwork(server, true))
  const address = `/art/${number}?lang=en`
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(address)
  const tiles = collectTiles(page)
  const link = page.getByRole('link', { name: /Enlarge/ })
  await expect(link).toBeVisible()
  expect(requestedPaths).not.toContain('/public/viewer.js')
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Large squares' })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(dialog.locator('canvas').first()).toBeVisible()
  await expect(dialog.locator('img')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  for (let times = 0; times < 2; times++) await page.keyboard.press('+')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tiles.some(isFullSize)).toBe(true)
  await page.keyboard.press('0')
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()

  await link.click()
  await expect(dialog.locator('canvas').first()).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)

  await test.step('a viewer on another site opens our manifest and shows its picture in tiles', async () => {
    const otherPage =
      '<!doctype html><title>Another site</title><div id="viewer" style="width:800px;height:600px"></div>'
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(otherPage),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    try {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve('openseadragon') })
      tiles.length = 0
      const drawn = await page.evaluate(`(async () => {
        const manifest = await (await fetch('${server.url}/iiif/manifest/art/${number}')).json()
        const [service] = manifest.items[0].items[0].items[0].body.service
        const viewer = OpenSeadragon({ id: 'viewer', showNavigationControl: false, tileSources: service.id + '/info.json' })
        await new Promise((resolve, reject) => {
          viewer.addOnceHandler('open', resolve)
          viewer.addOnceHandler('open-failed', ({ message }) => reject(new Error(message)))
        })
        await new Promise((resolve) => viewer.addOnceHandler('tile-loaded', resolve))
        viewer.viewport.zoomTo(viewer.viewport.getMaxZoom(), null, true)
        const { width, height } = viewer.world.getItemAt(0).source
        return { label: manifest.label, width, height }
      })()`)
      expect(drawn).toEqual({ label: { none: ['Large squares'] }, width: 2400, height: 1800 })
      await expect.poll(() => tiles.some(isFullSize)).toBe(true)
    } finally {
      site.closeAllConnections()
      site.close()
    }
  })
})

test('staff zoom into private pictures one after the other; Escape keeps the dialog below open', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addArtwork(server, false)
  await signInAs('employee')
  const tiles = collectTiles(page)
  await page.goto(`/inventory-detail/${id}`)
  await page.getByLabel('Further pictures').setInputFiles(await createPhoto('back.png'))
  await page.getByRole('button', { name: /^Picture 2 of 2/ }).click()
  await page.getByLabel('Credit').fill('Photo: Anna Keller')
  await page.getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Picture saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await page
    .getByRole('dialog', { name: /picture 1 of 2/ })
    .getByRole('link', { name: 'squares.jpg Enlarge' })
    .click()
  const zoomDialog = page.locator('dialog.zoom')
  await expect(zoomDialog.locator('canvas').first()).toBeVisible()
  await expect(zoomDialog.locator('img')).toBeHidden()
  for (let times = 0; times < 3; times++) await page.keyboard.press('+')
  await expect.poll(() => tiles.some(isFullSize)).toBe(true)
  expect(tiles.every((path) => path.startsWith('/api/iiif/3/'))).toBe(true)
  await page.keyboard.press('0')
  await expect(zoomDialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(
    zoomDialog.getByText('2 / 2 · View · Photo: Anna Keller · The foundation’s licence'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zoomDialog).toHaveCount(0)
  // The dialog below shows the last picture.
  const below = page.getByRole('dialog', { name: /picture 2 of 2/ })
  await expect(below.getByRole('link', { name: 'back.png Enlarge' })).toBeFocused()
  expect((await fetch(`${server.url}${tiles[0]}`)).status).toBe(404)
})
