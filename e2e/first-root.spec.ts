import { expect, test } from './vitrine.ts'

test.use({ variables: { SEED: 'none' } })

test('without accounts, the login says how the first root is made', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText(
    'npm run vitrine -- create-root --email you@example.org',
  )
  await expect(page.getByLabel('E-mail')).toBeFocused()
})
