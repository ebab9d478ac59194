import { readFile } from 'node:fs/promises'
import { addItem, uniqueName } from './items.ts'
import { expect, test } from './vitrine.ts'

test('an employee prints labels for selected items on a partly used and on a custom sheet', async ({
  page,
  server,
  signInAs,
}) => {
  const identifiers = [uniqueName('Etikett'), uniqueName('Etikett'), uniqueName('Etikett')]
  for (const identifier of identifiers)
    await addItem(server, { type: 'car', identifier, name: 'Martini 16 HP' })
  const filter = page.getByLabel('Filter the items')
  const openPanel = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Labels' }).click()
  }
  const sheet = page.getByLabel('Sheet (A4)')
  const download = page.getByRole('button', { name: 'Download PDF' })
  await signInAs('employee')
  await page.goto('/inventory/car')
  await test.step('without a selection labels are for the rows shown', async () => {
    await filter.fill('Etikett')
    await expect(page.getByText('3 of')).toBeVisible()
    await openPanel()
    await expect(page.getByText('3 labels on 1 page')).toBeVisible()
  })
  await test.step('items stay selected while the filter changes', async () => {
    for (const identifier of identifiers.slice(0, 2)) {
      await filter.fill(identifier)
      await page.getByRole('row', { name: identifier }).click()
    }
    await filter.fill('Etikett')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  })
  await test.step('labels follow the used positions, in a PDF', async () => {
    await page.getByLabel('Labels already used').fill('20')
    await expect(page.getByText('2 labels on 2 pages')).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toBe('labels_le_manege.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })
  await test.step('a custom sheet is validated while it is typed', async () => {
    await sheet.selectOption('Custom size')
    await page.getByLabel('Label width (mm)').fill('80')
    await expect(page.getByRole('alert')).toHaveText('The labels are 42.3 mm wider than the page.')
    await expect(download).toBeDisabled()
    await page.getByRole('spinbutton', { name: 'Columns' }).fill('2')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Close: Label sheet' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: identifiers[2] ?? '' }).click()
    await expect(page).toHaveURL(/inventory-detail/)
  })
  await test.step('a custom sheet is remembered, also for the art grid, where keys select tiles', async () => {
    await page.goto('/inventory/art?view=grid')
    await openPanel()
    await expect(sheet).toBeFocused()
    await expect(page.getByLabel('Label width (mm)')).toHaveValue('80')
    await expect(page.getByRole('button', { name: 'Position 14 is used' })).toBeVisible()
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'None', exact: true }).click()
    await expect(page.getByText('0 selected')).toBeVisible()
  })
})
