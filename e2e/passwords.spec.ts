import { expect, test } from './vitrine.ts'

test('an expired link offers a new one, with which the user sets a password', async ({
  page,
  server,
}) => {
  await page.goto('/set-password/made-up')
  await expect(page.getByRole('main')).toContainText('This link does not work')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  // Both screens have a field for an address.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()

  await test.step('a mail that fails is reported', async () => {
    await page.route('**/api/auth/request-reset', (route) =>
      route.fulfill({
        status: 502,
        json: { statusCode: 502, message: 'Could not send the email.' },
      }),
    )
    await page.getByLabel('E-mail').fill('luca.bernasconi@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Error: Could not send the email.')
    await page.unrouteAll()
  })
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      'The email with the link has been sent. Please also check the spam folder if necessary.',
    ),
  ).toBeVisible()

  await test.step('the sixth request within a minute has to wait', async () => {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.60' })
    await page.getByLabel('E-mail').fill('nobody@example.org')
    for (let request = 1; request <= 5; request++) {
      const answered = page.waitForResponse('**/api/auth/request-reset')
      await page.getByRole('button', { name: 'Send link' }).click()
      expect((await answered).status()).toBe(200)
      await expect(page.getByRole('status')).toContainText('The email with the link has been sent.')
    }
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Please try again in a minute.')
    await expect(page.getByRole('status')).toHaveCount(0)
    await page.setExtraHTTPHeaders({})
  })

  const link = await server.linkMailedTo('luca.bernasconi@example.org')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('For luca.bernasconi@example.org')
  await expect(page.getByLabel('New Passwort')).toHaveAccessibleDescription(
    'At least 6 characters.',
  )
  await page.getByLabel('New Passwort').fill('ein neues Passwort')
  await page.getByLabel('Repeat password').fill('ein neues Passwort')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('The password has been set successfully. You can log in:'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('E-mail').fill('luca.bernasconi@example.org')
  await page.getByLabel('Password', { exact: true }).fill('ein neues Passwort')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)

  await page.goto(link)
  await expect(page.getByText('This link has already been used.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('luca.bernasconi')
})

test('a user changes their password, sees their sessions and ends them', async ({
  page,
  server,
}) => {
  const account = { email: 'employee@example.org', password: 'vitrine-demo' }
  /** Opens another session, and returns a function that tells whether it is still valid. */
  const signInByPhone = async () => {
    const browser = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'
    const headers = { 'content-type': 'application/json', 'user-agent': browser }
    const response = await fetch(`${server.url}/api/auth/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(account),
    })
    const { token } = (await response.json()) as { token: string }
    return async () =>
      (await fetch(`${server.url}/api/home`, { headers: { authorization: `Bearer ${token}` } })).ok
  }
  await page.goto('/login?returnUrl=%2Fchange-password')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await test.step('a change that fails says so and keeps the typed text', async () => {
    await page.route('**/api/user/change', (route) => route.abort())
    await page.getByLabel('New Passwort').fill('vitrine-demo')
    await page.getByLabel('Repeat password').fill('vitrine-demo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Error: Could not change the password.')
    await expect(page.getByLabel('New Passwort')).toHaveValue('vitrine-demo')
    await page.unrouteAll()
    await page.getByLabel('Repeat password').press('Enter')
    await expect(page.getByText('The password has been changed successfully.')).toBeVisible()
  })

  const isSignedIn = await signInByPhone()
  await page.reload()
  const list = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'Chrome on Linux (this one)' })).toContainText('In use now.')
  const other = list.filter({ hasText: 'Firefox on Android' })
  await expect(other).toContainText('Used within the last hour.')
  await other.getByRole('button', { name: /^Sign out/ }).click()
  await expect(other).toHaveCount(0)
  expect(await isSignedIn()).toBe(false)

  const isSignedInAgain = await signInByPhone()
  expect(await isSignedInAgain()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(list).toHaveCount(1)
  expect(await isSignedInAgain()).toBe(false)
})
