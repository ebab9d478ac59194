import { readFile } from 'node:fs/promises'
import { toPublicNumber } from '@vitrine/contract'
import { addItem, ensureHalls, postAs, tinyPicture, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const info = (page: Page) => page.getByRole('region', { name: 'Info' })
const attributes = (page: Page) => page.getByRole('region', { name: 'Attributes' })
const factsheets = (page: Page) => page.getByRole('region', { name: 'Factsheets' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const value = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`^Edit ${label}( \\(|:|$)`) })
const shownToVisitors = (page: Page) =>
  factsheets(page).getByRole('switch', { name: 'Shown to visitors' })
const longText = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long text.`).join('\n')

/** One second of silence as MP3, at the lowest bit rate. */
const recording = Buffer.concat(
  Array.from({ length: 40 }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)]),
  ),
)

/** Presses a button and returns the file that it downloads. */
async function downloadBy(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') }
}

test('an employee reads an item and edits its info and attributes with the pencil', async ({
  page,
  server,
  signInAs,
}) => {
  const [identifier, taken, body] = [
    uniqueName('LM'),
    uniqueName('LM'),
    uniqueName('Shooting brake'),
  ]
  await addItem(server, { type: 'car', identifier: taken, tags: { body } })
  const tags = { year: '1963', weight_kg: '1040', units_built: '12500', units_comment: 'approx' }
  const item = { identifier, name: 'Fiat 500', description: 'Word '.repeat(200) }
  const itemId = await addItem(server, { type: 'car', ...item, tags })
  const data = { ...item, description: `${'Word '.repeat(100)}changed ${'Word '.repeat(99)}` }
  await postAs(server, 'admin', '/inventory/save-info', { itemId, data })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${itemId}`)
  const values = attributes(page).getByRole('definition')
  const newest = history(page).getByRole('listitem').first()

  await test.step('only filled attributes are shown, with grouped numbers and ~ for approximate counts', async () => {
    await expect(title(page)).toHaveText(`${identifier} Fiat 500`)
    await expect(page).toHaveTitle(`${identifier} – Fiat 500 · Vitrine`)
    await expect(page.getByText('No picture yet.')).toBeVisible()
    await expect(info(page).getByRole('link', { name: 'Search the web' })).toHaveAttribute(
      'href',
      /Fiat%20500/,
    )
    await expect(attributes(page).getByRole('term')).toHaveText([
      'Year',
      'Units Built',
      'Weight (kg)',
    ])
    await expect(values).toHaveText(['1963', "~12'500", "1'040"])
  })
  await test.step('the history of a long text shows the change with some context', async () => {
    await expect(newest).toContainText('Matthias Zurbriggen')
    await expect(newest.locator('ins')).toContainText('changed')
    expect((await newest.textContent())?.length).toBeLessThan(500)
  })
  await test.step('a taken identifier is reported in the form, which keeps the typed text', async () => {
    await button(page, 'Edit info').click()
    await expect(info(page).getByLabel('Name')).toBeFocused()
    await info(page).getByLabel('Identifier').fill(taken)
    await button(page, 'Save Info').click()
    await expect(page.getByRole('alert')).toContainText('Another item already has this identifier.')
    await expect(info(page).getByLabel('Identifier')).toHaveValue(taken)
    await info(page).getByLabel('Identifier').fill(identifier)
  })
  await test.step('line breaks are removed; the form is locked while it is saved', async () => {
    const description = info(page).getByLabel('Description')
    await expect(description).toHaveAttribute('rows', '15')
    await description.fill('One.\n\nTwo,   and three.')
    await button(page, 'Remove Line Breaks').click()
    await expect(description).toHaveValue('One. Two, and three.')
    await info(page).getByLabel('Name').fill('Fiat Nuova 500')
    await page.route('**/api/inventory/save-info', async (route) => {
      await expect(description).not.toBeEditable()
      await route.continue()
    })
    await button(page, 'Save Info').click()
    await expect(info(page).getByText('Fiat Nuova 500')).toBeVisible()
    await expect(button(page, 'Edit info')).toBeFocused()
    await expect(info(page).getByText('One. Two, and three.')).toBeVisible()
    await expect(page).toHaveTitle(`${identifier} – Fiat Nuova 500 · Vitrine`)
    await expect(values).toHaveText(['1963', "~12'500", "1'040"])
    await expect(newest).toContainText('Fiat 500 → became Fiat Nuova 500')
  })
  await test.step('used values are suggested; an implausible one is saved as typed, with a warning', async () => {
    await button(page, 'Edit attributes').click()
    await button(page, 'Add Missing').click()
    const weight = attributes(page).getByLabel('Weight (kg)')
    await expect(weight).toHaveAttribute('inputmode', 'decimal')
    await weight.fill('ninety')
    await expect(page.getByText('This is not a plain number.')).toBeVisible()
    await attributes(page).getByLabel('Year', { exact: true }).fill('19244')
    await expect(page.getByText('For a car, a year between')).toBeVisible()
    await attributes(page).getByLabel('Body').focus()
    await expect(page.locator(`datalist option[value="${body}"]`)).toBeAttached()
    await button(page, 'Save Attributes').click()
    await expect(values).toHaveText(['19244', "~12'500", 'ninety'])
  })
  await page.getByRole('link', { name: 'Le Manège' }).click()
  await expect(page).toHaveTitle('Le Manège · Vitrine')
})

