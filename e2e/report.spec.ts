import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from './vitrine.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Generate' })
const text = (page: Page) => page.getByRole('region', { name: 'Result' }).locator('pre')
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date())

test('an admin generates a report, copies and downloads it; a month without entries says so', async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('admin')
  await page.goto('/report')
  await expect(form(page).getByRole('heading', { name: 'Generate' })).toBeVisible()
  await expect(form(page).getByLabel('Start date')).toHaveValue(`${today().slice(0, 4)}-01-01`)
  await expect(form(page).getByLabel('End date')).toHaveValue(today())
  await expect(form(page).getByLabel('Language')).toHaveValue('en')
  await expect(form(page).getByLabel('Language').getByRole('option')).toHaveText([
    'English',
    'French',
    'German',
  ])
  await expect(form(page).getByLabel('Instructions')).toHaveAttribute('rows', '7')
  await expect(form(page).getByLabel('Instructions')).not.toHaveValue('')
  await expect(form(page).getByLabel('Instructions')).toHaveAccessibleDescription(
    /instructions are not followed/,
  )

  await form(page).getByRole('button', { name: 'Presse' }).click()
  const [request] = await Promise.all([
    page.waitForRequest('**/api/journal/report'),
    form(page).getByRole('button', { name: 'Generate Report' }).click(),
  ])
  expect(request.headers().accept).toContain('text/event-stream')
  expect(request.postDataJSON()).toMatchObject({
    tags: [expect.any(Number)],
    endDate: today(),
    lang: 'en',
  })
  await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()
  await expect(text(page)).toContainText('Presse')
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeInViewport()
  await expect(page.getByText('Answered by the embedded assistant')).toBeVisible()
  const report = (await text(page).textContent()) ?? ''
  expect(report).toMatch(/^Journal report\n=+\n/)
  expect(report).not.toMatch(/^#/m)
  expect(report).toMatch(/\n- \d+ \p{Lu}\p{Ll}+: .+\n {2}Tags: .*Presse/u)
  // Lines link to their entries; the copied text has no numbers.
  await expect(
    text(page)
      .getByRole('link', { name: /^Entry of / })
      .first(),
  ).toHaveAttribute('href', /journal\?entry=\d+$/)

  await page.getByRole('button', { name: 'Copy to Clipboard' }).click()
  await expect(page.getByText('Copied to the clipboard.')).toBeVisible()
  await form(page).getByLabel('Instructions').fill('')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(form(page).getByLabel('Instructions')).toHaveValue(report)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Markdown' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`report_${today().slice(0, 4)}-01-01_${today()}.md`)
  expect(await readFile(await download.path(), 'utf8')).toBe(`${report.trimEnd()}\n`)

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toBe(`report_${today().slice(0, 4)}-01-01_${today()}.pdf`)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await test.step('requires both dates, in order', async () => {
    const generate = form(page).getByRole('button', { name: 'Generate Report' })
    for (const label of ['Start date', 'End date']) {
      await form(page).getByLabel(label).fill('')
      await expect(generate).toBeDisabled()
      await form(page).getByLabel(label).fill('1990-01-01')
    }
    await form(page).getByLabel('End date').fill('1989-01-01')
    await expect(form(page).getByLabel('End date')).toHaveAccessibleDescription(
      /before the start date/,
    )
    await expect(generate).toBeDisabled()
    await form(page).getByLabel('End date').fill('1990-12-31')
    await generate.click()
    await expect(text(page)).toHaveText(
      'There are no journal entries with these tags in this period.',
    )
  })
})

test('a failed or cancelled report says so and keeps the earlier one on the screen', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  await signInAs('root')
  await page.route('**/api/journal/report/instructions', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'x' } }),
  )
  const loaded = page.waitForResponse('**/api/journal/report/instructions')
  await page.goto('/report')
  await loaded
  // Instructions stay empty if they can't be loaded.
  await expect(form(page).getByLabel('Instructions')).toHaveValue('')
  const generate = form(page).getByRole('button', { name: 'Generate Report' })
  const result = page.getByRole('region', { name: 'Result' })

  await test.step('before the first report', async () => {
    await page.route('**/api/journal/report', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, message: 'Out of order.' } }),
    )
    await generate.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to generate report.')
    await expect(generate).toBeEnabled()

    await page.route('**/api/journal/report', () => undefined)
    await generate.click()
    await expect(form(page).getByRole('button', { name: 'Generating...' })).toBeDisabled()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(generate).toBeEnabled()
    await expect(result).toContainText('Cancelled.')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await page.unroute('**/api/journal/report')
  await generate.click()
  await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()
  const report = (await text(page).textContent()) ?? ''
  expect(report).not.toBe('')

  await test.step('after it', async () => {
    const broken =
      'event: delta\ndata: {"text":"Half a"}\n\nevent: error\ndata: {"statusCode":502,"message":"No."}\n\n'
    await page.route('**/api/journal/report', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: broken }),
    )
    await generate.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to generate report.')
    await expect(text(page)).toHaveText(report)
    await expect(page.getByText('The report below is the previous one.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()

    await page.route('**/api/journal/report', () => undefined)
    await generate.click()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(text(page)).toHaveText(report)
  })
})
