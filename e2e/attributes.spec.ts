import { type Attribute, toPublicNumber } from '@vitrine/contract'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const rows = (page: Page) => page.locator('li[data-row]')
/** The keys of the first attributes, in the order on the screen. */
const readFirstKeys = async (page: Page) =>
  (await rows(page).locator('code').allTextContents()).slice(0, 3)
const demoOrder = ['artist', 'title', 'year']

test('an admin adds a public attribute and puts attributes in order', async ({
  page,
  server,
  signInAs,
}) => {
  const label = uniqueName('Frame')
  const add = page.getByRole('button', { name: 'Add Attribute' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await signInAs('admin')
  await page.goto('/attributes?museum=art')
  await add.click()
  await page.getByLabel('Label in English').fill(label)
  await page.getByLabel('Kind').selectOption('Number')
  await page.getByLabel('Unit').fill('mm')
  const key = await page.getByLabel('Key').inputValue()
  await add.click()
  const row = rows(page).filter({ hasText: key })
  await test.step('a new attribute is for staff until it is made public, and again after undo', async () => {
    await expect(row).toContainText(`${label} (mm)`)
    await expect(row).toContainText('Staff only')
    const id = await addItem(server, {
      type: 'art',
      identifier: uniqueName('LG'),
      tags: { [key]: '1250' },
    })
    const fetchFactsheet = async () =>
      (await fetch(`${server.url}/art/${toPublicNumber('art', id)}`)).text()
    expect(await fetchFactsheet()).not.toContain(label)
    await row.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Shown to').selectOption('Staff and visitors')
    await page.getByRole('button', { name: 'Save Attribute' }).click()
    await expect(row.getByRole('button', { name: /^Edit/ })).toBeFocused()
    await expect(page.getByText(`Changed: ${label} (mm)`)).toBeVisible()
    expect(await fetchFactsheet()).toContain(`${label} (mm)</th><td>1&#x27;250`)
    await undo.click()
    await expect(row).toContainText('Staff only')
    expect(await fetchFactsheet()).not.toContain(label)
  })
  const handle = page.getByRole('button', { name: /^Move Artist/ })
  const press = async (...keys: string[]) => {
    await handle.focus()
    for (const key of keys) await page.keyboard.press(key)
  }
  await test.step('attributes are put in order with the arrow keys', async () => {
    await expect.poll(() => readFirstKeys(page)).toEqual(demoOrder)
    await press('ArrowDown', 'ArrowDown')
    await expect.poll(() => readFirstKeys(page)).toEqual(['title', 'year', 'artist'])
    await expect(handle).toBeFocused()
    await expect(page.getByText('Artist is number 3 of', { exact: false })).toBeAttached()
    await press('ArrowUp', 'ArrowUp')
    await expect.poll(() => readFirstKeys(page)).toEqual(demoOrder)
    await expect(page.getByText('“Artist” moved.')).toBeVisible()
  })
  await test.step('attributes are put in order by dragging, also on a narrow screen, with undo', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await handle.scrollIntoViewIfNeeded()
    const [from, to] = [await handle.boundingBox(), await rows(page).nth(2).boundingBox()]
    if (!from || !to) throw new Error('there are no rows')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y + to.height - 4, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => readFirstKeys(page)).toEqual(['title', 'year', 'artist'])
    await page.reload()
    await expect.poll(() => readFirstKeys(page)).toEqual(['title', 'year', 'artist'])
    await expect(page.getByText('Moved: Artist').first()).toBeVisible()
    await press('ArrowUp')
    await expect.poll(() => readFirstKeys(page)).toEqual(['title', 'artist', 'year'])
    await undo.click()
    await expect.poll(() => readFirstKeys(page)).toEqual(['title', 'year', 'artist'])
    await press('ArrowUp', 'ArrowUp')
    await expect.poll(() => readFirstKeys(page)).toEqual(demoOrder)
    await expect(page.getByText('“Artist” moved.')).toBeVisible()
  })
})

test('an admin undoes a change of an attribute, retires it and restores it', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const tag_key = uniqueName('seats').replaceAll('-', '_')
  const attribute = {
    kind: 'text',
    unit: '',
    audience: 'visitors',
    group: 'facts',
    labels: { en: tag_key },
    multiline: false,
    suggestions: false,
    names: false,
  }
  const { id } = await postAs<Attribute>(server, 'root', '/attributes/add', {
    type: 'car',
    tag_key,
    attribute,
  })
  const car = await addItem(server, {
    type: 'car',
    identifier: uniqueName('LM'),
    tags: { [tag_key]: 'five' },
  })
  const fetchFactsheet = async () => (await fetch(`${server.url}/car/${car}`)).text()
  const row = page.locator(`[data-row="${id}"]`)
  const retire = page.getByRole('button', { name: `Retire ${tag_key}` })
  for (const unit of ['mm', 'cm'])
    await postAs(server, 'root', '/attributes/save', { id, attribute: { ...attribute, unit } })
  await signInAs('admin')
  await page.goto('/attributes')
  await test.step('a change is undone in its history', async () => {
    await row.getByRole('button', { name: /^Edit/ }).click()
    await row.getByText('History').click()
    await row
      .getByRole('button', { name: /^Undo this change/ })
      .first()
      .click()
    await expect(row).toContainText(`${tag_key} (mm)`)
  })
  await test.step('a retired attribute leaves the catalogue and the factsheet; staff still see its value', async () => {
    expect(await fetchFactsheet()).toContain('five')
    await retire.click()
    await expect(page.getByText(`“${tag_key} (mm)” retired.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
    await retire.click()
    await expect(page.getByRole('region', { name: 'Retired' })).toContainText(tag_key)
    expect(await fetchFactsheet()).not.toContain('five')
    await page.goto(`/inventory-detail/${car}`)
    await expect(page.getByRole('definition').filter({ hasText: 'five' }).first()).toBeVisible()
  })
  await test.step('a restored attribute is shown to visitors again', async () => {
    await page.goto('/attributes')
    await page.getByRole('button', { name: `Restore ${tag_key}` }).click()
    await expect(row).toBeVisible()
    expect(await fetchFactsheet()).toContain('five')
  })
})
