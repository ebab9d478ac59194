import type { ItemDetail } from '@vitrine/contract'
import { createPhoto, dropFiles, type TestFile } from './files.ts'
import { addItem, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const tiles = (page: Page) => block(page).getByRole('button', { name: /^Picture \d+ of/ })
const chooser = (page: Page) => page.getByLabel('Further pictures')
const form = (page: Page) => page.getByRole('form', { name: 'Picture' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
const text = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long text.`).join('\n')
const broken: TestFile = {
  name: 'notes.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('no picture at all'),
}

interface Labelled {
  getAttribute(name: string): string | null
}

async function readDetails(server: TestServer, id: number): Promise<ItemDetail> {
  const { token } = JSON.parse(await server.signInInfo('root'))
  const headers = { authorization: `Bearer ${token}` }
  return (
    await fetch(`${server.url}/api/inventory/details/${id}`, { headers })
  ).json() as Promise<ItemDetail>
}

test('an employee chooses or drops a picture and uploads it to the page and the list', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const tags = { artist: 'Anna Keller', provenance: text }
  const id = await addItem(server, {
    type: 'art',
    identifier,
    name: 'A clock',
    description: text,
    tags,
  })
  const chooserOfOne = page.getByLabel('Picture', { exact: true })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const cover = page.getByRole('img', { name: 'A clock' })
  const versionShown = async () => (await cover.getAttribute('src'))?.split('v=')[1] ?? 'none'
  const listLink = page.getByRole('link', { name: 'La Grange' })
  const keepEditing = () =>
    page
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
  const [front, back] = [await createPhoto('front.png'), await createPhoto('back.png')]
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/inventory/upload-image')) sent++
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('a chosen picture is shown but not sent; without a file Upload does nothing', async () => {
    await expect(chooserOfOne).toHaveAttribute('accept', 'image/*')
    await upload.click()
    await chooserOfOne.setInputFiles(front)
    await expect(page.getByRole('img', { name: 'Preview of front.png' })).toBeVisible()
    await expect(page.getByText('Not uploaded yet')).toBeVisible()
    await listLink.click()
    await keepEditing()
    await page.getByRole('button', { name: 'Cancel front.png' }).click()
    await expect(page.getByText('No picture yet.')).toBeVisible()
    await expect(chooserOfOne).toHaveValue('')
  })
  await test.step('only one picture can be dropped', async () => {
    await dropFiles(page, page.getByText('No picture yet.'), [front, back])
    await expect(page.getByRole('alert')).toContainText('Please drop a single picture here.')
    await dropFiles(page, page.getByText('No picture yet.'), [front])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(chooserOfOne).toHaveValue(/front\.png$/)
    expect(sent).toBe(0)
  })
  await test.step('an upload shows its progress, asks before leaving, and can be cancelled', async () => {
    await page.route('**/api/inventory/upload-image', () => undefined)
    await upload.click()
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('front.png: progress')
    await listLink.click()
    await keepEditing()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancel front.png' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('Not uploaded yet')).toBeVisible()
    await page.unroute('**/api/inventory/upload-image')
  })
  await test.step('a failed upload says why, even without a server, and Upload retries the same file', async () => {
    const alert = page.getByRole('alert')
    await page.route('**/*', (route) => route.abort())
    await upload.click()
    await expect(alert).toHaveText(
      'Image Upload failed front.png: The server can’t be reached. Please check your connection and try again.',
    )
    await chooser(page).setInputFiles({ ...front, name: 'more.png' })
    await expect(alert.filter({ hasText: 'more.png' })).toContainText(
      'The server can’t be reached.',
    )
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Dismiss more.png' }).click()
    await chooserOfOne.setInputFiles(broken)
    await expect(alert).toHaveCount(0)
    const preview = page.getByText('This browser can’t preview this file.')
    await expect(preview).toBeVisible()
    for (let times = 0; times < 2; times++) {
      await upload.click()
      await expect(alert).toContainText('Image Upload failed notes.jpg: This file is not a picture')
      // The item's own picture is shown again.
      await expect(preview).toHaveCount(0)
    }
  })
  await test.step('an uploaded picture is first and the former one second; Undo reverses that', async () => {
    await chooserOfOne.setInputFiles(front)
    await upload.click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(chooserOfOne).toHaveValue('')
    await expect(upload).toBeFocused()
    await chooserOfOne.setInputFiles(back)
    await upload.click()
    await expect(tiles(page).first()).toHaveAccessibleName(/back\.png/)
    await expect(tiles(page).nth(1)).toHaveAccessibleName(/front\.png/)
    expect((await fetch(`${server.url}/api/image/${id}`)).headers.get('etag')).toContain(
      await versionShown(),
    )
    await undo(page).click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(tiles(page).first()).toHaveAccessibleName(/front\.png/)
    await chooserOfOne.setInputFiles(back)
    await upload.click()
    await expect(tiles(page)).toHaveCount(2)
  })
  await test.step('a picture that the item already has moves to the front, and back by Undo', async () => {
    await chooserOfOne.setInputFiles(front)
    await upload.click()
    await expect(tiles(page).first()).toHaveAccessibleName(/front\.png/)
    await expect(page.getByText('This is the first picture now.')).toBeVisible()
    await undo(page).click()
    await expect(tiles(page).first()).toHaveAccessibleName(/back\.png/)
    await expect(tiles(page)).toHaveCount(2)
  })
  await test.step('specified parts stay on the first screen, however long the texts are', async () => {
    await page.evaluate('scrollTo(0, 0)')
    const headings = await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .allTextContents()
    expect(headings.slice(0, 5)).toEqual([
      'Info',
      'Attributes',
      'Factsheets',
      'Comments',
      'Condition',
    ])
    for (const part of [
      page.getByRole('button', { name: 'Edit info' }),
      chooserOfOne,
      upload,
      page.getByRole('link', { name: 'Search the web' }),
      page.getByRole('button', { name: /^Edit Artist/ }),
      page.getByRole('link', { name: 'Web factsheet' }),
      page.getByRole('link', { name: 'A6 Info Card' }),
      page.getByRole('link', { name: 'QR code (PNG)' }),
      page.getByLabel('New comment'),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Edit Description/ })).toHaveText(/Line 39/)
    await expect(page.getByRole('button', { name: /^(Show all|\+)/ })).toHaveCount(0)
  })
  const version = await versionShown()
  await listLink.click()
  await page.getByLabel('Filter the items').fill(identifier)
  await expect(page.locator(`img[src*="thumbnail/${id}?v=${version}"]`)).toBeVisible()
  await test.step('a missing picture has a fallback wherever it is shown', async () => {
    await page.route('**/api/image/**', (route) => route.fulfill({ status: 404 }))
    await page.goto(`/inventory/art?filter=${identifier}`)
    for (const view of ['Grid', 'List']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expect(page.getByText(identifier).first()).toBeVisible()
      await expect(page.locator('main img')).toHaveCount(0)
    }
    await page.getByRole('link', { name: identifier }).click()
    await expect(page.getByText('The picture could not be loaded.')).toBeVisible()
    // The strip is loaded once it is near the viewport.
    await tiles(page).first().scrollIntoViewIfNeeded()
    await expect(tiles(page).locator('img')).toHaveCount(0)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('figure').first().scrollIntoViewIfNeeded()
    await expect(history.locator('img')).toHaveCount(0)
    await tiles(page).first().click()
    await expect(
      page.getByRole('dialog').getByText('The picture could not be loaded.'),
    ).toBeVisible()
  })
})

test('several pictures are dropped; a failed one says why, can be retried and blocks no others', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addItem(server, { type: 'art', identifier: uniqueName('LG'), name: 'A clock' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const [front, back] = [await createPhoto('front.png'), await createPhoto('back.png')]
  await dropFiles(page, page.getByRole('button', { name: 'Add pictures' }), [front, broken, back])
  await expect(tiles(page)).toHaveCount(2)
  await expect(tiles(page).first()).toHaveAccessibleName(
    'Picture 1 of 2: View, front.png, without alternative text',
  )
  await expect(block(page).getByRole('alert')).toContainText(
    'Image Upload failed notes.jpg: This file is not a picture',
  )
  await expect(page.getByText('2 pictures uploaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again: notes.jpg' }).click()
  await expect(block(page).getByRole('alert')).toContainText('notes.jpg')
  await page.getByRole('button', { name: 'Dismiss notes.jpg' }).click()
  await expect(block(page).getByRole('alert')).toHaveCount(0)

  await undo(page).click()
  await expect(page.getByText('No picture yet.')).toBeVisible()

  // Two are uploaded at a time and the third waits; each can be cancelled, and leaving asks first.
  const more = [front, back, await createPhoto('side.png')]
  await chooser(page).setInputFiles(front)
  await expect(tiles(page)).toHaveCount(1)
  const uploadsReleased = Promise.withResolvers<void>()
  await page.route('**/api/inventory/add-picture', async (route) => {
    await uploadsReleased.promise
    await route.continue().catch(() => undefined)
  })
  await chooser(page).setInputFiles(more)
  await expect(page.getByRole('progressbar')).toHaveCount(2)
  await expect(block(page).getByText('Waiting')).toBeVisible()
  await page.getByRole('link', { name: 'La Grange' }).click()
  await page
    .getByRole('dialog', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await page.getByRole('button', { name: 'Cancel back.png' }).click()
  await expect(page.getByRole('progressbar', { name: 'side.png: progress' })).toBeVisible()
  uploadsReleased.resolve()
  await expect(tiles(page)).toHaveCount(2)
  // Identical content is reported, not stored twice.
  await expect(block(page).getByText('front.png is here already: it is picture 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss the note about front.png' }).click()

  // A picture that arrives out of order keeps its place.
  await page.unroute('**/api/inventory/add-picture')
  await page.route('**/api/inventory/add-picture', async (route) => {
    if (route.request().postDataBuffer()?.includes('slow.png'))
      await expect(tiles(page)).toHaveCount(3)
    await route.continue()
  })
  await chooser(page).setInputFiles([await createPhoto('slow.png'), await createPhoto('quick.png')])
  await expect(tiles(page).nth(3)).toHaveAccessibleName(/quick\.png/)
  await expect(tiles(page).nth(2)).toHaveAccessibleName(/slow\.png/)

  const other = await addItem(server, { type: 'art', identifier: uniqueName('LG') })
  await page.goto(`/inventory-detail/${other}`)
  await chooser(page).setInputFiles(front)
  const note = block(page).getByText('front.png looks like a picture of')
  await expect(note).toBeVisible()
  await note.getByRole('link', { name: 'A clock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A clock' })).toBeVisible()
})

test('an employee orders pictures by keys and mouse, describes, removes and restores them', async ({
  page,
  server,
  signInAs,
}) => {
  const id = await addItem(server, { type: 'art', identifier: uniqueName('LG'), name: 'A clock' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await chooser(page).setInputFiles(
    await Promise.all(['front.png', 'back.png', 'crack.png'].map(createPhoto)),
  )
  const order = () =>
    tiles(page).evaluateAll((all: Labelled[]) =>
      all.map((tile) => tile.getAttribute('aria-label')?.split(', ')[1]),
    )
  const expectOrder = (...names: string[]) => expect.poll(order).toEqual(names)
  await expectOrder('front.png', 'back.png', 'crack.png')

  const handle = page.getByRole('button', {
    name: 'Move crack.png: drag, or press arrow left or right',
  })
  await handle.focus()
  // Pressed at once, because steps with a pause would be two moves.
  await Promise.all([page.keyboard.press('ArrowLeft'), page.keyboard.press('ArrowLeft')])
  await expectOrder('crack.png', 'front.png', 'back.png')
  await expect(handle).toBeFocused()
  await expect(page.getByText('crack.png is number 1 of 3.')).toBeAttached()
  const names = Object.fromEntries(
    (await readDetails(server, id)).pictures.map(({ fileName, name }) => [fileName, name]),
  )
  await expect(page.getByRole('img', { name: 'A clock' })).toHaveAttribute(
    'src',
    new RegExp(`${names['crack.png']}$`),
  )
  // Both steps were one move.
  await expect(page.getByText('This is the first picture now.')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('First picture')).toHaveCount(1)
  await expect(history.getByText('Place of')).toHaveCount(0)
  await undo(page).click()
  await expectOrder('front.png', 'back.png', 'crack.png')

  const [from, to] = [
    await tiles(page).nth(0).boundingBox(),
    await tiles(page).nth(1).boundingBox(),
  ]
  if (!from || !to) throw new Error('the pictures are not on the screen')
  await page.mouse.move(from.x + 30, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width - 10, to.y + 30, { steps: 5 })
  await page.mouse.up()
  await expectOrder('back.png', 'front.png', 'crack.png')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const savedOrder = async () =>
    (await readDetails(server, id)).pictures.map(({ fileName }) => fileName)
  await expect.poll(savedOrder).toEqual(['back.png', 'front.png', 'crack.png'])

  // The description is saved with its picture; a picture of damage is not public by default.
  await tiles(page).nth(2).click()
  const dialog = page.getByRole('dialog', { name: 'picture 3 of 3' })
  await form(page).getByLabel('Kind').selectOption('Condition')
  await expect(form(page).getByLabel('Shown to visitors')).not.toBeChecked()
  await form(page).getByLabel('Credit').fill('Anna Keller, Atelier für Fotografie')
  await form(page).getByLabel('Licence').selectOption('CC BY-SA 4.0')
  await form(page).getByLabel('German').fill('Ein Riss im Gehäuse der Uhr.')
  await form(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Picture saved.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Save Picture' })).toBeDisabled()
  await expect(form(page).getByRole('button', { name: 'Close' })).toBeFocused()
  expect((await readDetails(server, id)).pictures[2]).toMatchObject({
    kind: 'condition',
    credit: 'Anna Keller, Atelier für Fotografie',
    licence: 'CC-BY-SA-4.0',
    public: false,
    alt: { fr: '', de: 'Ein Riss im Gehäuse der Uhr.', en: '' },
  })

  // Arrow keys lead to the other pictures, except in a text field.
  await dialog.getByRole('button', { name: 'Next picture' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'picture 1 of 3' })).toBeVisible()
  await form(page).getByLabel('English').fill('The back')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await page
    .getByRole('dialog', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(form(page).getByLabel('English')).toHaveValue('The back')
  // Removing right after saving is no conflict, and a double click removes one picture.
  const remove = page.getByRole('button', { name: 'Remove' })
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/inventory/details/*', async (route) => {
    await answered.promise
    await route.continue()
  })
  await form(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(remove).toBeDisabled()
  answered.resolve()
  await remove.dblclick()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectOrder('front.png', 'crack.png')
  await undo(page).click()
  await expectOrder('back.png', 'front.png', 'crack.png')
  await expect(tiles(page).nth(2)).toHaveAccessibleName(
    'Picture 3 of 3: Condition, crack.png, not shown to visitors',
  )
  await tiles(page).nth(1).click()
  // A key goes to the focus: the dialog handles it first, and a disabled button has none.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await expect(remove).toBeEnabled()
  await remove.press('Enter')
  await expectOrder('back.png', 'crack.png')
  await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toBeFocused()
})

test.describe('on a phone', { tag: '@only-with-all' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an employee takes photos and orders them by touch; many are folded', async ({
    page,
    server,
    signInAs,
  }) => {
    const id = await addItem(server, {
      type: 'car',
      identifier: uniqueName('LM'),
      name: 'Fiat',
      description: text,
    })
    const camera = page.locator('input[capture="environment"]')
    const expectInWindow = async () =>
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
    await signInAs('employee')
    await page.goto(`/inventory-detail/${id}`)
    await test.step('a bar links to the comments', async () => {
      await expect(page.getByLabel('New comment')).not.toBeInViewport()
      await page
        .getByRole('navigation', { name: 'Parts of this page' })
        .getByRole('button', { name: 'Comments' })
        .tap()
      await expect(page.getByLabel('New comment')).toBeInViewport()
      await expectInWindow()
    })
    await test.step('a photo of damage is for staff from the start', async () => {
      await expect(page.getByRole('button', { name: 'Take photo' })).toBeVisible()
      await expect(camera).toHaveAttribute('accept', 'image/*')
      await camera.setInputFiles(await createPhoto('front.jpg'))
      await expect(tiles(page)).toHaveCount(1)
      await page.getByLabel('New pictures are of the kind').selectOption('New pictures: Condition')
      await expect(block(page).getByText('Visitors won’t see them.')).toBeVisible()
      await camera.setInputFiles(await createPhoto('Rückseite mit Ausstellungsetiketten.jpg'))
      await expect(tiles(page)).toHaveCount(2)
      await expect(tiles(page).nth(1)).toHaveAccessibleName(
        /Condition, Rückseite.*, not shown to visitors/,
      )
    })

    const handle = page.getByRole('button', { name: /^Move Rückseite/ })
    await handle.scrollIntoViewIfNeeded()
    const [from, to] = [await handle.boundingBox(), await tiles(page).first().boundingBox()]
    if (!from || !to) throw new Error('the pictures are not on the screen')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    await touch('touchStart', from.x + 10, from.y + 10)
    for (const x of [from.x - 20, to.x + 10]) await touch('touchMove', x, from.y + 5)
    await touch('touchEnd', 0, 0)
    await expect(tiles(page).first()).toHaveAccessibleName(/Rückseite/)
    await expect(page.getByText('This is the first picture now.')).toBeVisible()
    await expect(block(page).getByText('Visitors see picture 2 first.')).toBeVisible()
    await undo(page).click()
    await expect(block(page).getByText('Visitors see')).toHaveCount(0)
    await expect(tiles(page).first()).toHaveAccessibleName(/front/)

    await page.route(`**/api/inventory/details/${id}`, async (route) => {
      const item = (await (await route.fetch()).json()) as ItemDetail
      const [one] = item.pictures
      if (!one) throw new Error('there is no picture')
      const kinds = ['view', 'signature', 'condition'] as const
      const credit = 'Photographie: Atelier für Konservierung und Restaurierung '.repeat(3)
      const pictures = Array.from({ length: 40 }, (_, index) => {
        const name = `${one.name.slice(0, 14)}${index + 10}`
        return {
          ...one,
          name,
          fileName: `${index}.jpg`,
          kind: kinds[index % 3],
          public: index % 3 < 2,
          credit,
        }
      })
      await route.fulfill({ json: { ...item, pictures } })
    })
    await page.reload()
    await expect(tiles(page)).toHaveCount(10)
    await page.getByRole('button', { name: 'Show all 40 pictures' }).tap()
    await expect(tiles(page)).toHaveCount(40)
    await tiles(page).nth(1).tap()
    await expect(form(page)).toBeVisible()
    await expectInWindow()
  })
})
