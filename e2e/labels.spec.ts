import { readFile } from 'node:fs/promises'
import { addItem, unique } from './items.ts'
import { expect, test } from './vitrine.ts'

test('labels for the items that were ticked, past the used positions, come as a PDF', async ({
  page,
  house,
  signInAs,
}) => {
  const names = [unique('Etikett'), unique('Etikett'), unique('Etikett')]
  for (const identifier of names) await addItem(house, { type: 'car', identifier, name: 'Martini 16 HP' })
  await signInAs('employee')
  await page.goto('/inventory/car')
  await page.getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByText('No items chosen yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled()

  for (const identifier of names.slice(0, 2)) {
    await page.getByLabel('Filter the items').fill(identifier)
    await page.getByRole('row', { name: identifier }).click()
  }
  await page.getByLabel('Filter the items').fill('Etikett')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.getByLabel('Labels already used').fill('20')
  await expect(page.getByText('2 labels on 2 pages')).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('labels_le_manege.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: 'Close: Label sheet' }).click()
  await page.getByRole('row', { name: names[2] ?? '' }).click()
  await expect(page).toHaveURL(/inventory-detail/)
})

test('a sheet of one’s own is checked while it is typed, and remembered', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/inventory/car')
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('button', { name: 'All shown' }).click()
  await page.getByLabel('Sheet (A4)').selectOption('Custom size')
  await page.getByLabel('Label width (mm)').fill('80')
  await expect(page.getByRole('alert')).toHaveText('The labels are 42.3 mm wider than the page.')
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled()
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('2')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.reload()
  await page.getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByLabel('Label width (mm)')).toHaveValue('80')
  await expect(page.getByRole('button', { name: 'Position 14 is used' })).toBeVisible()
})

test('tiles are ticked with the keyboard, too', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/inventory/art?view=grid')
  await page.getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByLabel('Sheet (A4)')).toBeFocused()
  await page.getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'None', exact: true }).click()
  await expect(page.getByText('0 chosen')).toBeVisible()
})
