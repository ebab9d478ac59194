import { readFile } from 'node:fs/promises'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, test } from './vitrine.ts'

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-'

test('an employee prints an item and all items: with progress, cancelled, retried and cached', async ({
  page,
  context,
  signInAs,
  expectFault,
}) => {
  const progress = '**/api/pdf-car/merged/progress'
  const print = page.getByRole('button', { name: 'PDF One-Pagers' })
  const dialog = page.getByRole('dialog', { name: 'PDF One-Pagers' })
  await signInAs('employee')
  await page.goto('/inventory/car?filter=Benz')
  await test.step('the print link of an item opens its PDF without a session', async () => {
    await page.getByRole('row', { name: 'LM-001 Benz Velo' }).click()
    // Only the request is checked, because not every browser shows PDFs.
    const pdfRequest = context.waitForEvent('request', (request) =>
      /\/api\/pdf-car\/v7\/\d+$/.test(request.url()),
    )
    const link = page.getByRole('link', { name: 'A4 One Pager' })
    await Promise.all([context.waitForEvent('page'), link.click()])
    const response = await fetch((await pdfRequest).url())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(isPdf(Buffer.from(await response.arrayBuffer()))).toBe(true)
    await page.goBack()
  })
  await test.step('the PDF can be cancelled', async () => {
    await page.route(progress, () => undefined)
    await print.click()
    await expect(dialog).toContainText('Preparing …')
    const calledOff = page.waitForEvent('requestfailed')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await calledOff).url()).toContain('/merged/progress')
    await expect(dialog).toBeHidden()
    await expect(print).toBeFocused()
    await page.unroute(progress)
  })
  await test.step('a failure shows its reason', async () => {
    expectFault('503')
    const answer = { statusCode: 503, message: 'The server is busy.' }
    await page.route(progress, (route) => route.fulfill({ status: 503, json: answer }), {
      times: 1,
    })
    await print.click()
    await expect(dialog.getByRole('alert')).toContainText(
      'The PDF could not be created. The server is busy',
    )
  })
  await test.step('a retry shows its progress and downloads one file', async () => {
    // The file is held back until the dialog has appeared.
    const dialogSeen = Promise.withResolvers<void>()
    await page.route('**/api/pdf-car/merged', async (route) => {
      await dialogSeen.promise
      await route.continue()
    })
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await expect(dialog.getByRole('status')).toHaveText('Downloading …', { timeout: 90_000 })
    dialogSeen.resolve()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('one_pagers_le_manege.pdf')
    expect(isPdf(await readFile(await file.path()))).toBe(true)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('saved as one_pagers_le_manege.pdf')).toBeVisible()
  })
  await test.step('the second download comes from the cache', async () => {
    const again = page.waitForEvent('download')
    await print.click()
    await again
  })
})

test('PDFs are in the chosen language or in two; labels use the remembered choice', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = uniqueName('Sprachen')
  const german = 'Das Bild hängt seit vielen Jahren im Haus, und es ist noch nie gereist.'
  for (const identifier of [`${name}-1`, `${name}-2`]) {
    const itemId = await addItem(server, { type: 'art', identifier, name, description: german })
    // The second item has no French text.
    if (identifier.endsWith('2')) continue
    const fields = {
      description: { text: 'Le tableau est dans la maison.', was: '', source: german },
    }
    await postAs(server, 'root', '/inventory/save-texts', {
      itemId,
      lang: 'fr',
      fields,
      state: 'checked',
    })
  }
  await signInAs('employee')
  await page.goto('/inventory/art')
  await page.getByLabel('Filter the items').fill(name)
  await expect(page.getByText('2 of')).toBeVisible()
  await page.getByRole('button', { name: 'Language of PDFs: As written' }).click()
  await page.getByRole('menuitemradio', { name: 'French and German' }).click()
  const [request, file] = await Promise.all([
    page.waitForRequest('**/api/pdf-art/merged'),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF Info Cards · 2' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ lang: 'fr,de' })
  expect(file.suggestedFilename()).toBe('info_cards_la_grange.pdf')
  expect(isPdf(await readFile(await file.path()))).toBe(true)
  await expect(page.getByText('1 page has only the first language')).toBeVisible()

  await page.reload()
  await expect(
    page.getByRole('button', { name: 'Language of PDFs: French and German' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Filter the items').fill(`${name}-1`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Labels · 1' }).click()
  const language = page.getByLabel('Language', { exact: true })
  await expect(language).toHaveValue('fr')
  await language.selectOption('Japanese')
  const [labels] = await Promise.all([
    page.waitForRequest('**/api/labels'),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(labels.postDataJSON()).toMatchObject({ lang: 'ja' })
})
