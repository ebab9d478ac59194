import { readFile, truncate, writeFile } from 'node:fs/promises'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const confirmText =
  'Are you sure you want to upload the data? This is an expert and can corrupt the database.'
const uploadPanel = (page: Page) => page.getByRole('region', { name: 'Upload CSV' })
const preview = (page: Page) => uploadPanel(page).getByRole('region', { name: /Preview/ })
const uploadButton = (page: Page) =>
  uploadPanel(page).getByRole('button', { name: 'Upload', exact: true })

async function openUploadPanel(page: Page, address = '/inventory/art') {
  await page.goto(address)
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  await expect(uploadPanel(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload CSV', exact: true })).toHaveCount(0)
}

const chooseFile = (page: Page, text: string | Buffer, name = 'art.csv') =>
  uploadPanel(page)
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an invalid file is rejected; a valid one is previewed, uploaded and undone', async ({
  page,
  server,
  signInAs,
}, info) => {
  const [old, fresh, same] = [uniqueName('LG'), uniqueName('NEW'), uniqueName('LG')]
  const file = `${uniqueName('art')}.csv`
  const id = await addItem(server, {
    type: 'art',
    identifier: old,
    name: 'Old name',
    tags: { year: '1931' },
  })
  await addItem(server, { type: 'art', identifier: same, name: 'Same', tags: { year: '1900' } })
  const alert = uploadPanel(page).getByRole('alert')
  const chooser = uploadPanel(page).getByLabel('CSV file')
  const question = page.getByRole('dialog')
  const confirm = () => question.getByRole('button', { name: 'Ok' }).press('Enter')
  await signInAs('employee')
  await openUploadPanel(page)
  await test.step('an error explains what is wrong with a file', async () => {
    await chooseFile(page, '')
    await expect(alert).toHaveText('The file is empty.')
    const large = info.outputPath('large.csv')
    await writeFile(large, '')
    await truncate(large, 40 * 1024 * 1024)
    await chooser.setInputFiles(large)
    await expect(alert).toContainText('at most 32 MB')
    await expect(uploadButton(page)).toHaveCount(0)
  })
  await test.step('refused rows are listed and block the upload; the corrected file can be chosen again', async () => {
    // Windows-1252, as older spreadsheets write it: É is one byte.
    const rows = `identifier,name\n${fresh},\xC9tude\n${fresh},Two\n,Nobody\n`
    await chooseFile(page, Buffer.from(rows, 'latin1'), file)
    await expect(preview(page)).toContainText('1 new, 0 changed, 0 unchanged, 2 refused.')
    await expect(preview(page).getByRole('list', { name: 'New (1)' })).toContainText('Étude')
    const refused = preview(page).getByRole('list', { name: 'Refused (2)' })
    await expect(refused).toContainText(`The identifier “${fresh}” is already in row 2.`)
    await expect(refused).toContainText('Row 4')
    await expect(uploadButton(page)).toBeDisabled()
    await chooser.focus()
    await chooseFile(
      page,
      `identifier;name;year\n${old};New name;1932\n\n${fresh};Fresh;2O20\n${same};Same;1900\n`,
      file,
    )
    await expect(uploadButton(page)).toBeEnabled()
    await expect(chooser).toBeFocused()
  })
  await test.step('the preview shows the change of each item', async () => {
    await expect(preview(page)).toContainText(`${file}: 1 new, 1 changed, 1 unchanged, 0 refused.`)
    const changed = preview(page).getByRole('list', { name: 'Changed (1)' })
    await expect(changed.getByRole('listitem')).toContainText(`Row 2${old}`)
    await expect(changed).toContainText('NameOld name → became New name')
    await expect(changed).toContainText('Year1931 → became 1932')
    await expect(preview(page).getByRole('list', { name: 'New (1)' })).toContainText(
      `Row 4${fresh}Fresh`,
    )
  })
  await test.step('a mistyped value is shown, and new items can be hidden from visitors', async () => {
    const warnings = preview(page).getByRole('list', { name: 'Please check (1)' })
    await expect(warnings).toHaveText(
      'Row 4Year “2O20”: There is a letter in this year. Please check it.',
    )
    await uploadPanel(page).getByLabel('Hide from visitors until checked').check()
  })
  await test.step('the file is uploaded after a confirmation, and the focus stays in the panel', async () => {
    await uploadButton(page).press('Enter')
    await expect(question).toContainText(confirmText)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await uploadButton(page).press('Enter')
    await confirm()
    await expect(
      uploadPanel(page).getByText(
        'Uploaded: 1 created, 1 changed. Visitors do not see the new items yet.',
      ),
    ).toBeVisible()
    await expect(chooser).toBeFocused()
    await page.getByLabel('Filter the items').fill(fresh)
    await expect(page.getByRole('row', { name: new RegExp(fresh) })).toBeVisible()
  })
  const undo = uploadPanel(page).getByRole('button', { name: `Undo ${file}` })
  await test.step('an old error disappears with the next success', async () => {
    const answer = { statusCode: 409, message: 'Others are at it.' }
    await page.route('**/api/inventory/imports/undo', (route) =>
      route.fulfill({ status: 409, json: answer }),
    )
    await undo.press('Enter')
    await confirm()
    await expect(alert).toHaveText('Nothing was undone. Others are at it.')
    await chooseFile(page, `identifier\n${uniqueName('NEW')}\n`)
    await expect(uploadButton(page)).toBeEnabled()
    await expect(alert).toHaveCount(0)
    await page.unroute('**/api/inventory/imports/undo')
  })
  await test.step('undo leaves items that were changed since the upload', async () => {
    const data = { identifier: old, name: 'Newer still', description: '' }
    await postAs(server, 'root', '/inventory/save-info', { itemId: id, data })
    await undo.press('Enter')
    await confirm()
    await expect(uploadPanel(page)).toContainText('1 item was reverted. Left as it is:')
    await expect(uploadPanel(page)).toContainText(`${old}: Someone has changed it since.`)
    await expect(uploadPanel(page).getByRole('heading', { name: 'Earlier uploads' })).toBeFocused()
    await expect(page.getByRole('row', { name: new RegExp(fresh) })).toHaveCount(0)
    await expect(uploadPanel(page).getByRole('listitem').filter({ hasText: file })).toContainText(
      'Undone by',
    )
  })
})

