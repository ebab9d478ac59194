import { readFile } from 'node:fs/promises'
import { addItem, postAs, uniqueName } from './items.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const headings = (page: Page) => page.getByRole('columnheader').locator('button')
const identifiers = (page: Page) => page.getByRole('rowheader')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Columns' })
const usualColumns = ['Identifier', 'Name', 'Origin', 'Model', 'Year', 'Body']

async function expectInWindow(page: Page) {
  expect(await measureOverflow(page)).toBe(0)
}

/** Adds three cars that only this story uses. */
async function addCars(server: TestServer) {
  const name = uniqueName('Spalte')
  const cars = [
    { weight_kg: '900', year: '1961', location: 'Halle 10', body: 'Coupé' },
    { weight_kg: '1250', year: 'um 1950', location: 'Halle 9' },
    { year: '1970', location: '' },
  ]
  for (const [index, tags] of cars.entries())
    await addItem(server, { type: 'car', identifier: `${name}-${index + 1}`, name, tags })
  return name
}

test('any attribute can be a column, which is ordered, sorted, filtered and downloaded', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = await addCars(server)
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/columns')) requestCount++
  })
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${name}`)
  await expect(headings(page)).toHaveText(usualColumns)
  expect(requestCount).toBe(0)

  await test.step('columns are chosen, and put in order by keys and by mouse', async () => {
    await chooseInMore(page, 'Columns')
    for (const column of ['Origin', 'Model', 'Body'])
      await dialog(page)
        .getByRole('button', { name: `Remove ${column}` })
        .click()
    await dialog(page).getByLabel('Find an attribute').fill('weight')
    await dialog(page).getByRole('button', { name: 'Add Weight (kg)' }).click()
    await dialog(page).getByLabel('Find an attribute').fill('')
    await dialog(page).getByRole('button', { name: 'Add Location' }).click()
    const handle = dialog(page).getByRole('button', { name: 'Move Location:' })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Location is number 2 of 4.')).toBeAttached()
    await expect(handle).toBeFocused()
    const [from, to] = [
      await handle.boundingBox(),
      await dialog(page).getByText('Name', { exact: true }).boundingBox(),
    ]
    if (!from || !to) throw new Error('there are no rows')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y - 4, { steps: 5 })
    await page.mouse.up()
    await dialog(page).getByRole('button', { name: 'Show these columns' }).click()
    await expect(headings(page)).toHaveText([
      'Identifier',
      'Location',
      'Name',
      'Year',
      'Weight (kg)',
    ])
    await expect(page.getByRole('row').nth(2)).toHaveText(`${name}-2Halle 9${name}um 19501'250`)
    expect(requestCount).toBe(1)
  })

  await test.step('columns sort, and the filter also reads values that the row does not show', async () => {
    const sortBy = (heading: string) =>
      page.getByRole('columnheader').getByRole('button', { name: heading }).click()
    await sortBy('Weight (kg)')
    await expect(identifiers(page)).toHaveText([`${name}-1`, `${name}-2`, `${name}-3`])
    await sortBy('Weight (kg)')
    await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`, `${name}-3`])
    await sortBy('Year')
    await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`, `${name}-3`])
    await sortBy('Location')
    await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`, `${name}-3`])
    await page.getByLabel('Filter the items').fill(`${name} halle`)
    await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`])
    // The filter also reads values that the row does not show.
    await page.getByLabel('Filter the items').fill(`${name} coupe`)
    await expect(identifiers(page)).toHaveText([`${name}-1`])
    await page.getByLabel('Filter the items').fill(name)
    await expect(page).toHaveURL(/columns=location%7Cname%7Cyear%7Cweight_kg/)
  })

  await test.step('the CSV has the columns of the screen', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('inventory_le_manege.csv')
    expect((await readFile(await download.path(), 'utf8')).slice(1).trim().split('\r\n')).toEqual([
      'identifier;location;name;year;weight_kg',
      `${name}-2;Halle 9;${name};um 1950;1250`,
      `${name}-1;Halle 10;${name};1961;900`,
      `${name}-3;;${name};1970;`,
    ])
  })

  await test.step('the address stores the columns, and a phone shows their values under the name', async () => {
    await page.reload()
    await expect(headings(page)).toHaveText([
      'Identifier',
      'Location',
      'Name',
      'Year',
      'Weight (kg)',
    ])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('row').nth(2)).toContainText(`Halle 10${name} · 1961 · 900 kg`)
    await expectInWindow(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the usual columns are one press away, and Back returns to the chosen ones', async () => {
    await chooseInMore(page, 'Columns')
    await dialog(page).getByRole('button', { name: 'Back to the usual columns' }).click()
    await expect(headings(page)).toHaveText(usualColumns)
    await expect(page).not.toHaveURL(/columns|sort/)
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    await page.goBack()
    await expect(headings(page)).toHaveCount(5)
  })
})

