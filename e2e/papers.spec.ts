import { readFile } from 'node:fs/promises'
import { addItem, post, unique } from './items.ts'
import { expect, test } from './vitrine.ts'

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-'

test('the print link of an item opens its PDF', async ({ page, context, signInAs }) => {
  await signInAs('employee')
  await page.goto('/inventory/car')
  await page.getByRole('row', { name: 'Benz Velo' }).click()
  const link = page.getByRole('link', { name: 'A4 One Pager' })
  // What comes of it in the new tab depends on the browser: not every one shows PDFs.
  const asked = context.waitForEvent('request', (request) => /\/api\/pdf-car\/v7\/\d+$/.test(request.url()))
  await Promise.all([context.waitForEvent('page'), link.click()])
  // Without the person's session: what is on paper is public.
  const response = await fetch((await asked).url())
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(isPdf(Buffer.from(await response.arrayBuffer()))).toBe(true)
})

test('all cards come in one PDF, with progress while it is made', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/inventory/art')
  // The file waits until the dialog was seen.
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/pdf-art/merged', async (route) => {
    await seen.promise
    await route.continue()
  })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF Info Cards' }).click()
  const dialog = page.getByRole('dialog', { name: 'PDF Info Cards' })
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('Downloading …', { timeout: 90_000 })
  seen.resolve()

  const file = await saved
  expect(file.suggestedFilename()).toBe('info_cards_la_grange.pdf')
  expect(isPdf(await readFile(await file.path()))).toBe(true)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('saved as info_cards_la_grange.pdf')).toBeVisible()

  // It is kept: the second time there is nothing to make.
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF Info Cards' }).click()
  await again
})

test('it can be cancelled, and tried again when it failed', async ({ page, signInAs, expectFault }) => {
  expectFault('503')
  await signInAs('employee')
  await page.goto('/inventory/car')
  const button = page.getByRole('button', { name: 'PDF One-Pagers' })
  const dialog = page.getByRole('dialog', { name: 'PDF One-Pagers' })

  await page.route('**/api/pdf-car/merged/progress', () => undefined)
  await button.click()
  await expect(dialog).toContainText('Preparing …')
  const calledOff = page.waitForEvent('requestfailed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await calledOff).url()).toContain('/merged/progress')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await page.unroute('**/api/pdf-car/merged/progress')
  const answer = { statusCode: 503, message: 'The server is busy.' }
  await page.route('**/api/pdf-car/merged/progress', (route) => route.fulfill({ status: 503, json: answer }), {
    times: 1,
  })
  await button.click()
  await expect(dialog.getByRole('alert')).toContainText('The PDF could not be created. The server is busy')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  expect((await saved).suggestedFilename()).toBe('one_pagers_le_manege.pdf')
})

test('PDFs come in the language that was chosen, or in two; the choice is kept, and labels begin with it', async ({
  page,
  house,
  signInAs,
}) => {
  const name = unique('Sprachen')
  const german = 'Der Wagen steht seit vielen Jahren im Haus, und er ist noch nie gefahren.'
  for (const identifier of [`${name}-1`, `${name}-2`]) {
    const itemId = await addItem(house, { type: 'car', identifier, name, description: german })
    // Of the second one there is no French.
    if (identifier.endsWith('2')) continue
    const fields = { description: { text: 'La voiture est dans la maison.', was: '', source: german } }
    await post(house, 'root', '/inventory/save-texts', { itemId, lang: 'fr', fields, state: 'checked' })
  }
  await signInAs('employee')
  await page.goto('/inventory/car')
  await page.getByLabel('Filter the items').fill(name)
  await expect(page.getByText('2 of')).toBeVisible()
  await page.getByRole('button', { name: 'Language of PDFs: As written' }).click()
  await page.getByRole('menuitemradio', { name: 'French and German' }).click()
  await page.getByRole('button', { name: 'Choose' }).click()
  const chosen = page.getByRole('group', { name: 'Chosen items' })
  await chosen.getByRole('button', { name: 'All shown' }).click()
  const [request, file] = await Promise.all([
    page.waitForRequest('**/api/pdf-car/merged'),
    page.waitForEvent('download'),
    chosen.getByRole('button', { name: 'PDF One-Pagers' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ lang: 'fr,de' })
  expect(isPdf(await readFile(await file.path()))).toBe(true)
  await expect(page.getByText('1 page has only the first language')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Language of PDFs: French and German' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Labels' }).click()
  const language = page.getByLabel('Language', { exact: true })
  await expect(language).toHaveValue('fr')
  await language.selectOption('Japanese')
  await page.getByLabel('Filter the items').fill(`${name}-1`)
  await page.getByRole('row', { name: `${name}-1` }).click()
  const [labels] = await Promise.all([
    page.waitForRequest('**/api/labels'),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(labels.postDataJSON()).toMatchObject({ lang: 'ja' })
})
