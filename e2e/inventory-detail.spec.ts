import { readFile } from 'node:fs/promises'
import { axeFindings, desk, phone, wcag } from './axe.ts'
import { addItem, picture, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const info = (page: Page) => page.getByRole('region', { name: 'Info' })
const attributes = (page: Page) => page.getByRole('region', { name: 'Attributes' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

/** A second of silence, as an MP3 file: frames of the smallest rate. */
const recording = Buffer.concat(
  Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)])),
)

for (const role of ['root', 'admin', 'employee'] as const) {
  test(`${role} reads an item and edits its info`, async ({ page, house, signInAs }) => {
    const identifier = unique('LM')
    const id = await addItem(house, {
      type: 'car',
      identifier,
      name: 'Fiat 500',
      description: 'One.\nTwo.',
      tags: { year: '1963', weight_kg: '1040', units_built: '12500', units_comment: 'approx' },
    })
    await signInAs(role)
    await page.goto(`/inventory-detail/${id}`)
    await expect(heading(page, identifier)).toBeVisible()
    await expect(page).toHaveTitle(`${identifier} – Fiat 500 · Vitrine`)
    await expect(page.getByText('No picture yet.')).toBeVisible()
    await expect(info(page).getByRole('link', { name: 'Search the web' })).toHaveAttribute('href', /Fiat%20500/)
    await expect(attributes(page).getByRole('term')).toHaveText(['Year', 'Units Built', 'Weight (kg)'])
    await expect(attributes(page).getByRole('definition')).toHaveText(['1963', "~12'500", "1'040"])

    await page.getByRole('button', { name: 'Edit info' }).click()
    await expect(info(page).getByLabel('Name')).toBeFocused()
    const description = info(page).getByLabel('Description')
    await expect(description).toHaveAttribute('rows', '15')
    await description.fill('One.\n\nTwo,   and three.')
    await page.getByRole('button', { name: 'Remove Line Breaks' }).click()
    await expect(description).toHaveValue('One. Two, and three.')
    await info(page).getByLabel('Name').fill('Fiat Nuova 500')
    await page.route('**/api/inventory/save-info', async (route) => {
      await expect(description).not.toBeEditable()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save Info' }).click()
    await expect(info(page).getByText('Fiat Nuova 500')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit info' })).toBeFocused()
    await expect(info(page).getByText('One. Two, and three.')).toBeVisible()
    await expect(page).toHaveTitle(`${identifier} – Fiat Nuova 500 · Vitrine`)
    // The attributes stay as they were.
    await expect(attributes(page).getByRole('definition')).toHaveText(['1963', "~12'500", "1'040"])
    await expect(history(page).getByRole('listitem').first()).toContainText('Fiat 500 → became Fiat Nuova 500')
    await page.getByRole('link', { name: 'Le Manège' }).click()
    await expect(page).toHaveTitle('Le Manège · Vitrine')
  })
}

test('attributes: only filled ones, missing ones on demand, an emptied one goes', async ({ page, house, signInAs }) => {
  const id = await addItem(house, {
    type: 'art',
    identifier: unique('LG'),
    tags: { artist: 'Anna Keller', provenance: 'A\nB' },
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await expect(attributes(page).getByRole('term')).toHaveText(['Artist', 'Provenance'])
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  // A field with suggestions is a combobox as soon as they have come.
  const fields = attributes(page).getByRole('textbox').or(attributes(page).getByRole('combobox'))
  await expect(fields).toHaveCount(2)
  await page.getByRole('button', { name: 'Add Missing' }).click()
  await expect(page.getByRole('button', { name: 'Add Missing' })).toBeDisabled()
  await expect(attributes(page).getByLabel('Music Detail')).toHaveJSProperty('tagName', 'TEXTAREA')
  await attributes(page).getByLabel('Composer').fill('Clara Schumann')
  await attributes(page).getByLabel('Provenance').fill('')
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  await expect(attributes(page).getByRole('term')).toHaveText(['Artist', 'Composer'])
})

test('factsheets are addressed by public numbers, and visitors can be shut out', async ({
  page,
  house,
  signInAs,
  expectFault,
}) => {
  const car = await addItem(house, { type: 'car', identifier: unique('LM') })
  const art = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'Étude' })
  const number = art < 200 ? art - 100 : art
  await signInAs('employee')
  await page.goto(`/inventory-detail/${car}`)
  const block = page.getByRole('region', { name: 'Factsheets' })
  const addresses = async () =>
    Promise.all((await block.getByRole('link').all()).map((link) => link.getAttribute('href')))
  await expect(block.getByRole('link')).toHaveText(['Web factsheet', 'A4 One Pager'])
  expect(await addresses()).toEqual([`/car/${car}`, `/api/pdf-car/v7/${car}`])
  await page.goto(`/inventory-detail/${art}`)
  await expect(block.getByRole('link')).toHaveText(['Web factsheet', 'A6 Info Card', 'QR code (PNG)'])
  expect(await addresses()).toEqual([`/art/${number}`, `/api/pdf-art/v6/${number}`, `/api/public/art/qr/${number}`])

  const shown = block.getByRole('switch', { name: 'Shown to visitors' })
  await expect(shown).toBeChecked()
  await shown.click()
  await expect(history(page).getByText('Visibility')).toBeVisible()
  await page.reload()
  await expect(shown).not.toBeChecked()
  await expect(shown).toHaveAccessibleDescription(/^Hidden: visitors can’t see its page/)

  // Staff see what is behind the links all the same, in a frame that lets no script run: not even that of these stories.
  expectFault("Blocked script execution in 'about:srcdoc'")
  await block.getByRole('button', { name: 'Preview the web factsheet' }).click()
  const preview = page.getByRole('dialog').frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Étude')
  await expect(preview.getByText('La Grange')).toBeVisible()
  await page.getByLabel('Language of the visitor').selectOption('Japanese')
  await expect(preview.locator('html')).toHaveAttribute('lang', 'ja')
  await page.keyboard.press('Escape')
  for (const [name, file] of [
    ['Download the A6 Info Card', /– A6 Info Card\.pdf$/],
    ['Download the QR code', /– QR code\.png$/],
  ] as const) {
    const saved = page.waitForEvent('download')
    await block.getByRole('button', { name }).click()
    expect((await saved).suggestedFilename()).toMatch(file)
  }
})

test('the museum that borrows an item gets a PDF to read and a file for its program, also of what is not shown yet', async ({
  page,
  house,
  signInAs,
  expectFault,
}) => {
  const identifier = unique('LG')
  const id = await addItem(house, { type: 'art', identifier, name: 'Étude "au lac" & plus' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const block = page.getByRole('region', { name: 'Factsheets' })
  await block.getByRole('switch', { name: 'Shown to visitors' }).click()
  const loan = page.getByRole('region', { name: 'For a loan' })
  await expect(loan).toContainText('Location, provenance and internal notes are in neither file.')
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await loan.getByRole('button', { name }).click()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') }
  }
  const paper = await saved('Download the Object ID')
  expect(paper.name).toBe(`${identifier} – Object ID.pdf`)
  expect(paper.content.slice(0, 5)).toBe('%PDF-')
  const file = await saved('Download the EODEM file')
  expect(file.name).toBe(`${identifier} – EODEM.xml`)
  expect(file.content).toContain('Étude &quot;au lac&quot; &amp; plus')

  await page.route('**/api/inventory/loan/**', (route) =>
    route.fulfill({
      status: 404,
      json: { statusCode: 404, message: 'This item is archived. Please restore it first.' },
    }),
  )
  expectFault('404')
  await loan.getByRole('button', { name: 'Download the Object ID' }).click()
  await expect(loan.getByRole('alert')).toHaveText(
    'This could not be downloaded. This item is archived. Please restore it first.',
  )
  expect(await axeFindings(page, [desk, phone], wcag)).toEqual([])
})

test('of a withdrawn item staff see picture, player, paper and code, and strangers nothing', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LG')
  const id = await addItem(house, { type: 'art', identifier, name: 'Not yet' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Not yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await page.route('**/api/inventory/upload-recording', async (route) => {
    // A form that closes would call the upload off.
    await expect(page.getByRole('button', { name: 'Save Attributes' })).toBeDisabled()
    await route.continue()
  })
  await page
    .getByLabel('Recording', { exact: true })
    .setInputFiles({ name: 'nocturne.mp3', mimeType: 'audio/mpeg', buffer: recording })
  await expect(attributes(page).getByLabel('Mp3', { exact: true })).toHaveValue('nocturne.mp3')
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  const block = page.getByRole('region', { name: 'Factsheets' })
  await block.getByRole('switch', { name: 'Shown to visitors' }).click()
  await expect(history(page).getByText('Visibility')).toBeVisible()

  // As after a new sign-in: no cookie, and with a route in between nothing comes out of the browser's cache.
  await page.context().clearCookies()
  await page.route('**/api/{image,recording}/**', (route) => route.continue())
  await page.reload()
  const widthOf = (selector: string) => page.evaluate<number>(`document.querySelector('${selector}')?.naturalWidth`)
  await expect.poll(() => widthOf('img[alt="Not yet"]')).toBe(1)
  await expect(attributes(page).getByLabel('Recording nocturne.mp3')).toBeVisible()
  await page.evaluate(`document.querySelector('audio').play()`)
  for (const name of ['Download the A6 Info Card', 'Download the QR code']) {
    const saved = page.waitForEvent('download')
    await block.getByRole('button', { name }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.(pdf|png)$/)
  }
  await page.goto(`/inventory/art?filter=${identifier}`)
  await expect(page.getByText(identifier)).toBeVisible()
  await expect.poll(() => widthOf(`img[src*="thumbnail/${id}"]`)).toBe(1)

  for (const path of [`image/${id}`, `image/thumbnail/${id}`, `image/medium/${id}`, `recording/${id}`]) {
    expect((await fetch(`${house.url}/api/${path}`)).status).toBe(404)
  }
})

test('an upload that fails says why, also without a server, and Upload tries the same file again', async ({
  page,
  house,
  signInAs,
}) => {
  const id = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'A dot' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const chooser = page.getByLabel('Picture', { exact: true })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const alert = page.getByRole('alert')
  await expect(chooser).toHaveAttribute('accept', 'image/*')
  const dot = { name: 'dot.png', mimeType: 'image/png', buffer: picture }
  await chooser.setInputFiles(dot)
  await page.route('**/*', (route) => route.abort())
  await upload.click()
  await expect(alert).toHaveText(
    'Image Upload failed dot.png: The server can’t be reached. Please check your connection and try again.',
  )
  await page.getByLabel('Further pictures').setInputFiles({ ...dot, name: 'more.png' })
  await expect(alert.filter({ hasText: 'more.png' })).toContainText('The server can’t be reached.')
  await page.unroute('**/*')
  await page.getByRole('button', { name: 'Dismiss more.png' }).click()

  await chooser.setInputFiles({ name: 'dot.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await expect(alert).toHaveCount(0)
  await expect(page.getByText('This browser can’t show a preview of it.')).toBeVisible()
  for (let times = 0; times < 2; times++) {
    await upload.click()
    await expect(alert).toContainText('Image Upload failed dot.jpg: This file is not a picture')
  }
  await chooser.setInputFiles(dot)
  await upload.click()
  await expect(page.getByRole('img', { name: 'A dot' })).toHaveAttribute('src', new RegExp(`/api/image/${id}\\?v=.+`))
  await expect(history(page).getByText('dot.png')).toBeVisible()
})

test('an upload shows how far it is and can be stopped; a lost picture has a stand-in wherever it is shown', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LG')
  const id = await addItem(house, { type: 'art', identifier, name: 'Held up' })
  await signInAs('employee')
  await page.route('**/api/inventory/upload-image', () => undefined)
  await page.goto(`/inventory-detail/${id}`)
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
  await upload.click()
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('dot.png: progress')
  await page.getByRole('link', { name: 'La Grange' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel dot.png' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Not uploaded yet')).toBeVisible()

  await page.unroute('**/api/inventory/upload-image')
  await page.route('**/api/image/**', (route) => route.fulfill({ status: 404 }))
  await upload.click()
  const lost = page.getByText('The picture could not be loaded.')
  await expect(lost).toBeVisible()
  const tile = page.getByRole('button', { name: /^Picture 1 of 1/ })
  // It is loaded once it is near the screen.
  await tile.scrollIntoViewIfNeeded()
  await expect(tile.locator('img')).toHaveCount(0)
  await history(page).getByRole('figure').scrollIntoViewIfNeeded()
  await expect(history(page).locator('img')).toHaveCount(0)
  await tile.click()
  await expect(page.getByRole('dialog').getByText('The picture could not be loaded.')).toBeVisible()
  for (const view of ['List', 'Grid']) {
    await page.goto(`/inventory/art?filter=${identifier}`)
    await page.getByRole('button', { name: view, exact: true }).click()
    await expect(page.getByText(identifier).first()).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
  }
})

test('a recording is uploaded while editing and plays afterwards', async ({ page, house, signInAs }) => {
  const id = await addItem(house, { type: 'art', identifier: unique('LG'), tags: { artist: 'Anna Keller' } })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await attributes(page).getByLabel('Artist').fill('Anna Keller-Meier')
  await page
    .getByLabel('Recording', { exact: true })
    .setInputFiles({ name: 'nocturne.mp3', mimeType: 'audio/mpeg', buffer: recording })
  await expect(attributes(page).getByLabel('Mp3', { exact: true })).toHaveValue('nocturne.mp3')
  // What was typed meanwhile is kept, and one's own upload is no conflict.
  await expect(attributes(page).getByLabel('Artist')).toHaveValue('Anna Keller-Meier')
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  await expect(attributes(page).getByLabel('Recording nocturne.mp3')).toHaveAttribute(
    'src',
    new RegExp(`/api/recording/${id}\\?v=.+`),
  )
  await expect(attributes(page).getByText('Anna Keller-Meier')).toBeVisible()

  // An address in its place is played as well.
  const noted = 'sounds.example.org/waltz.mp3'
  await page.route(`https://${noted}`, (route) => route.fulfill({ contentType: 'audio/mpeg', body: recording }))
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await attributes(page).getByLabel('Mp3', { exact: true }).fill(`https://${noted}`)
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  const audio = attributes(page).getByLabel(`Recording https://${noted}`)
  await expect(attributes(page).getByRole('link', { name: noted })).toHaveAttribute('href', `https://${noted}`)
  await expect(audio).toBeVisible()
  await page.evaluate(`document.querySelector('audio').play()`)

  // One that no browser would play here says why.
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await attributes(page).getByLabel('Mp3', { exact: true }).fill(`http://${noted}`)
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  await expect(attributes(page)).toContainText('can’t be played: its address begins with http://')
  await expect(attributes(page).locator('audio')).toHaveCount(0)
})

test('two people edit one item: both versions are shown, and nothing typed is lost', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LM')
  const id = await addItem(house, { type: 'car', identifier, name: 'Fiat', description: 'Small.' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit info' }).click()
  await info(page).getByLabel('Name').fill('Fiat, mine')
  await post(house, 'root', '/inventory/save-info', {
    itemId: id,
    data: { identifier, name: 'Fiat, theirs', description: 'Small and round.' },
  })
  await page.getByRole('button', { name: 'Save Info' }).click()

  const conflict = info(page).getByRole('alert')
  await expect(conflict).toContainText('Claire Aebischer saved this item')
  const name = conflict.getByRole('group', { name: 'Name' })
  await expect(conflict).toBeInViewport()
  await expect(name.getByRole('radio', { name: /Yours Fiat, mine/ })).toBeChecked()
  const description = conflict.getByRole('group', { name: 'Description' })
  await expect(description.getByRole('radio', { name: /By Claire Aebischer Small and round/ })).toBeChecked()
  await expect(info(page).getByLabel('Name', { exact: true })).toHaveValue('Fiat, mine')
  await name.getByRole('radio', { name: /By Claire/ }).check()
  await expect(info(page).getByLabel('Name', { exact: true })).toHaveValue('Fiat, theirs')
  await name.getByRole('radio', { name: /Yours/ }).check()
  await page.getByRole('button', { name: 'Save Info' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(info(page).getByText('Fiat, mine')).toBeVisible()
  await expect(info(page).getByText('Small and round.')).toBeVisible()
})

test('a change elsewhere in the item is no conflict', async ({ page, house, signInAs }) => {
  const identifier = unique('LM')
  const id = await addItem(house, { type: 'car', identifier, name: 'Fiat', tags: { year: '1963' } })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await attributes(page).getByLabel('Year').fill('1964')
  const data = { identifier, name: 'Fiat Nuova', description: '' }
  await post(house, 'root', '/inventory/save-info', { itemId: id, data })
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  await expect(attributes(page).getByRole('definition')).toHaveText(['1964'])
  await expect(info(page).getByText('Fiat Nuova')).toBeVisible()
})

test('unsaved edits ask before they are left behind', async ({ page, house, signInAs }) => {
  const id = await addItem(house, { type: 'car', identifier: unique('LM'), name: 'Fiat', tags: { year: '1963' } })
  await signInAs('employee')
  await page.goto('/')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit info' }).click()
  await info(page).getByLabel('Name').fill('Half typed')
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await attributes(page).getByLabel('Year').fill('1')
  await page.getByLabel('New comment').fill('Not saved either')
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await home.click()
  // Once, however many forms there are.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(info(page).getByLabel('Name')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'employee@example.org' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await home.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})

test('the history shows what changed of a long text', async ({ page, house, signInAs }) => {
  const identifier = unique('LM')
  const id = await addItem(house, { type: 'car', identifier, name: 'First name', description: 'Word '.repeat(200) })
  const data = { identifier, name: 'Second name', description: `${'Word '.repeat(100)}changed ${'Word '.repeat(99)}` }
  await post(house, 'admin', '/inventory/save-info', { itemId: id, data })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const newest = history(page).getByRole('listitem').first()
  await expect(newest).toContainText('Matthias Zurbriggen')
  // Of a long text only what changed, with a little around it.
  await expect(newest.locator('ins')).toContainText('changed')
  expect((await newest.textContent())?.length).toBeLessThan(500)
})

test('a taken identifier is told in the form', async ({ page, house, signInAs }) => {
  const taken = unique('LM')
  await addItem(house, { type: 'car', identifier: taken })
  const id = await addItem(house, { type: 'car', identifier: unique('LM') })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit info' }).click()
  await info(page).getByLabel('Identifier').fill(taken)
  await page.getByRole('button', { name: 'Save Info' }).click()
  await expect(page.getByRole('alert')).toContainText('Another item already has this identifier.')
  await expect(info(page).getByLabel('Identifier')).toHaveValue(taken)
})

test('a missing item is a plain page', async ({ page, signInAs }) => {
  await signInAs('employee')
  for (const id of ['999999', 'abc', '0']) {
    await page.goto(`/inventory-detail/${id}`)
    await expect(heading(page, 'Not found')).toBeVisible()
  }
})