const views = (page: Page) => page.getByRole('button', { name: /^Views/ })
const menuEntry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
async function chooseInViews(page: Page, name: string) {
  await views(page).click()
  await menuEntry(page, name).click()
}
async function chooseInMore(page: Page, name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await menuEntry(page, name).click()
}

test('an employee saves, replaces, renames, shares, removes and restores a view', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = await addCars(server)
  const title = uniqueName('Schwere Wagen')
  await signInAs('employee')
  await page.goto(
    `/inventory/car?filter=${name}&columns=name|weight_kg&sort=-weight_kg&facet.year=1950-1965`,
  )
  await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`])

  await chooseInViews(page, 'Save this view …')
  const form = page.getByRole('dialog', { name: 'Save this view' })
  await form.getByLabel('Name').fill(title)
  await form.getByLabel('Name').press('Enter')
  await expect(form).toHaveCount(0)
  await expect(views(page)).toHaveText(title)

  // A changed view is marked until it is saved.
  await page.getByRole('button', { name: 'Remove: Year: 1950–1965' }).click()
  await expect(views(page)).toHaveText(`${title}· changed`)
  await chooseInViews(page, title)
  await expect(identifiers(page)).toHaveText([`${name}-2`, `${name}-1`])
  await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click()
  await chooseInViews(page, 'Update view')
  await expect(page.getByText(`“${title}” saved.`)).toBeVisible()
  await expect(views(page)).toHaveText(title)

  await chooseInViews(page, 'Whole list')
  await expect(page).toHaveURL('/inventory/car')
  await chooseInViews(page, title)
  await expect(page).toHaveURL(/sort=name/)
  await expect(headings(page)).toHaveText(['Identifier', 'Name', 'Weight (kg)'])
  await chooseInViews(page, 'Rename or share …')
  const edit = page.getByRole('dialog', { name: 'Rename or share' })
  await edit.getByLabel('Name').fill(`${title} (alle)`)
  await edit.getByLabel('For all staff').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(views(page)).toHaveText(`${title} (alle)`)

  await chooseInViews(page, 'Remove this view')
  await expect(page.getByText(`“${title} (alle)” removed.`)).toBeVisible()
  await expect(views(page)).toHaveText('Views')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views(page)).toHaveText(`${title} (alle)`)

  // An admin sees the shared view and may change it.
  await signInAs('admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill(title)
  await page.getByRole('option', { name: `${title} (alle) · Le Manège` }).click()
  await expect(identifiers(page)).toHaveCount(2)
  await views(page).click()
  await expect(menuEntry(page, 'Remove this view')).toBeVisible()
})

test('on a phone views are in the menu, and another user’s view can’t be replaced', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = await addCars(server)
  const paint = uniqueName('Bemalung')
  const tag_key = uniqueName('livery').replaceAll('-', '_')
  const attribute = {
    kind: 'text',
    unit: '',
    audience: 'staff',
    group: 'facts',
    labels: { en: 'Livery' },
  }
  const flags = { multiline: false, suggestions: false, names: false }
  const newAttribute = { type: 'car', tag_key, attribute: { ...attribute, ...flags } }
  const { id } = await postAs<{ id: number }>(server, 'root', '/attributes/add', newAttribute)
  const search = { filter: name, columns: `name|${tag_key}|location`, [`facet.${tag_key}`]: 'rot' }
  await postAs(server, 'root', '/views/add', { type: 'car', name: paint, shared: true, search })
  await signInAs('employee')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/inventory/car')
  await chooseInMore(page, paint)
  await expect(page.getByText('No item matches the filter.')).toBeVisible()
  await test.step('retired columns are left out and named', async () => {
    await postAs(server, 'root', '/attributes/retire', { id, retired: true })
    await page.reload()
    await expect(
      page.getByText('“Livery” is no longer in use. The list is shown without it.'),
    ).toBeVisible()
    await expect(identifiers(page)).toHaveCount(3)
    await expect(page.getByRole('row').nth(1)).toContainText(`${name}Halle 10`)
    await expect(page.getByText(paint)).toBeVisible()
    await page.getByRole('button', { name: 'Leave out' }).click()
    await expect(page.getByText('no longer in use')).toHaveCount(0)
    await expect(page.getByText(`${paint} · changed`)).toBeVisible()
  })
  await test.step('another user’s view can’t be replaced', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(menuEntry(page, 'Update view')).toHaveCount(0)
    await menuEntry(page, 'Columns').click()
    await dialog(page).getByRole('button', { name: 'Back to the usual columns' }).click()
    await chooseInMore(page, 'Archived items')
    await expect(page).toHaveURL(/archived=1/)
    await expectInWindow(page)
  })
})
