import { expect, test } from './vitrine.ts'

test('root reads and filters the audit log', async ({ page, server, signInAs }) => {
  const signIn = async (email: string, password: string, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ email, password })
    return (await fetch(`${server.url}/api/auth/`, { method: 'POST', headers, body })).status
  }
  expect(await signIn('admin@example.org', 'wrong', '192.0.2.99')).toBe(401)
  expect(await signIn('root@example.org', 'vitrine-demo', '192.0.2.98')).toBe(200)
  await signInAs('root')
  await page.goto('/employees')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()

  const sentences = page.getByRole('listitem')
  const failure = sentences.filter({
    hasText: 'A sign-in as Matthias Zurbriggen failed from 192.0.2.99',
  })
  await expect(failure).toHaveCount(1)
  await expect(sentences.filter({ hasText: 'Claire Aebischer signed in' }).first()).toBeVisible()
  await page.getByLabel('What').selectOption('Failed sign-in')
  await expect(sentences.filter({ hasText: 'signed in' })).toHaveCount(0)
  await expect(failure).toHaveCount(1)
  await page.getByLabel('Who').selectOption('Matthias Zurbriggen')
  await expect(page).toHaveURL(/\/audit\?kind=sign-in-failed&person=\d+$/)
  // Typed key by key, because the address changes with each key and must not reset the field.
  await page.getByLabel('To').pressSequentially('01012020')
  await expect(page.getByLabel('To')).toHaveValue('2020-01-01')
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page).toHaveURL('/audit')
  await expect(sentences.filter({ hasText: 'Claire Aebischer signed in' }).first()).toBeVisible()
})
