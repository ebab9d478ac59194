import type { Attribute } from '@vitrine/contract'
import { axeFindings } from './axe.ts'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const rows = (page: Page) => page.locator('li[data-row]')
const labels = async (page: Page, count: number) => (await rows(page).locator('code').allTextContents()).slice(0, count)
const first = ['artist', 'title', 'year']

// One after the other: all of them put the same list in order.
test.describe.configure({ mode: 'default' })

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('an admin adds an attribute, says that visitors see it, and they do: no file was changed', async ({
      page,
      house,
      signInAs,
    }) => {
      const label = unique('Frame')
      await signInAs('admin')
      await page.goto('/attributes?museum=art')
      await page.getByRole('button', { name: 'Add Attribute' }).click()
      await page.getByLabel('Label in English').fill(label)
      await page.getByLabel('Kind').selectOption('Number')
      await page.getByLabel('Unit').fill('mm')
      const key = await page.getByLabel('Key').inputValue()
      await page.getByRole('button', { name: 'Add Attribute' }).click()
      const row = rows(page).filter({ hasText: key })
      await expect(row).toContainText(`${label} (mm)`)
      await expect(row).toContainText('Staff only')

      const id = await addItem(house, { type: 'art', identifier: unique('LG'), tags: { [key]: '1250' } })
      const visit = async () => (await fetch(`${house.url}/art/${id < 200 ? id - 100 : id}`)).text()
      expect(await visit()).not.toContain(label)
      await row.getByRole('button', { name: /^Edit/ }).click()
      await page.getByLabel('Shown to').selectOption('Staff and visitors')
      expect(await axeFindings(page, [{ width, colorScheme: 'light' }], {})).toEqual([])
      await page.getByRole('button', { name: 'Save Attribute' }).click()
      await expect(row.getByRole('button', { name: /^Edit/ })).toBeFocused()
      await expect(page.getByText(`Changed: ${label} (mm)`)).toBeVisible()
      expect(await visit()).toContain(`${label} (mm)</th><td>1&#x27;250`)

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toContainText('Staff only')
      expect(await visit()).not.toContain(label)
    })

    test('attributes are put in order by dragging and with the arrow keys, and that can be undone', async ({
      page,
      signInAs,
    }) => {
      await signInAs('root')
      await page.goto('/attributes?museum=art')
      await expect.poll(() => labels(page, 3)).toEqual(first)
      const handle = page.getByRole('button', { name: /^Move Artist/ })
      await handle.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => labels(page, 3)).toEqual(['title', 'year', 'artist'])
      await expect(handle).toBeFocused()
      await expect(page.getByText('Artist is number 3 of', { exact: false })).toBeAttached()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => labels(page, 3)).toEqual(first)

      await expect(page.getByText('“Artist” moved.')).toBeVisible()
      const from = await handle.boundingBox()
      const to = await rows(page).nth(2).boundingBox()
      if (!from || !to) throw new Error('there are no rows')
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, to.y + to.height - 4, { steps: 5 })
      await page.mouse.up()
      await expect.poll(() => labels(page, 3)).toEqual(['title', 'year', 'artist'])
      await page.reload()
      await expect.poll(() => labels(page, 3)).toEqual(['title', 'year', 'artist'])
      await expect(page.getByText('Moved: Artist').first()).toBeVisible()
      await handle.focus()
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => labels(page, 3)).toEqual(['title', 'artist', 'year'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => labels(page, 3)).toEqual(['title', 'year', 'artist'])
      await handle.focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => labels(page, 3)).toEqual(first)
      await expect(page.getByText('“Artist” moved.')).toBeVisible()
    })
  })
}