test('a known value is corrected from Home in four interactions and undone in one', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LM')
  const tags = { year: '1963', location: 'Saal 3', weight_kg: '1040' }
  const id = await addItem(server, { type: 'car', identifier, name: 'Citroën Torpedo', tags })
  await ensureHalls(server, 'Saal 4')
  const field = attributes(page).getByLabel('Location', { exact: true })
  await signInAs('employee')
  await page.goto('/')
  await title(page).waitFor()
  await test.step('the palette finds an item by keys typed at once; the value is edited in place', async () => {
    await page.keyboard.press('Control+k') // interaction 1
    await page.keyboard.type(identifier.toLowerCase())
    await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue(
      identifier.toLowerCase(),
    )
    await expect(page.getByRole('dialog').getByText(`${identifier} Citroën Torpedo`)).toBeVisible()
    await page.keyboard.press('Enter') // interaction 2
    await value(page, 'Location').click() // interaction 3
    await expect(field).toBeFocused()
    await field.fill('Depot Nord')
    await page.keyboard.press('Enter') // interaction 4
    await expect(value(page, 'Location')).toHaveText('Depot Nord')
    await expect(value(page, 'Location')).toBeFocused()
    await expect(title(page)).toHaveText(`${identifier} Citroën Torpedo`)
    await button(page, 'Undo').click()
    await expect(value(page, 'Location')).toHaveText('Saal 3')
    await expect(value(page, 'Location')).toBeFocused()
    await value(page, 'Location').click()
    await field.fill('Depot Nord')
    await page.keyboard.press('Enter')
    await expect(value(page, 'Location')).toHaveText('Depot Nord')
    await expect(button(page, 'Undo')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(value(page, 'Location')).toHaveText('Saal 3')
  })
  await test.step('Enter opens the editor, Escape reverts; a number has its keyboard and warning', async () => {
    for (const name of ['Location', 'Weight'])
      await expect(value(page, name)).toHaveCSS('text-align', 'start')
    await value(page, 'Weight').press('Enter')
    const weight = attributes(page).getByLabel('Weight (kg)', { exact: true })
    await expect(weight).toHaveAttribute('inputmode', 'decimal')
    await weight.fill('heavy')
    await expect(attributes(page)).toContainText('This is not a plain number. Please check it.')
    await weight.fill('1 250')
    await button(page, 'Write 1250').click()
    await expect(weight).toHaveValue('1250')
    await expect(weight).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(value(page, 'Weight')).toHaveText("1'040")
    await expect(value(page, 'Weight')).toBeFocused()
    await value(page, 'Weight').click()
    await weight.fill('')
  })
  await test.step('an emptied value is removed and keeps the focus; a text is edited in place in full', async () => {
    await page.keyboard.press('Enter')
    await expect(value(page, 'Weight')).toHaveCount(0)
    await expect(button(page, 'Edit attributes')).toBeFocused()
    await value(page, 'Description').click()
    await page.getByLabel('Description', { exact: true }).fill(longText)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await value(page, 'Description').getByText('Line 39').scrollIntoViewIfNeeded()
    await expect(value(page, 'Description').getByText('Line 39')).toBeInViewport()
  })
  await test.step('a change of another field is no conflict', async () => {
    await value(page, 'Location').click()
    await postAs(server, 'root', '/inventory/save-tags', { itemId: id, tags: { year: '1964' } })
    await field.fill('Saal 4')
    await page.keyboard.press('Enter')
    await expect(value(page, 'Location')).toHaveText('Saal 4')
    await expect(value(page, 'Year')).toHaveText('1964')
  })
})

