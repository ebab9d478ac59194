import { expect, test } from './vitrine.ts'

test('errors of server, database and browser are shown and reported once a minute', async ({
  page,
  signInAs,
  expectFault,
}) => {
  expectFault('Client error from the test screen')
  await signInAs('employee')
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-error')) reports.push(request.postDataJSON())
  })
  await page.goto('/test-error')
  for (const name of ['Server error', 'Database error']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Error from one of the actions. Something went wrong on our side. Please try again.',
    )
  }
  await page.getByRole('button', { name: 'Log test' }).click()
  await expect(page.getByText('Done.')).toBeVisible()

  const reported = page.waitForResponse('**/api/client-error')
  await page.getByRole('button', { name: 'Client error' }).click()
  expect((await reported).status()).toBe(200)
  await page.getByRole('button', { name: 'Client error' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Error from one of the actions\./)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  expect(reports).toEqual([
    {
      message: 'Error: Client error from the test screen',
      trace: expect.stringContaining('Error'),
    },
  ])
})

test('the API reference lists every call with its access', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/api-reference')
  await expect(page.getByText('/api/admin/employees/create')).toBeVisible()
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('request-reset')
  await expect(page.getByText('/api/auth/request-reset')).toBeVisible()
  await expect(page.getByText('/api/admin/employees/create')).toBeHidden()
})
