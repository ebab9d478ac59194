import type { Locator } from '@playwright/test'
import {
  computeTotpCode,
  decodeBase32,
  getTimeStep,
} from '../apps/server/src/features/auth/totp.ts'
import { readQr } from '../apps/server/test/read-qr.ts'
import { createUser, userPassword } from './people.ts'
import { expect, type Page, test } from './vitrine.ts'

async function login(page: Page, email: string, returnUrl = '/') {
  // After a logout the login is already open.
  if (returnUrl !== '/' || !page.url().endsWith('/login'))
    await page.goto(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(userPassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logout(page: Page, email: string) {
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

/** Tells whether an element is in the window and not covered by the sticky bar. */
async function isInView(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox()
  const bar = await page.getByRole('banner').first().boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && bar !== null && box.y >= bar.y + bar.height && box.y + box.height <= height
}

test('a user turns on codes, signs in with one and with a recovery code, and root resets them', async ({
  page,
  server,
}) => {
  const { email, id } = await createUser(server)
  await page.setViewportSize({ width: 1280, height: 720 })
  await login(page, email, '/change-password')
  const part = page.getByRole('region', { name: 'Second step' })
  await part.getByRole('button', { name: 'Use an authenticator app' }).click()
  await test.step('the code stays in view while the field below it has the focus', async () => {
    await expect(part.getByLabel('Code', { exact: true })).toBeFocused()
    await expect.poll(() => isInView(page, part.getByRole('img', { name: /QR code/ }))).toBe(true)
    await expect
      .poll(() => isInView(page, part.getByRole('button', { name: 'Switch on' })))
      .toBe(true)
  })
  const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const uri = await readQr(await part.getByRole('img', { name: /QR code/ }).screenshot())
  const secret = decodeBase32(new URL(uri ?? '').searchParams.get('secret') ?? '')
  const computeCode = (stepsFromNow: number) =>
    computeTotpCode(secret, getTimeStep(new Date()) + stepsFromNow)

  await test.step('a wrong code is rejected; the right one shows ten recovery codes', async () => {
    await part.getByLabel('Code', { exact: true }).fill('000')
    await part.getByRole('button', { name: 'Switch on' }).click()
    await expect(part.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      'This code is wrong or has expired. Please enter the one that the app shows now.',
    )
    await part.getByLabel('Code', { exact: true }).fill(computeCode(0))
    await page.keyboard.press('Enter')
    await expect(codes).toHaveCount(10)
  })
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await test.step('recovery codes are saved as a file', async () => {
    const download = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('vitrine-recovery-codes.txt')
    await part.getByRole('button', { name: 'I have saved them' }).click()
    await expect(part).toContainText('10 left.')
  })

  await logout(page, email)
  await test.step('an expired ticket returns to the password form with the reason', async () => {
    const obj = { ticket: 'made up', methods: ['code'] }
    await page.route('**/api/auth/', (route) =>
      route.fulfill({ status: 401, json: { statusCode: 401, message: 'secondstep', obj } }),
    )
    await login(page, email)
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Please sign in again.')
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await page.unrouteAll()
  })
  await test.step('the second step is asked for at the sign-in, and a wrong code rejected', async () => {
    await login(page, email, '/comments')
    await page.getByLabel('Code').fill('123')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText('That was not accepted. Please try again.')
    // Turning codes on has used the current one.
    await page.getByLabel('Code').fill(computeCode(1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/comments')
  })

  await logout(page, email)
  await test.step('a recovery code signs in once', async () => {
    await login(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/change-password')
    await expect(part).toContainText('9 left.')
  })
  await test.step('switching off needs the password', async () => {
    await part.getByRole('button', { name: 'Switch off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await expect(dialog.getByText('This password is wrong. Please try again.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('root resets the second step', async () => {
    await page.evaluate(
      (info) => localStorage.setItem('signInInfo', info),
      await server.signInInfo('root'),
    )
    await page.goto(`/employees/edit/${id}`)
    await page.getByRole('button', { name: 'Reset Second Step' }).click()
    await page.getByRole('button', { name: 'Ok' }).click()
    await expect(page.getByText('The second step has been reset.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset Second Step' })).toHaveCount(0)
  })
  await logout(page, 'root@example.org')
  await login(page, email)
  await expect(page).toHaveURL('/')
})

test.describe('on a phone', { tag: '@only-with-all' }, () => {
  test.use({ viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true })

  test('a link opens the app, and the key can be copied instead of scanning', async ({
    page,
    server,
  }) => {
    const { email } = await createUser(server)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await login(page, email, '/change-password')
    const part = page.getByRole('region', { name: 'Second step' })
    await part.getByRole('button', { name: 'Use an authenticator app' }).click()
    const open = part.getByRole('link', { name: 'Open in authenticator' })
    await expect(open).toBeFocused()
    await expect.poll(() => isInView(page, open)).toBe(true)
    const uri = (await open.getAttribute('href')) ?? ''
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    await expect(part.getByText(/Scan this/)).toHaveCount(0)
    await expect(part.getByRole('img', { name: /QR code/ })).toBeHidden()

    await part.getByRole('button', { name: 'Copy key' }).click()
    await expect(page.getByText('Copied to the clipboard.')).toBeVisible()
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await part
      .getByLabel('Code', { exact: true })
      .fill(computeTotpCode(decodeBase32(secret), getTimeStep(new Date())))
    await part.getByRole('button', { name: 'Switch on' }).click()
    await expect(
      part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
    ).toHaveCount(10)
  })
})

test('a user adds a passkey, signs in with it and removes it', { tag: '@only-with-all' }, async ({
  page,
  server,
}) => {
  const { email } = await createUser(server)
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
  await part.getByRole('button', { name: 'I have saved them' }).click()
  await expect(part.getByText('not used yet')).toBeVisible()

  await logout(page, email)
  await login(page, email)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/change-password')
  await expect(part.getByText('last used on')).toBeVisible()
  await part.getByRole('button', { name: 'Remove (My phone)' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(userPassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(part.getByText('It is off')).toBeVisible()
  await logout(page, email)
  await login(page, email)
  await expect(page).toHaveURL('/')
})
