import { readFile, truncate, writeFile } from 'node:fs/promises'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const confirmText = 'Are you sure you want to upload the data? This is an expert and can corrupt the database.'
const panel = (page: Page) => page.getByRole('region', { name: 'Upload CSV' })
const preview = (page: Page) => panel(page).getByRole('region', { name: /Preview/ })
const upload = (page: Page) => panel(page).getByRole('button', { name: 'Upload', exact: true })

async function open(page: Page, address = '/inventory/art') {
  await page.goto(address)
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(panel(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload CSV', exact: true })).toHaveCount(0)
}

const choose = (page: Page, text: string | Buffer, name = 'art.csv') =>
  panel(page)
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

for (const role of ['admin', 'employee'] as const) {
  test(`${role} sees what a file would do, uploads it and takes it back`, async ({ page, house, signInAs }) => {
    const [old, fresh, same] = [unique('LG'), unique('NEW'), unique('LG')]
    const file = `${unique('art')}.csv`
    const id = await addItem(house, { type: 'art', identifier: old, name: 'Old name', tags: { year: '1931' } })
    await addItem(house, { type: 'art', identifier: same, name: 'Same', tags: { year: '1900' } })
    await signInAs(role)
    await open(page)
    await choose(page, `identifier;name;year\n${old};New name;1932\n\n${fresh};Fresh;2020\n${same};Same;1900\n`, file)
    await expect(preview(page)).toContainText(`${file}: 1 new, 1 changed, 1 unchanged, 0 refused.`)
    const changed = preview(page).getByRole('list', { name: 'Changed (1)' })
    await expect(changed.getByRole('listitem')).toContainText(`Row 2${old}`)
    await expect(changed).toContainText('NameOld name → became New name')
    await expect(changed).toContainText('Year1931 → became 1932')
    await expect(preview(page).getByRole('list', { name: 'New (1)' })).toContainText(`Row 4${fresh}Fresh`)

    await upload(page).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(confirmText)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await upload(page).click()
    await question.getByRole('button', { name: 'Ok' }).click()
    await expect(panel(page).getByText('Uploaded: 1 created, 1 changed.')).toBeVisible()
    await page.getByLabel('Filter the items').fill(fresh)
    await expect(page.getByRole('row', { name: new RegExp(fresh) })).toBeVisible()

    // Somebody goes on working on one of the two: that one is left.
    const data = { identifier: old, name: 'Newer still', description: '' }
    await post(house, 'root', '/inventory/save-info', { itemId: id, data })
    await panel(page)
      .getByRole('button', { name: `Undo ${file}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
    await expect(panel(page)).toContainText('1 item was reverted. Left as it is:')
    await expect(panel(page)).toContainText(`${old}: Somebody changed it since.`)
    await expect(page.getByRole('row', { name: new RegExp(fresh) })).toHaveCount(0)
    await expect(panel(page).getByRole('listitem').filter({ hasText: file })).toContainText('Undone by')
  })
}

test('cars go out with all attributes and come back: unknown columns are mapped or skipped, erasing is a choice in red', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('LM')
  const tags = { year: '1931', body: 'Torpedo' }
  await addItem(house, { type: 'car', identifier, name: 'Martini; six', description: 'Two\nlines', tags })
  await signInAs('employee')
  await open(page, `/inventory/car?filter=${identifier}`)
  await page.getByRole('button', { name: /More, CSV delimiter/ }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV with all attributes and translations' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('inventory_le_manege.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\uFEFFidentifier;name;description;.*;description_de;/)
  await choose(page, text)
  await expect(preview(page)).toContainText('0 new, 0 changed, 1 unchanged, 0 refused. There is nothing to upload.')

  await choose(page, `identifier;name;Jahr;Karosserie;Preis\n${identifier};;1932;;12\n`, 'autos.csv')
  await expect(panel(page).getByLabel('Column “Jahr”')).toHaveValue('year')
  await expect(panel(page).getByLabel('Column “Preis”')).toHaveValue('')
  const changed = preview(page).getByRole('list', { name: 'Changed (1)' })
  await expect(changed.getByRole('listitem')).toHaveText(`Row 2${identifier}Year1931 →  became 1932`)
  await panel(page).getByLabel('Column “Jahr”').selectOption('Skip this column')
  await expect(preview(page)).toContainText('There is nothing to upload.')
  await panel(page).getByLabel('Column “Jahr”').selectOption('Year')

  await panel(page).getByLabel('Empty cells erase').check()
  await expect(preview(page)).toContainText('One value is erased.')
  await expect(changed).toContainText('BodyTorpedo →  became nothing')
  await expect(changed).not.toContainText('Name')
  const red = 'rgb(166, 27, 27)'
  await expect(changed.getByText('Torpedo')).toHaveCSS('color', red)
  await expect(changed.getByText('1931')).not.toHaveCSS('color', red)
  await upload(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await expect(panel(page).getByText('Uploaded: 0 created, 1 changed.')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(identifier) })).toHaveText(/Martini; six.*1932$/)
})

test('refused rows are named, and nothing can be uploaded', async ({ page, signInAs }) => {
  const identifier = unique('NEW')
  await signInAs('employee')
  await open(page)
  await choose(page, `identifier,name\n${identifier},One\n${identifier},Two\n,Nobody\n`)
  await expect(preview(page)).toContainText('1 new, 0 changed, 0 unchanged, 2 refused.')
  const refused = preview(page).getByRole('list', { name: 'Refused (2)' })
  await expect(refused).toContainText(`The identifier “${identifier}” is already in row 2.`)
  await expect(refused).toContainText('Row 4')
  await expect(upload(page)).toBeDisabled()
  // The same file, corrected, can be chosen again.
  await choose(page, `identifier,name\n${identifier},One\n`)
  await expect(upload(page)).toBeEnabled()
})

test('the focus goes on in the panel, and an old failure goes with the next success', async ({ page, signInAs }) => {
  const [first, second] = [unique('NEW'), unique('NEW')]
  const file = `${unique('art')}.csv`
  await signInAs('employee')
  await open(page)
  const chooser = panel(page).getByLabel('CSV file')
  await chooser.focus()
  await choose(page, `identifier\n${first}\n`, file)
  await expect(upload(page)).toBeEnabled()
  await expect(chooser).toBeFocused()
  await upload(page).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).press('Enter')
  await expect(panel(page).getByText('Uploaded: 1 created, 0 changed.')).toBeVisible()
  await expect(chooser).toBeFocused()

  const undo = panel(page).getByRole('button', { name: `Undo ${file}` })
  const undoing = async () => {
    await undo.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).press('Enter')
  }
  await page.route('**/api/inventory/imports/undo', (route) =>
    route.fulfill({ status: 409, json: { statusCode: 409, message: 'Others are at it.' } }),
  )
  await undoing()
  await expect(panel(page).getByRole('alert')).toHaveText('Nothing was undone. Others are at it.')
  await choose(page, `identifier\n${second}\n`)
  await expect(upload(page)).toBeEnabled()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)

  await page.unroute('**/api/inventory/imports/undo')
  await undoing()
  await expect(panel(page)).toContainText('1 item was reverted.')
  await expect(panel(page).getByRole('heading', { name: 'Earlier uploads' })).toBeFocused()
})

test('files from other programs are read as they were meant', async ({ page, signInAs }) => {
  const identifier = unique('NEW')
  await signInAs('employee')
  await open(page)
  // Windows-1252, as older spreadsheets write it: É is one byte.
  await choose(page, Buffer.from(`identifier;name\r\n${identifier};\xC9tude\r\n`, 'latin1'))
  await expect(preview(page).getByRole('list', { name: 'New (1)' })).toContainText('Étude')
  await choose(page, `\uFEFFidentifier\tname\n${identifier}\tÉtude, no. 2\n`)
  await expect(preview(page).getByRole('list', { name: 'New (1)' })).toContainText('Étude, no. 2')
})

test('a file that can’t be uploaded is refused with a sentence', async ({ page, signInAs }, info) => {
  await signInAs('employee')
  await open(page)
  const told = panel(page).getByRole('alert')
  await choose(page, '')
  await expect(told).toHaveText('The file is empty.')
  await choose(page, 'LG-1;Étude\n')
  await expect(told).toContainText('The first line must name the columns')
  await choose(page, 'identifier;name\nLG-1;a;b\n')
  await expect(told).toContainText('Row 2 has 3 cells, but the header has 2.')
  await choose(page, 'identifier;name\nLG-1;"a\n')
  await expect(told).toContainText('unmatched quotes')
  const large = info.outputPath('large.csv')
  await writeFile(large, '')
  await truncate(large, 40 * 1024 * 1024)
  await panel(page).getByLabel('CSV file').setInputFiles(large)
  await expect(told).toContainText('at most 32 MB')
  await expect(upload(page)).toHaveCount(0)
})
