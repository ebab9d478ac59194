import { addItem, uniqueName } from './items.ts'
import { createUser, userPassword } from './people.ts'
import { expect, test } from './vitrine.ts'

test('a user signs in after wrong attempts, reaches the requested page, and signs out', async ({
  page,
}) => {
  const logout = async (email: string) => {
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.50' })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('region', { name: 'Demo accounts' })).toContainText('are invented')
  await expect(page.getByLabel('E-mail')).toBeFocused()

  await test.step('a wrong password is reported, then the limit', async () => {
    await page.keyboard.type('nobody@example.org')
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    // Waits for the answer, because the previous attempt's message looks the same.
    const attempt = async () => {
      const answered = page.waitForResponse('**/api/auth/')
      await page.getByRole('button', { name: 'Login' }).click()
      await answered
    }
    for (let times = 1; times <= 5; times++) {
      await attempt()
      await expect(page.getByRole('alert')).toHaveText('Login failed.')
    }
    await attempt()
    await expect(page.getByRole('alert')).toHaveText('Please try again in a minute.')
    await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.org')
  })

  await test.step('the browser keeps the session until the sign-out', async () => {
    await page.setExtraHTTPHeaders({})
    await page.getByLabel('E-mail').fill('employee@example.org')
    await page.keyboard.press('Tab')
    await page.keyboard.type('vitrine-demo')
    await page.keyboard.press('Enter')
    // Waits for the heading instead of the address, which changes while the login page is still
    // shown.
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await expect(page).toHaveURL('/')
    const stored = await page.evaluate(() => localStorage.getItem('signInInfo'))
    expect(JSON.parse(stored ?? '')).toEqual({
      token: expect.any(String),
      user: { email: 'employee@example.org', role: 'employee' },
    })
    await logout('employee@example.org')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('signInInfo'))).toBeNull()
  })

  // packages/contract/src/session.test.ts tests which addresses are followed.
  await test.step('signing in leads to the requested screen', async () => {
    await page.goto('/change-password')
    await expect(page).toHaveURL('/login?returnUrl=%2Fchange-password')
    await page.getByRole('button', { name: /root@example\.org/ }).click()
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/change-password')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
})

test('a known browser can sign in while others attack the account', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const { email } = await createUser(server)
  const createHeaders = (address: string) => ({
    'x-forwarded-for': address,
    'content-type': 'application/json',
  })
  const guessPassword = (address: string) =>
    fetch(`${server.url}/api/auth/`, {
      method: 'POST',
      headers: createHeaders(address),
      body: JSON.stringify({ email, password: 'wrong' }),
    })
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(userPassword)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.70' })
  await signIn()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  expect(await page.evaluate('document.cookie')).not.toContain('known-browser')
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  // Six networks with four attempts each stay below the limit of a network, but not of an account.
  for (let attempt = 1; attempt <= 24; attempt++) await guessPassword(`198.51.100.${attempt % 6}`)
  expect((await guessPassword('203.0.113.1')).status).toBe(429)
  await signIn()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('typed text survives the end of the session', async ({ page, server, signInAs }) => {
  const id = await addItem(server, { type: 'car', identifier: uniqueName('LM') })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const comment = page.getByLabel('New comment')
  await comment.fill('An hour of work')
  const { token } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('signInInfo'))) ?? '{}',
  )
  await fetch(`${server.url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const save = page.getByRole('button', { name: 'Save Comment' })
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' })
  await expect(notice).toBeVisible()
  await expect(comment).toHaveValue('An hour of work')
  expect(await page.evaluate(() => localStorage.getItem('signInInfo'))).toBeNull()

  const popup = page.waitForEvent('popup')
  await notice.getByRole('link').click()
  const login = await popup
  await login.getByLabel('E-mail').fill('employee@example.org')
  await login.getByLabel('Password', { exact: true }).fill('vitrine-demo')
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(login.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'An hour of work' })).toBeVisible()

  await test.step('a session ended elsewhere leads to the login and back', async () => {
    await page.evaluate(() => {
      const info = JSON.parse(localStorage.getItem('signInInfo') ?? '{}')
      localStorage.setItem('signInInfo', JSON.stringify({ ...info, token: 'ended' }))
    })
    await page.reload()
    await expect(page).toHaveURL(`${server.url}/login?returnUrl=%2Finventory-detail%2F${id}`)
    expect(await page.evaluate(() => localStorage.getItem('signInInfo'))).toBeNull()
  })
})