test('two people edit an item: both versions are shown, and no typed text is lost', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const identifier = uniqueName('LM')
  const id = await addItem(server, { type: 'car', identifier, name: 'Fiat', description: 'Small.' })
  const saveElsewhere = (name: string, description: string) =>
    postAs(server, 'root', '/inventory/save-info', {
      itemId: id,
      data: { identifier, name, description },
    })
  const question = page.getByRole('dialog')
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await button(page, 'Edit info').click()
  const typed = info(page).getByLabel('Name', { exact: true })
  await test.step('a conflict keeps one’s own text and takes over fields that only the other person changed', async () => {
    await typed.fill('Fiat, mine')
    await saveElsewhere('Fiat, theirs', 'Small and round.')
    await button(page, 'Save Info').click()
    const conflict = info(page).getByRole('alert')
    await expect(conflict).toContainText('Claire Aebischer saved this item')
    const name = conflict.getByRole('group', { name: 'Name' })
    await expect(conflict).toBeInViewport()
    await expect(name.getByRole('radio', { name: /Yours Fiat, mine/ })).toBeChecked()
    const description = conflict.getByRole('group', { name: 'Description' })
    await expect(
      description.getByRole('radio', { name: /By Claire Aebischer Small and round/ }),
    ).toBeChecked()
    await expect(typed).toHaveValue('Fiat, mine')
    await name.getByRole('radio', { name: /By Claire/ }).check()
    await expect(typed).toHaveValue('Fiat, theirs')
    await name.getByRole('radio', { name: /Yours/ }).check()
    await button(page, 'Save Info').click()
    await expect(conflict).toHaveCount(0)
    await expect(info(page).getByText('Fiat, mine')).toBeVisible()
    await expect(info(page).getByText('Small and round.')).toBeVisible()
  })
  await test.step('an item without attributes shows all fields; a change of another block is no conflict', async () => {
    await button(page, 'Edit attributes').click()
    await attributes(page).getByLabel('Year', { exact: true }).fill('1964')
    await saveElsewhere('Fiat Nuova', '')
    await button(page, 'Save Attributes').click()
    await expect(attributes(page).getByRole('definition')).toHaveText(['1964'])
    await expect(info(page).getByText('Fiat Nuova')).toBeVisible()
  })
  await test.step('leaving several unsaved forms asks once; Enter keeps editing', async () => {
    await button(page, 'Edit info').click()
    await typed.fill('Half typed')
    await button(page, 'Edit attributes').click()
    await attributes(page).getByLabel('Year').fill('1')
    const home = page.getByRole('link', { name: 'Home', exact: true })
    await home.click()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(typed).toHaveValue('Half typed')
    await button(page, 'employee@example.org').click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await home.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(title(page)).toHaveText('Home')
    await page.goBack()
    await expect(button(page, 'Edit info')).toBeVisible()
    await expect(button(page, 'Edit attributes')).toBeVisible()
  })
})

