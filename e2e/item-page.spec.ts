import { setTimeout } from 'node:timers/promises'
import { axeFindings, desk, phone, wcag } from './axe.ts'
import { drop, photo } from './files.ts'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const attributes = (page: Page) => page.getByRole('region', { name: 'Attributes' })
const value = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Edit ${label}( \\(|:|$)`) })
const findings = (page: Page) => axeFindings(page, [desk, phone], wcag)
const text = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long text.`).join('\n')

test('one known value is corrected from Home in four interactions, and put back by another one', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LM')
  const tags = { year: '1963', location: 'Saal 3', weight_kg: '1040' }
  const id = await addItem(house, { type: 'car', identifier, name: 'Citroën Torpedo', tags })
  await signInAs('employee')
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k') // 1
  await page.keyboard.type(identifier)
  await expect(page.getByRole('dialog').getByText(`${identifier} Citroën Torpedo`)).toBeVisible()
  await page.keyboard.press('Enter') // 2
  await value(page, 'Location').click() // 3
  const field = attributes(page).getByLabel('Location', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('Depot')
  await page.keyboard.press('Enter') // 4
  await expect(value(page, 'Location')).toHaveText('Depot')
  await expect(value(page, 'Location')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${identifier} Citroën Torpedo`)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(value(page, 'Location')).toHaveText('Saal 3')

  for (const name of ['Location', 'Weight']) await expect(value(page, name)).toHaveCSS('text-align', 'start')

  // Enter opens it as well, Escape reverts, and a number has its keyboard and its warning.
  await value(page, 'Weight').press('Enter')
  const weight = attributes(page).getByLabel('Weight (kg)', { exact: true })
  await expect(weight).toHaveAttribute('inputmode', 'decimal')
  await weight.fill('heavy')
  await expect(attributes(page)).toContainText('This is not a number. Please check it.')
  await page.keyboard.press('Escape')
  await expect(value(page, 'Weight')).toHaveText("1'040")
  await expect(value(page, 'Weight')).toBeFocused()

  // An emptied one goes, and the focus stays here; the texts are changed in their place, too, and shown whole.
  await value(page, 'Weight').click()
  await weight.fill('')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(value(page, 'Weight')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit attributes' })).toBeFocused()
  await value(page, 'Description').click()
  await page.getByLabel('Description', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await value(page, 'Description').getByText('Line 39').scrollIntoViewIfNeeded()
  await expect(value(page, 'Description').getByText('Line 39')).toBeInViewport()

  // Somebody else was here meanwhile: elsewhere is no conflict, in the same value both are shown.
  await value(page, 'Location').click()
  await post(house, 'root', '/inventory/save-tags', { itemId: id, tags: { year: '1964' } })
  await attributes(page).getByLabel('Location', { exact: true }).fill('Saal 4')
  await page.keyboard.press('Enter')
  await expect(value(page, 'Location')).toHaveText('Saal 4')
  await expect(value(page, 'Year')).toHaveText('1964')
  await value(page, 'Location').click()
  await post(house, 'root', '/inventory/save-tags', { itemId: id, tags: { location: 'Keller' } })
  await attributes(page).getByLabel('Location', { exact: true }).fill('Saal 5')
  await page.keyboard.press('Enter')
  const conflict = attributes(page).getByRole('alert')
  await expect(conflict.getByRole('radio', { name: /Yours Saal 5/ })).toBeChecked()
  expect(await findings(page)).toEqual([])
  await conflict.getByRole('radio', { name: /Keller/ }).check()
  await attributes(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(value(page, 'Location')).toHaveText('Keller')
})

test('the pencil opens all of it in groups, saved by Ctrl+S from a bar that stays in sight', async ({
  page,
  house,
  signInAs,
}) => {
  const id = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'Étude' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  // An item without attributes shows all fields.
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await expect(page.getByRole('group', { name: 'Music' }).getByLabel('Composer')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Facts' }).getByLabel('Artist')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save Attributes' })).toBeInViewport()
  await page.keyboard.type('Anna Keller')
  await page.keyboard.press('Control+s')
  await expect(value(page, 'Artist')).toHaveText('Anna Keller')
})

test('items are gone through in the order of the list, which is then as it was left', async ({
  page,
  house,
  signInAs,
}) => {
  const word = unique('walk')
  const names = ['First', 'Second', 'Third']
  for (const [place, name] of names.entries()) {
    await addItem(house, { type: 'car', identifier: `${word}-${place}`, name: `${name} ${word}` })
  }
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${word}`)
  await page.getByRole('link', { name: `${word}-1` }).click()
  const title = page.getByRole('heading', { level: 1 })
  const place = page.getByRole('navigation', { name: 'List' })
  await expect(title).toContainText('Second')
  await expect(place).toContainText('2 of 3')
  await page.keyboard.press('j')
  await expect(title).toContainText('Third')
  await expect(place).toContainText('3 of 3')
  await page.keyboard.press('j')
  await expect(title).toContainText('Third')
  // While somebody types it is a letter.
  await page.getByLabel('New comment').fill('')
  await page.getByLabel('New comment').press('k')
  await expect(page.getByLabel('New comment')).toHaveValue('k')
  await page.getByLabel('New comment').fill('')
  await page.getByRole('button', { name: 'Previous item' }).click()
  await expect(title).toContainText('Second')
  await expect(page.getByRole('button', { name: 'Previous item' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  // Whoever speaks to the browser turns the letters off.
  await page.getByRole('button', { name: 'employee@example.org' }).click()
  await page.getByRole('menuitem', { name: 'Keys J and K for next and previous: on' }).click()
  const off = page.getByRole('menuitem', { name: 'Keys J and K for next and previous: off' })
  await expect(off).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(off).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Next item' })).not.toHaveAttribute('aria-keyshortcuts')
  await expect(title).toContainText('Second')
  await page.evaluate(`localStorage.removeItem('singleKeys')`)
  await place.getByRole('link', { name: 'Le Manège' }).click()
  await expect(page).toHaveURL(`/inventory/car?filter=${word}`)

  // A long list is scrolled to where it was.
  await page.goto('/inventory/art')
  await expect(page.getByRole('row').nth(20)).toBeVisible()
  await page.evaluate('scrollTo(0, 900)')
  await page.getByRole('row').nth(18).getByRole('link').click()
  await expect(place).toContainText(' of ')
  await page.keyboard.press('j')
  await place.getByRole('link', { name: 'La Grange' }).click()
  await expect(page.getByRole('row').nth(20)).toBeVisible()
  await expect.poll(() => page.evaluate<number>('Math.round(scrollY)')).toBe(900)
})

test('a chosen or dropped picture is shown, and Upload makes it the item’s: on the page, in the list and at its address', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LG')
  const id = await addItem(house, { type: 'art', identifier, name: 'A clock' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const chooser = page.getByLabel('Picture', { exact: true })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const tiles = page.getByRole('region', { name: 'Pictures' }).getByRole('button', { name: /^Picture \d+ of/ })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/inventory/upload-image')) sent++
  })
  // Without a file it does nothing.
  await upload.click()
  const front = await photo('front.png')
  await chooser.setInputFiles(front)
  await expect(page.getByRole('img', { name: 'Preview of front.png' })).toBeVisible()
  await expect(page.getByText('Not uploaded yet')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'La Grange' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel front.png' }).click()
  await expect(page.getByText('No picture yet.')).toBeVisible()
  await expect(chooser).toHaveValue('')

  await drop(page, page.getByText('No picture yet.'), [front, await photo('back.png')])
  await expect(page.getByRole('alert')).toContainText('Please drop one picture here.')
  await drop(page, page.getByText('No picture yet.'), [front])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(chooser).toHaveValue(/front\.png$/)
  expect(sent).toBe(0)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/inventory/upload-image', async (route) => {
    await held.promise
    await route.continue()
  })
  await upload.click()
  await expect(page.getByRole('progressbar', { name: 'front.png: progress' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  held.resolve()
  await expect(tiles).toHaveCount(1)
  await expect(chooser).toHaveValue('')
  await expect(upload).toBeFocused()

  await chooser.setInputFiles(await photo('back.png'))
  await upload.click()
  await expect(tiles.first()).toHaveAccessibleName(/back\.png/)
  await expect(tiles.nth(1)).toHaveAccessibleName(/front\.png/)
  const shown = await page.getByRole('img', { name: 'A clock' }).getAttribute('src')
  const name = shown?.split('v=')[1] ?? 'none'
  expect((await fetch(`${house.url}/api/image/${id}`)).headers.get('etag')).toContain(name)
  await undo.click()
  await expect(tiles).toHaveCount(1)
  await expect(tiles.first()).toHaveAccessibleName(/front\.png/)

  await chooser.setInputFiles(await photo('side.png'))
  await upload.click()
  await expect(tiles.first()).toHaveAccessibleName(/side\.png/)
  const newest = (await page.getByRole('img', { name: 'A clock' }).getAttribute('src'))?.split('v=')[1]
  // One that is here already comes to the front, and goes back to its place.
  await chooser.setInputFiles(front)
  await upload.click()
  await expect(tiles.first()).toHaveAccessibleName(/front\.png/)
  await expect(page.getByText('This is the first picture now.')).toBeVisible()
  await undo.click()
  await expect(tiles.first()).toHaveAccessibleName(/side\.png/)
  await expect(tiles).toHaveCount(2)
  await page.getByRole('link', { name: 'La Grange' }).click()
  await page.getByLabel('Filter the items').fill(identifier)
  await expect(page.locator(`img[src*="thumbnail/${id}?v=${newest}"]`)).toBeVisible()
})

test('the specified blocks come in their order, on the first screen, and stay where they are while answers come late', async ({
  page,
  house,
  signInAs,
}) => {
  const tags = { artist: 'Anna Keller', year: '1905', provenance: text }
  const id = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'A lake', description: text, tags })
  await signInAs('root')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByLabel('Further pictures').setInputFiles([await photo('front.png'), await photo('back.png')])
  await expect(page.getByText('All pictures (2)')).toBeVisible()
  await page.getByLabel('New comment').fill('Dusted.')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  await page.route('**/api/**', async (route) => {
    await setTimeout(1000)
    await route.continue().catch(() => undefined)
  })
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/inventory-detail/${id}`)
    await page.evaluate(`globalThis.moved = []; new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node, previousRect, currentRect } of sources)
          moved.push([node?.parentElement?.innerText?.slice(0, 40), previousRect.y, currentRect.y])
    }).observe({ type: 'layout-shift', buffered: true })`)
    await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Comments' }).getByText('Dusted.').first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'A lake' })).not.toHaveJSProperty('naturalWidth', 0)
    expect(await page.evaluate('moved')).toEqual([])
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.slice(0, 5)).toEqual(['Info', 'Attributes', 'Factsheets', 'Comments', 'Translations'])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const seen of [
    page.getByRole('button', { name: 'Edit info' }),
    page.getByLabel('Picture', { exact: true }),
    page.getByRole('button', { name: 'Upload', exact: true }),
    page.getByRole('link', { name: 'Search the web' }),
    value(page, 'Artist'),
    page.getByRole('link', { name: 'Web factsheet' }),
    page.getByRole('link', { name: 'A6 Info Card' }),
    page.getByRole('link', { name: 'QR code (PNG)' }),
    page.getByLabel('New comment'),
  ])
    await expect(seen).toBeInViewport({ ratio: 1 })
  // The whole description, and no value to be added.
  await expect(value(page, 'Description')).toHaveText(/Line 39/)
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
  await expect(attributes(page).getByRole('button', { name: /^\+/ })).toHaveCount(0)
})

test.describe('with a clock that is set', () => {
  test.use({ ownContext: true })

  test('an item is archived and restored, and the server has the last word on deleting it', async ({
    page,
    house,
    signInAs,
  }) => {
    const identifier = unique('LM')
    const id = await addItem(house, { type: 'car', identifier, name: 'Out of use' })
    await signInAs('root')
    await page.goto(`/inventory-detail/${id}`)
    await page.getByRole('button', { name: 'Archive' }).click()
    const notice = page.getByRole('region', { name: 'Archived' })
    await expect(notice).toContainText(/Archived on .+ by Claire Aebischer\. It appears in no list/)
    await expect(notice).toContainText('It can be deleted for good from')
    await expect(page.getByRole('region', { name: 'Factsheets' })).toHaveCount(0)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(notice).toHaveCount(0)

    await page.getByRole('button', { name: 'Archive' }).click()
    await expect(notice).toBeVisible()
    await page.goto(`/inventory/car?filter=${identifier}`)
    await expect(page.getByText('No item matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Archived' }).click()
    await expect(page.getByText(/archived items/)).toBeVisible()
    await page.getByRole('link', { name: identifier }).click()
    await expect(notice).toBeVisible()

    // A clock that is a month ahead offers what the server still refuses.
    await page.clock.setFixedTime(new Date(Date.now() + 40 * 86_400_000))
    await page.reload()
    await notice.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
    await expect(notice.getByRole('alert')).toContainText(
      'The item was not deleted. An item can be deleted for good after 30 days in the archive',
    )
    await notice.getByRole('button', { name: 'Restore' }).click()
    await expect(notice).toHaveCount(0)
    await page.goto(`/inventory/car?filter=${identifier}`)
    await expect(page.getByRole('link', { name: identifier })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a bar leads to the comments, and a photo is taken on the spot', async ({ page, house, signInAs }) => {
    const tags = { artist: 'Anna Keller', provenance: text }
    const id = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'Étude', description: text, tags })
    await signInAs('employee')
    await page.goto(`/inventory-detail/${id}`)
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeVisible()
    await expect(page.locator('input[capture="environment"]')).toHaveAttribute('accept', 'image/*')
    await expect(page.getByLabel('New comment')).not.toBeInViewport()
    await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('button', { name: 'Comments' }).tap()
    await expect(page.getByLabel('New comment')).toBeInViewport()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await axeFindings(page, [phone], wcag)).toEqual([])
  })
})
