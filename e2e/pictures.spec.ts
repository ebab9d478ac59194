import { api, type ItemDetail } from '@vitrine/contract'
import { createPhoto, dropFiles, type TestFile } from './files.ts'
import { addItem, createClient, uniqueName } from './items.ts'
import { expect, type Locator, type Page, type TestServer, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Pictures' })
const tiles = (page: Page) => block(page).getByRole('button', { name: /^Picture \d+ of/ })
const chooser = (page: Page) => page.getByLabel('Further pictures')
const form = (page: Page) => page.getByRole('form', { name: 'Picture' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
const longText = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long text.`).join('\n')
const broken: TestFile = {
  name: 'notes.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('no picture at all'),
}

/** The part of a DOM element that is used here; the project has no DOM types. */
interface LabelledElement {
  getAttribute(name: string): string | null
}

async function readPictures(server: TestServer, id: number): Promise<ItemDetail['pictures']> {
  const staff = await createClient(server)
  return (await staff.call(api.inventory.details, { params: { id } })).pictures
}

/** Expects the tiles on the screen to show these files, from left to right. */
const expectOrder = (page: Page, ...fileNames: string[]) =>
  expect
    .poll(() =>
      tiles(page).evaluateAll((elements: LabelledElement[]) =>
        elements.map((element) => element.getAttribute('aria-label')?.split(', ')[1]),
      ),
    )
    .toEqual(fileNames)

/**
 * Presses a key twice at the focus inside the page, because keys sent one by one may arrive with a
 * pause on a busy machine, which makes them two moves.
 */
const pressTwice = (page: Page, key: string) =>
  page.evaluate(`(() => {
    const event = { key: '${key}', bubbles: true, cancelable: true }
    for (let times = 0; times < 2; times++)
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))
  })()`)

/** Drags the centre of an element by mouse to the right end of another one. */
async function dragToRightEnd(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('the elements are not on the screen')
  await page.mouse.move(start.x + start.width / 2, start.y + 30)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 10, end.y + 30, { steps: 5 })
  await page.mouse.up()
}

test('an employee chooses or drops a picture and uploads it to the page and the list', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const tags = { artist: 'Anna Keller', provenance: longText }
  const id = await addItem(server, {
    type: 'art',
    identifier,
    name: 'A clock',
    description: longText,
    tags,
  })
  const coverChooser = page.getByLabel('Picture', { exact: true })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const cover = page.getByRole('img', { name: 'A clock' })
  const readShownVersion = async () => (await cover.getAttribute('src'))?.split('v=')[1] ?? 'none'
  const listLink = page.getByRole('link', { name: 'La Grange' })
  const keepEditing = () =>
    page
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
  const [front, back] = [await createPhoto('front.png'), await createPhoto('back.png')]
  let uploadCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/inventory/upload-image')) uploadCount++
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('a chosen picture is shown but not sent; without a file Upload does nothing', async () => {
    await expect(coverChooser).toHaveAttribute('accept', 'image/*')
    await upload.click()
    await coverChooser.setInputFiles(front)
    await expect(page.getByRole('img', { name: 'Preview of front.png' })).toBeVisible()
    await expect(page.getByText('Not uploaded yet')).toBeVisible()
    await listLink.click()
    await keepEditing()
    await page.getByRole('button', { name: 'Cancel front.png' }).click()
    await expect(page.getByText('No picture yet.')).toBeVisible()
    await expect(coverChooser).toHaveValue('')
  })
  await test.step('only one picture can be dropped', async () => {
    await dropFiles(page, page.getByText('No picture yet.'), [front, back])
    await expect(page.getByRole('alert')).toContainText('Please drop a single picture here.')
    await dropFiles(page, page.getByText('No picture yet.'), [front])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(coverChooser).toHaveValue(/front\.png$/)
    expect(uploadCount).toBe(0)
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
    await coverChooser.setInputFiles(broken)
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
    await coverChooser.setInputFiles(front)
    await upload.click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(coverChooser).toHaveValue('')
    await expect(upload).toBeFocused()
    await coverChooser.setInputFiles(back)
    await upload.click()
    await expect(tiles(page).first()).toHaveAccessibleName(/back\.png/)
    await expect(tiles(page).nth(1)).toHaveAccessibleName(/front\.png/)
    expect((await fetch(`${server.url}/api/image/${id}`)).headers.get('etag')).toContain(
      await readShownVersion(),
    )
    await undo(page).click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(tiles(page).first()).toHaveAccessibleName(/front\.png/)
    await coverChooser.setInputFiles(back)
    await upload.click()
    await expect(tiles(page)).toHaveCount(2)
  })
  await test.step('a picture that the item already has moves to the front, and back by Undo', async () => {
    await coverChooser.setInputFiles(front)
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
      coverChooser,
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
  const version = await readShownVersion()
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
  await expectOrder(page, 'front.png', 'back.png', 'crack.png')

  await test.step('two key presses are one move, which is undone as one', async () => {
    const handle = page.getByRole('button', {
      name: 'Move crack.png: drag, or press arrow left or right',
    })
    await handle.focus()
    await pressTwice(page, 'ArrowLeft')
    await expectOrder(page, 'crack.png', 'front.png', 'back.png')
    await expect(handle).toBeFocused()
    await expect(page.getByText('crack.png is number 1 of 3.')).toBeAttached()
    const crack = (await readPictures(server, id)).find(({ fileName }) => fileName === 'crack.png')
    await expect(page.getByRole('img', { name: 'A clock' })).toHaveAttribute(
      'src',
      new RegExp(`${crack?.name}$`),
    )
    await expect(page.getByText('This is the first picture now.')).toBeVisible()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText('First picture')).toHaveCount(1)
    await expect(history.getByText('Place of')).toHaveCount(0)
    await undo(page).click()
    await expectOrder(page, 'front.png', 'back.png', 'crack.png')
  })

  await test.step('a picture dragged by mouse is saved at its new place and does not open', async () => {
    await dragToRightEnd(page, tiles(page).nth(0), tiles(page).nth(1))
    await expectOrder(page, 'back.png', 'front.png', 'crack.png')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const readSavedOrder = async () =>
      (await readPictures(server, id)).map(({ fileName }) => fileName)
    await expect.poll(readSavedOrder).toEqual(['back.png', 'front.png', 'crack.png'])
  })

  await test.step('a description is saved with its picture; one of damage is not public', async () => {
    await tiles(page).nth(2).click()
    await form(page).getByLabel('Kind').selectOption('Condition')
    await expect(form(page).getByLabel('Shown to visitors')).not.toBeChecked()
    await form(page).getByLabel('Credit').fill('Anna Keller, Atelier für Fotografie')
    await form(page).getByLabel('Licence').selectOption('CC BY-SA 4.0')
    await form(page).getByLabel('German').fill('Ein Riss im Gehäuse der Uhr.')
    await form(page).getByRole('button', { name: 'Save Picture' }).click()
    await expect(page.getByText('Picture saved.')).toBeVisible()
    await expect(form(page).getByRole('button', { name: 'Save Picture' })).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Close' })).toBeFocused()
    expect((await readPictures(server, id))[2]).toMatchObject({
      kind: 'condition',
      credit: 'Anna Keller, Atelier für Fotografie',
      licence: 'CC-BY-SA-4.0',
      public: false,
      alt: { fr: '', de: 'Ein Riss im Gehäuse der Uhr.', en: '' },
    })
  })

  await test.step('arrow keys lead to the other pictures, except in a text field', async () => {
    const dialog = page.getByRole('dialog', { name: 'picture 3 of 3' })
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
  })

  const remove = page.getByRole('button', { name: 'Remove' })
  await test.step('removing right after saving is no conflict, and a double click removes one picture', async () => {
    const detailsReleased = Promise.withResolvers<void>()
    await page.route('**/api/inventory/details/*', async (route) => {
      await detailsReleased.promise
      await route.continue()
    })
    await form(page).getByRole('button', { name: 'Save Picture' }).click()
    await expect(remove).toBeDisabled()
    detailsReleased.resolve()
    await remove.dblclick()
    await expect(page.getByText('Picture removed.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectOrder(page, 'front.png', 'crack.png')
  })

  await test.step('Undo restores a picture in its place; a key removes one, too', async () => {
    await undo(page).click()
    await expectOrder(page, 'back.png', 'front.png', 'crack.png')
    await expect(tiles(page).nth(2)).toHaveAccessibleName(
      'Picture 3 of 3: Condition, crack.png, not shown to visitors',
    )
    await tiles(page).nth(1).click()
    // A key goes to the focus: the dialog handles it first, and a disabled button has none.
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
    await expect(remove).toBeEnabled()
    await remove.press('Enter')
    await expectOrder(page, 'back.png', 'crack.png')
    await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toBeFocused()
  })
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
      description: longText,
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
      const [firstPicture] = item.pictures
      if (!firstPicture) throw new Error('there is no picture')
      const kinds = ['view', 'signature', 'condition'] as const
      const credit = 'Photographie: Atelier für Konservierung und Restaurierung '.repeat(3)
      const pictures = Array.from({ length: 40 }, (_, index) => {
        const name = `${firstPicture.name.slice(0, 14)}${index + 10}`
        return {
          ...firstPicture,
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