test('typed text in an item’s forms survives a reload until it is saved or discarded', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LM')
  const id = await addItem(server, {
    type: 'car',
    identifier,
    name: 'Fiat',
    tags: { year: '1963' },
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const name = info(page).getByLabel('Name')
  const year = attributes(page).getByLabel('Year', { exact: true })
  const comment = page.getByLabel('New comment')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await button(page, 'Edit info').click()
  await name.fill('Fiat, mine')
  await button(page, 'Edit attributes').click()
  await year.fill('1964')
  await comment.fill('Not saved yet')
  await page.reload()
  await expect(name).toHaveValue('Fiat, mine')
  await expect(info(page).getByRole('status').first()).toHaveText(
    /still in the form\. It is not saved yet\.$/,
  )
  await expect(year).toHaveValue('1964')
  await expect(comment).toHaveValue('Not saved yet')

  await test.step('a save by a colleague is a conflict, which is scrolled into view and focused', async () => {
    const data = { identifier, name: 'Fiat, theirs', description: longText }
    await postAs(server, 'admin', '/inventory/save-info', { itemId: id, data })
    await button(page, 'Save Info').click()
    const conflict = info(page).getByRole('alert')
    await expect(conflict).toBeFocused()
    await expect(conflict).toBeInViewport()
    await expect(conflict.getByRole('radio', { name: /Yours Fiat, mine/ })).toBeChecked()
    await button(page, 'Save Info').click()
    await expect(button(page, 'Edit info')).toBeFocused()
  })
  await test.step('discarded text is gone', async () => {
    await attributes(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await expect(value(page, 'Year')).toHaveText('1963')
    await expect(info(page).getByText('Fiat, mine')).toBeVisible()
  })
  await test.step('an unsaved comment stays with its item, and a logout asks before deleting it', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(title(page)).toHaveText('Home')
    await page.goBack()
    await expect(comment).toHaveValue('Not saved yet')
    const logout = async () => {
      await button(page, 'employee@example.org').click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    }
    await logout()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(comment).toHaveValue('Not saved yet')
    await logout()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/login')
    expect(
      await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("draft"))'),
    ).toEqual([])
  })
})