test('cars are exported and imported again: columns are mapped or skipped, erased values are red', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const identifier = uniqueName('LM')
  const tags = { year: '1931', body: 'Torpedo' }
  await addItem(server, {
    type: 'car',
    identifier,
    name: 'Martini; six',
    description: 'Two\nlines',
    tags,
  })
  await signInAs('employee')
  await openUploadPanel(page, `/inventory/car?filter=${identifier}`)
  await page.getByRole('button', { name: /More, CSV delimiter/ }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV with all attributes and translations' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('inventory_le_manege.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\uFEFFidentifier;name;description;.*;description_de;/)
  await chooseFile(page, text)
  await expect(preview(page)).toContainText(
    '0 new, 0 changed, 1 unchanged, 0 refused. There is nothing to upload.',
  )

  await chooseFile(
    page,
    `identifier;name;Jahr;Karosserie;Preis\n${identifier};;1932;;12\n`,
    'autos.csv',
  )
  await expect(uploadPanel(page).getByLabel('Column “Jahr”')).toHaveValue('year')
  await expect(uploadPanel(page).getByLabel('Column “Preis”')).toHaveValue('')
  const changed = preview(page).getByRole('list', { name: 'Changed (1)' })
  await expect(changed.getByRole('listitem')).toHaveText(
    `Row 2${identifier}Year1931 →  became 1932`,
  )
  await uploadPanel(page).getByLabel('Column “Jahr”').selectOption('Skip this column')
  await expect(preview(page)).toContainText('There is nothing to upload.')
  await uploadPanel(page).getByLabel('Column “Jahr”').selectOption('Year')

  await uploadPanel(page).getByLabel('Empty cells erase').check()
  await expect(preview(page)).toContainText('One value is erased.')
  await expect(changed).toContainText('BodyTorpedo →  became nothing')
  await expect(changed).not.toContainText('Name')
  const red = 'rgb(166, 27, 27)'
  await expect(changed.getByText('Torpedo')).toHaveCSS('color', red)
  await expect(changed.getByText('1931')).not.toHaveCSS('color', red)
  await uploadButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await expect(uploadPanel(page).getByText('Uploaded: 0 created, 1 changed.')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(identifier) })).toHaveText(
    /Martini; six.*1932$/,
  )
})
