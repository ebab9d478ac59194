import { addItem, unique } from './items.ts'
import { newcomer, password } from './people.ts'
import { expect, test } from './vitrine.ts'

test('somebody signs in, sees their name and signs out', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('region', { name: 'Demo accounts' })).toContainText('are invented')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type('employee@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('vitrine-demo')
  await page.keyboard.press('Enter')

  // Not the address: it changes while the login page, with its button for the same person, still stands there.
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page).toHaveURL('/')
  const stored = await page.evaluate(() => localStorage.getItem('signInInfo'))
  expect(JSON.parse(stored ?? '')).toEqual({
    token: expect.any(String),
    user: { email: 'employee@example.org', role: 'employee' },
  })

  await page.getByRole('button', { name: 'employee@example.org' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signInInfo'))).toBeNull()
})

test('a sign-in leads to where one wanted to go', async ({ page }) => {
  await page.goto('/change-password')
  await expect(page).toHaveURL('/login?returnUrl=%2Fchange-password')
  await page.getByRole('button', { name: /root@example\.org/ }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/change-password')
})

for (const returnUrl of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
  test(`a sign-in never leads out of the site: ${returnUrl}`, async ({ page, baseURL }) => {
    await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
    await page.getByLabel('E-mail').fill('employee@example.org')
    await page.getByLabel('Password', { exact: true }).fill('vitrine-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${baseURL}/`)
  })
}

test('a browser that signed in before lets its owner in while others try their account', async ({ page, house }) => {
  const { email } = await newcomer(house)
  const from = (address: string) => ({ 'x-forwarded-for': address, 'content-type': 'application/json' })
  const guess = (address: string) =>
    fetch(`${house.url}/api/auth/`, {
      method: 'POST',
      headers: from(address),
      body: JSON.stringify({ email: email, password: 'wrong' }),
    })
  const signIn = async () => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.70' })
  await signIn()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  expect(await page.evaluate('document.cookie')).not.toContain('known-browser')
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  for (let n = 1; n <= 24; n++) await guess(`198.51.100.${n % 6}`)
  expect((await guess('203.0.113.1')).status).toBe(429)
  await signIn()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('a wrong password is told, then the limit', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.50' })
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  // The sentence of the attempt before looks the same.
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

test('a session that ended elsewhere leads to the login and back', async ({ page, house, signInAs }) => {
  await signInAs('root')
  await page.goto('/employees')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.evaluate(() => {
    const info = JSON.parse(localStorage.getItem('signInInfo') ?? '{}')
    localStorage.setItem('signInInfo', JSON.stringify({ ...info, token: 'ended' }))
  })
  await page.reload()
  await expect(page).toHaveURL(`${house.url}/login?returnUrl=%2Femployees`)
  expect(await page.evaluate(() => localStorage.getItem('signInInfo'))).toBeNull()
})

test('a session that ends while somebody types takes nothing away', async ({ page, house, signInAs }) => {
  const id = await addItem(house, { type: 'car', identifier: unique('LM') })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const comment = page.getByLabel('New comment')
  await comment.fill('An hour of work')
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('signInInfo'))) ?? '{}')
  await fetch(`${house.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
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
})