test('keys pressed right after a click on a value go into its editor on a slow network', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addItem(server, {
    type: 'car',
    identifier: uniqueName('LM'),
    tags: { year: '1929' },
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const yearBox = await value(page, 'Year').boundingBox()
  const devtools = await page.context().newCDPSession(page)
  const slowNetwork = {
    offline: false,
    latency: 3_000,
    downloadThroughput: 5_000,
    uploadThroughput: 5_000,
  }
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.mouse.click((yearBox?.x ?? 0) + 5, (yearBox?.y ?? 0) + 5)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1930')
  await expect(attributes(page).getByLabel('Year', { exact: true })).toHaveValue('1930')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
})

test('an employee adds a recording; after withdrawal only staff hear and see it', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const tags = { artist: 'Anna Keller', provenance: 'A\nB' }
  const id = await addItem(server, { type: 'art', identifier, name: 'Not yet', tags })
  const terms = attributes(page).getByRole('term')
  const mp3 = attributes(page).getByLabel('Mp3', { exact: true })
  const recordingAddress = 'sounds.example.org/waltz.mp3'
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('missing attributes are added in their order, with the buttons in view', async () => {
    await expect(terms).toHaveText(['Artist', 'Provenance'])
    await button(page, 'Edit attributes').click()
    // A field becomes a combobox once its suggestions have arrived.
    const fields = attributes(page).getByRole('textbox').or(attributes(page).getByRole('combobox'))
    await expect(fields).toHaveCount(2)
    await expect(attributes(page).getByLabel('Artist')).toBeFocused()
    await button(page, 'Add Missing').click()
    await expect(button(page, 'Add Missing')).toBeDisabled()
    await expect(attributes(page).getByLabel('Music Detail')).toHaveJSProperty(
      'tagName',
      'TEXTAREA',
    )
    await attributes(page).getByLabel('Composer').fill('Clara Schumann')
    await attributes(page).getByLabel('Provenance').fill('')
    await expect(button(page, 'Save Attributes')).toBeInViewport()
  })
  await test.step('a recording plays from an address; an unplayable address says why', async () => {
    await page.route(`https://${recordingAddress}`, (route) =>
      route.fulfill({ contentType: 'audio/mpeg', body: recording }),
    )
    await mp3.fill(`https://${recordingAddress}`)
    await page.keyboard.press('Control+s')
    const link = attributes(page).getByRole('link', { name: recordingAddress })
    await expect(link).toHaveAttribute('href', `https://${recordingAddress}`)
    await expect(attributes(page).getByLabel(`Recording https://${recordingAddress}`)).toBeVisible()
    await page.evaluate(`document.querySelector('audio').play()`)
    await expect(terms).toHaveText(['Artist', 'Mp3', 'Composer'])
    await button(page, 'Edit attributes').click()
    await mp3.fill(`http://${recordingAddress}`)
    await button(page, 'Save Attributes').click()
    await expect(attributes(page)).toContainText('can’t be played: its address begins with http://')
    await expect(attributes(page).locator('audio')).toHaveCount(0)
  })
  await test.step('text typed during the upload of a recording is kept without a conflict', async () => {
    await button(page, 'Edit attributes').click()
    await attributes(page).getByLabel('Artist').fill('Anna Keller-Meier')
    await page.route('**/api/inventory/upload-recording', async (route) => {
      // Closing the form would cancel the upload.
      await expect(button(page, 'Save Attributes')).toBeDisabled()
      await route.continue()
    })
    await page
      .getByLabel('Recording', { exact: true })
      .setInputFiles({ name: 'nocturne.mp3', mimeType: 'audio/mpeg', buffer: recording })
    await expect(mp3).toHaveValue('nocturne.mp3')
    await expect(attributes(page).getByLabel('Artist')).toHaveValue('Anna Keller-Meier')
    await button(page, 'Save Attributes').click()
    const source = new RegExp(`/api/recording/${id}\\?v=.+`)
    await expect(attributes(page).getByLabel('Recording nocturne.mp3')).toHaveAttribute(
      'src',
      source,
    )
    await expect(attributes(page).getByText('Anna Keller-Meier')).toBeVisible()
  })
  await test.step('staff still see picture, player, PDF and code of a withdrawn item', async () => {
    const dot = { name: 'dot.png', mimeType: 'image/png', buffer: tinyPicture }
    await page.getByLabel('Picture', { exact: true }).setInputFiles(dot)
    await button(page, 'Upload').click()
    await expect(page.getByRole('img', { name: 'Not yet' })).toBeVisible()
    await shownToVisitors(page).click()
    await expect(history(page).getByText('Visibility')).toBeVisible()
    // As after a new sign-in, without the cookie; the route bypasses the browser's cache.
    await page.context().clearCookies()
    await page.route('**/api/{image,recording}/**', (route) => route.continue())
    await page.reload()
    await expect(shownToVisitors(page)).not.toBeChecked()
    const readWidth = (selector: string) =>
      page.evaluate<number>(`document.querySelector('${selector}')?.naturalWidth`)
    await expect.poll(() => readWidth('img[alt="Not yet"]')).toBe(1)
    await expect(attributes(page).getByLabel('Recording nocturne.mp3')).toBeVisible()
    await page.evaluate(`document.querySelector('audio').play()`)
    await expect(button(page, 'Download the A6 Info Card')).toBeVisible()
    expect((await downloadBy(page, 'Download the QR code')).name).toBe(
      `${identifier} – QR code.png`,
    )
    await page.getByRole('link', { name: 'La Grange' }).click()
    await page.getByLabel('Filter the items').fill(identifier)
    await expect.poll(() => readWidth(`img[src*="thumbnail/${id}"]`)).toBe(1)
  })
  for (const path of [
    `image/${id}`,
    `image/thumbnail/${id}`,
    `image/medium/${id}`,
    `recording/${id}`,
  ])
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(404)
})

