import { expect, type Page, type TestServer, test } from './vitrine.ts'

const invited = 'luca.bernasconi@example.org'

/** How many mails one network address may request within a minute. */
const maxRequestsPerMinute = 5

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Passwort').fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.keyboard.press('Enter')
}

test('an expired link offers a new one, with which the user sets a password', async ({
  page,
  server,
}) => {
  await test.step('an expired link leads to the form for a new one', async () => {
    await page.goto('/set-password/made-up')
    await expect(page.getByRole('main')).toContainText('This link does not work')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    await page.goBack()
    await page.goBack()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    // Waits for the heading, because the login has a field for an address, too.
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  })

  await test.step('a mail that fails is reported', async () => {
    await page.route('**/api/auth/request-reset', (route) =>
      route.fulfill({
        status: 502,
        json: { statusCode: 502, message: 'Could not send the email.' },
      }),
    )
    await page.getByLabel('E-mail').fill(invited)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Error: Could not send the email.')
    await page.unrouteAll()
  })

  await test.step('a sent mail is confirmed', async () => {
    await page.keyboard.press('Enter')
    await expect(
      page.getByText(
        'The email with the link has been sent. Please also check the spam folder if necessary.',
      ),
    ).toBeVisible()
  })

  await test.step('the sixth request within a minute has to wait', async () => {
    // A network address of its own, because other stories request mails, too.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.60' })
    await page.getByLabel('E-mail').fill('nobody@example.org')
    const send = page.getByRole('button', { name: 'Send link' })
    for (let request = 1; request <= maxRequestsPerMinute; request++) {
      const answered = page.waitForResponse('**/api/auth/request-reset')
      await send.click()
      expect((await answered).status()).toBe(200)
      await expect(page.getByRole('status')).toContainText('The email with the link has been sent.')
    }
    await send.click()
    await expect(page.getByRole('alert')).toHaveText('Please try again in a minute.')
    await expect(page.getByRole('status')).toHaveCount(0)
    await page.setExtraHTTPHeaders({})
  })

  const link = await server.linkMailedTo(invited)
  await test.step('the mailed link sets a password, with which the user signs in', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set Password' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`For ${invited}`)
    await expect(page.getByLabel('New Passwort')).toHaveAccessibleDescription(
      'At least 6 characters.',
    )
    await fillNewPassword(page, 'ein neues Passwort')
    await expect(
      page.getByText('The password has been set successfully. You can log in:'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).click()
    await signIn(page, invited, 'ein neues Passwort')
    await expect(page).toHaveURL(`${server.url}/`)
  })

  await test.step('a used link says so, without naming the user', async () => {
    await page.goto(link)
    await expect(page.getByText('This link has already been used.')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('luca.bernasconi')
  })
})

const employee = { email: 'employee@example.org', password: 'vitrine-demo' }

/** Opens another session, and returns a function that tells whether it is still valid. */
async function signInFromPhone(server: TestServer): Promise<() => Promise<boolean>> {
  const browser = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'
  const response = await fetch(`${server.url}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': browser },
    body: JSON.stringify(employee),
  })
  const { token } = (await response.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  return async () => (await fetch(`${server.url}/api/home`, { headers })).ok
}

test('a user changes their password, sees their sessions and ends them', async ({
  page,
  server,
}) => {
  await page.goto('/login?returnUrl=%2Fchange-password')
  await signIn(page, employee.email, employee.password)
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()

  await test.step('a change that fails says so and keeps the typed text', async () => {
    await page.route('**/api/user/change', (route) => route.abort())
    await fillNewPassword(page, employee.password)
    await expect(page.getByRole('alert')).toContainText('Error: Could not change the password.')
    await expect(page.getByLabel('New Passwort')).toHaveValue(employee.password)
    await page.unrouteAll()
    await page.getByLabel('Repeat password').press('Enter')
    await expect(page.getByText('The password has been changed successfully.')).toBeVisible()
  })

  const sessions = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem')
  await test.step('another session is listed with its browser, and can be ended', async () => {
    const isPhoneSignedIn = await signInFromPhone(server)
    await page.reload()
    const ownSession = sessions.filter({ hasText: 'Chrome on Linux (this one)' })
    await expect(ownSession).toContainText('In use now.')
    const phoneSession = sessions.filter({ hasText: 'Firefox on Android' })
    await expect(phoneSession).toContainText('Used within the last hour.')
    await phoneSession.getByRole('button', { name: /^Sign out/ }).click()
    await expect(phoneSession).toHaveCount(0)
    expect(await isPhoneSignedIn()).toBe(false)
  })

  await test.step('all other sessions can be ended at once', async () => {
    const isPhoneSignedIn = await signInFromPhone(server)
    expect(await isPhoneSignedIn()).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('button', { name: 'Ok' }).click()
    await expect(sessions).toHaveCount(1)
    expect(await isPhoneSignedIn()).toBe(false)
  })
})
