import { fromBase32 } from '../apps/server/src/features/auth/second-step/base32.ts'
import { codeAt, stepAt } from '../apps/server/src/features/auth/second-step/totp.ts'
import { readQr } from '../apps/server/test/read-qr.ts'
import { post, unique } from './items.ts'
import { expect, type House, type Page, test } from './vitrine.ts'

const password = 'lange genug'

/** Somebody new: a second step for a demo account would get in the way of other stories. */
async function newcomer(house: House): Promise<{ email: string; id: number }> {
  const email = `${unique('step').toLowerCase()}@example.org`
  const person = { email, gender: 'female', firstName: 'Ada', lastName: email, phone: '', role: 'employee' }
  const { id } = await post<{ id: number }>(house, 'root', '/admin/employees/create', person)
  await post(house, 'root', '/admin/users/send-password-link', { userId: id })
  const token = (await house.linkMailedTo(email)).split('/').at(-1)
  await post(house, 'root', '/auth/set-password', { token, password })
  return { email, id }
}

async function login(page: Page, email: string, returnUrl = '/') {
  await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logout(page: Page, email: string) {
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

test('codes of an authenticator app: on, in, in with a recovery code, and reset by a root', async ({
  page,
  browser,
  house,
}) => {
  test.slow()
  const { email, id } = await newcomer(house)
  await login(page, email, '/change-password')
  const part = page.getByRole('region', { name: 'Second step' })
  await part.getByRole('button', { name: 'Use an authenticator app' }).click()
  const uri = await readQr(await part.getByRole('img', { name: /QR code/ }).screenshot())
  const secret = fromBase32(new URL(uri ?? '').searchParams.get('secret') ?? '')
  const code = (later: number) => codeAt(secret, stepAt(new Date()) + later)

  await part.getByLabel('Code', { exact: true }).fill('000')
  await part.getByRole('button', { name: 'Switch on' }).click()
  await expect(part.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    'This is not the code that the app shows now.',
  )
  await part.getByLabel('Code', { exact: true }).fill(code(0))
  await page.keyboard.press('Enter')
  const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  const download = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('vitrine-recovery-codes.txt')
  await part.getByRole('button', { name: 'I have kept them' }).click()
  await expect(part).toContainText('10 are left.')

  await logout(page, email)
  await login(page, email, '/comments')
  await page.getByLabel('Code').fill('123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('This was not right.')
  // The present code was used up by switching on.
  await page.getByLabel('Code').fill(code(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/comments')

  await logout(page, email)
  await login(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/change-password')
  await expect(part).toContainText('9 are left.')
  await part.getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const desk = await browser.newPage()
  await desk.goto(house.url)
  await desk.evaluate((info) => localStorage.setItem('signInInfo', info), await house.signInInfo('root'))
  await desk.goto(`${house.url}/employees/edit/${id}`)
  await desk.getByRole('button', { name: 'Reset Second Step' }).click()
  await desk.getByRole('button', { name: 'Ok' }).click()
  await expect(desk.getByText('The second step has been reset.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Reset Second Step' })).toHaveCount(0)
  await desk.close()

  await logout(page, email)
  await login(page, email)
  await expect(page).toHaveURL('/')
})

test('a passkey: added, used and removed', async ({ page, house }) => {
  test.slow()
  const { email } = await newcomer(house)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await login(page, email, '/change-password')
  const part = page.getByRole('region', { name: 'Second step' })
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await part.getByRole('button', { name: 'Add passkey' }).click()
  await expect(part.getByLabel('Name')).toHaveAccessibleDescription(/Please give it a name/)
  await part.getByLabel('Name').fill('My phone')
  await part.getByRole('button', { name: 'Add passkey' }).click()
  await part.getByRole('button', { name: 'I have kept them' }).click()
  await expect(part.getByText('not used yet')).toBeVisible()

  await logout(page, email)
  await login(page, email)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/change-password')
  await expect(part.getByText('last used on')).toBeVisible()
  await part.getByRole('button', { name: 'Remove (My phone)' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(part.getByText('It is off')).toBeVisible()
  await logout(page, email)
  await login(page, email)
  await expect(page).toHaveURL('/')
})