test('factsheets use public numbers; a private item can be previewed and lent', async ({
  page,
  server,
  signInAs,
  expectFault,
}) => {
  const [car, artwork] = [
    await addItem(server, { type: 'car', identifier: uniqueName('LM') }),
    await addItem(server, {
      type: 'art',
      identifier: uniqueName('LG'),
      name: 'Étude "au lac" & plus',
    }),
  ]
  const number = toPublicNumber('art', artwork)
  const links = factsheets(page).getByRole('link')
  const addresses = async () =>
    Promise.all((await links.all()).map((link) => link.getAttribute('href')))
  const loan = page.getByRole('region', { name: 'For a loan' })
  await signInAs('employee')
  await test.step('a car has a page and a One Pager, an artwork an Info Card and a code', async () => {
    await page.goto(`/inventory-detail/${car}`)
    await expect(links).toHaveText(['Web factsheet', 'A4 One Pager'])
    expect(await addresses()).toEqual([`/car/${car}`, `/api/pdf-car/v7/${car}`])
    await page.goto(`/inventory-detail/${artwork}`)
    await expect(links).toHaveText(['Web factsheet', 'A6 Info Card', 'QR code (PNG)'])
    expect(await addresses()).toEqual([
      `/art/${number}`,
      `/api/pdf-art/v6/${number}`,
      `/api/public/art/qr/${number}`,
    ])
  })
  await test.step('an item can be hidden from visitors; staff preview its page in a visitor’s language', async () => {
    await expect(shownToVisitors(page)).toBeChecked()
    await shownToVisitors(page).click()
    await expect(history(page).getByText('Visibility')).toBeVisible()
    await expect(shownToVisitors(page)).toHaveAccessibleDescription(
      /^Hidden: visitors can’t see its page/,
    )
    // The frame runs no scripts, not even those of Playwright.
    expectFault("Blocked script execution in 'about:srcdoc'")
    await button(page, 'Preview the web factsheet').click()
    const preview = page.getByRole('dialog').frameLocator('iframe')
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Étude "au lac" & plus')
    await expect(preview.getByText('La Grange')).toBeVisible()
    await page.getByLabel('Language of the visitor').selectOption('Japanese')
    await expect(preview.locator('html')).toHaveAttribute('lang', 'ja')
    await page.keyboard.press('Escape')
  })
  await test.step('the borrowing museum gets a PDF and a file for its program', async () => {
    await expect(loan).toContainText('Location, provenance and internal notes are in neither file.')
    await expect(button(page, 'Download the Object ID')).toBeVisible()
    const file = await downloadBy(page, 'Download the EODEM file')
    expect(file.name).toMatch(/^LG-\w+ – EODEM\.xml$/)
    expect(file.content).toContain('Étude &quot;au lac&quot; &amp; plus')
  })
  await test.step('a download that fails says why', async () => {
    const answer = { statusCode: 404, message: 'This item is archived. Please restore it first.' }
    await page.route('**/api/inventory/loan/**', (route) =>
      route.fulfill({ status: 404, json: answer }),
    )
    expectFault('404')
    await button(page, 'Download the Object ID').click()
    await expect(loan.getByRole('alert')).toHaveText(
      `This could not be downloaded. ${answer.message}`,
    )
  })
})