test('a retired attribute is offered no more, its values stay with staff, and it can be restored', async ({
  page,
  house,
  signInAs,
}) => {
  const tag_key = unique('seats').replaceAll('-', '_')
  const attribute = { kind: 'number', unit: '', audience: 'visitors', group: 'facts', labels: { en: tag_key } }
  const flags = { multiline: false, suggestions: false, names: false }
  const body = { type: 'car', tag_key, attribute: { ...attribute, ...flags } }
  const { id: attributeId } = await post<Attribute>(house, 'root', '/attributes/add', body)
  const id = await addItem(house, { type: 'car', identifier: unique('LM'), tags: { [tag_key]: 'five' } })
  await signInAs('admin')
  await page.goto('/attributes')
  await page.getByRole('button', { name: `Retire ${tag_key}` }).click()
  await expect(page.getByText(`“${tag_key}” retired.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator(`[data-row="${attributeId}"]`)).toBeVisible()
  await page.getByRole('button', { name: `Retire ${tag_key}` }).click()
  await expect(page.getByRole('region', { name: 'Retired' })).toContainText(tag_key)

  await page.goto(`/inventory-detail/${id}`)
  await expect(page.getByRole('definition').filter({ hasText: 'five' }).first()).toBeVisible()
  expect(await (await fetch(`${house.url}/car/${id}`)).text()).not.toContain('five')
  await page.goto('/attributes')
  await page.getByRole('button', { name: `Restore ${tag_key}` }).click()
  await expect(page.locator(`[data-row="${attributeId}"]`)).toBeVisible()
  expect(await (await fetch(`${house.url}/car/${id}`)).text()).toContain('five')
})

test('two people change one attribute: both versions are compared, and nothing is lost', async ({
  page,
  house,
  signInAs,
}) => {
  const tag_key = unique('note').replaceAll('-', '_')
  const attribute = {
    ...{ kind: 'text', unit: '', audience: 'staff', group: 'facts', labels: { en: tag_key } },
    ...{ multiline: false, suggestions: false, names: false },
  }
  const { id } = await post<Attribute>(house, 'root', '/attributes/add', { type: 'car', tag_key, attribute })
  await signInAs('admin')
  await page.goto('/attributes')
  await page.getByRole('button', { name: `Edit ${tag_key}` }).click()
  const unit = page.getByRole('textbox', { name: 'Unit', exact: true })
  await unit.fill('cm')
  await post(house, 'root', '/attributes/save', { id, attribute: { ...attribute, unit: 'mm', kind: 'number' } })
  await page.getByRole('button', { name: 'Save Attribute' }).click()
  await expect(page.getByRole('alert')).toContainText('saved this attribute')
  await expect(unit).toHaveValue('cm')
  await page.getByRole('button', { name: 'Save Attribute' }).click()
  const row = page.locator(`[data-row="${id}"]`)
  await expect(row).toContainText(`${tag_key} (cm)`)
  await expect(row).toContainText('Number')

  await row.getByRole('button', { name: /^Edit/ }).click()
  await row.getByText('History').click()
  await row
    .getByRole('button', { name: /^Undo this change/ })
    .first()
    .click()
  await expect(row).toContainText(`${tag_key} (mm)`)
})

test('editing an item: numbers have their keyboard, odd values a warning, and used values are suggested', async ({
  page,
  house,
  signInAs,
}) => {
  const body = unique('Shooting brake')
  await addItem(house, { type: 'car', identifier: unique('LM'), tags: { body } })
  const id = await addItem(house, {
    type: 'car',
    identifier: unique('LM'),
    tags: { power_hp: '90', year: '1924', body: 'x' },
  })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  const power = page.getByLabel('Power (hp)')
  await expect(power).toHaveAttribute('inputmode', 'decimal')
  await power.fill('ninety')
  await expect(page.getByText('This is not a number.')).toBeVisible()
  await page.getByLabel('Year', { exact: true }).fill('19244')
  await expect(page.getByText('This is not a year between')).toBeVisible()
  await page.getByLabel('Body').focus()
  await expect(page.locator(`datalist option[value="${body}"]`)).toBeAttached()
  await page.getByRole('button', { name: 'Save Attributes' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'ninety' }).first()).toBeVisible()
})

test('the catalogue is for root and admin', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/attributes')
  await expect(page.getByRole('heading', { name: /not allowed/i })).toBeVisible()
})