test('an employee pages through items in the order of the list and returns to the same row', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const word = uniqueName('walk')
  for (const [index, name] of ['First', 'Second', 'Third'].entries())
    await addItem(server, { type: 'car', identifier: `${word}-${index}`, name: `${name} ${word}` })
  const position = page.getByRole('navigation', { name: 'List' })
  const comment = page.getByLabel('New comment')
  const singleKeysEntry = (state: string) =>
    page.getByRole('menuitem', {
      name: `Keys J and K for next and previous: ${state}`,
      exact: true,
    })
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${word}`)
  await page.getByRole('link', { name: `${word}-1` }).click()
  await expect(title(page)).toContainText('Second')
  await expect(position).toContainText('2 of 3')
  await test.step('J and buttons lead to the next item, up to the last one; in a field J types a letter', async () => {
    await page.keyboard.press('j')
    await expect(title(page)).toContainText('Third')
    await expect(position).toContainText('3 of 3')
    await page.keyboard.press('j')
    await expect(title(page)).toContainText('Third')
    await comment.press('k')
    await expect(comment).toHaveValue('k')
    await comment.fill('')
    await button(page, 'Previous item').click()
    await expect(title(page)).toContainText('Second')
    await expect(button(page, 'Previous item')).toBeFocused()
  })
  await test.step('single-letter keys can be turned off, for speech input', async () => {
    await button(page, 'employee@example.org').click()
    await singleKeysEntry('on').click()
    await expect(singleKeysEntry('off')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(singleKeysEntry('off')).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(button(page, 'Next item')).not.toHaveAttribute('aria-keyshortcuts')
    await expect(title(page)).toContainText('Second')
    await page.evaluate(`localStorage.removeItem('singleKeys')`)
  })
  await position.getByRole('link', { name: 'Le Manège' }).click()
  await expect(page).toHaveURL(`/inventory/car?filter=${word}`)
  await test.step('a long list returns to its scroll position', async () => {
    await page.goto('/inventory/art')
    await expect(page.getByRole('row').nth(20)).toBeVisible()
    const scrollPosition = 900
    await page.evaluate(`scrollTo(0, ${scrollPosition})`)
    await page.getByRole('row').nth(18).getByRole('link').click()
    await expect(position).toContainText(' of ')
    await page.keyboard.press('j')
    await position.getByRole('link', { name: 'La Grange' }).click()
    await expect(page.getByRole('row').nth(20)).toBeVisible()
    await expect.poll(() => page.evaluate<number>('Math.round(scrollY)')).toBe(scrollPosition)
  })
})

// apps/web/test/archive.test.tsx tests deleting for good.
test('an item is archived and restored', async ({ page, server, signInAs }) => {
  const identifier = uniqueName('LM')
  const id = await addItem(server, { type: 'car', identifier, name: 'Out of use' })
  const notice = page.getByRole('region', { name: 'Archived' })
  await signInAs('root')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('an archived item shows its date and no factsheets; Undo restores it', async () => {
    await button(page, 'Archive').click()
    await expect(notice).toContainText(/Archived on .+ by Claire Aebischer\. It appears in no list/)
    await expect(notice).toContainText('It can be deleted for good from')
    await expect(factsheets(page)).toHaveCount(0)
    await button(page, 'Undo').click()
    await expect(notice).toHaveCount(0)
  })
  await test.step('an archived item is only in the list of archived items', async () => {
    await button(page, 'Archive').click()
    await expect(notice).toBeVisible()
    await page.getByRole('link', { name: 'Le Manège' }).click()
    await page.getByLabel('Filter the items').fill(identifier)
    await expect(page.getByText('No item matches the filter.')).toBeVisible()
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Archived items' }).click()
    await expect(page.getByText(/archived items/)).toBeVisible()
    await page.getByRole('link', { name: identifier }).click()
    await expect(notice).toBeVisible()
  })
  await notice.getByRole('button', { name: 'Restore' }).click()
  await expect(notice).toHaveCount(0)
  await page.goto(`/inventory/car?filter=${identifier}`)
  await expect(page.getByRole('link', { name: identifier })).toBeVisible()
})
