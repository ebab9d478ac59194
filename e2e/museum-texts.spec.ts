import { expect, test } from './vitrine.ts'

test('an admin writes opening hours: a draft is hidden, a checked text is on the start page', async ({
  page,
  server,
  signInAs,
}) => {
  const start = async (lang: string) => (await fetch(`${server.url}/grange?lang=${lang}`)).text()
  await signInAs('admin')
  await page.goto('/')
  await page.getByRole('button', { name: 'Website' }).click()
  await page.getByRole('menuitem', { name: 'Museums' }).click()
  await page.getByRole('button', { name: 'La Grange' }).click()
  await expect(page).toHaveURL(/museum=art/)
  const hours = page.getByLabel('Opening hours (German)')
  const state = page.getByLabel('State of the German texts')
  await hours.fill('Täglich von 9 bis 21 Uhr')
  await state.selectOption('Draft')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await start('de')).not.toContain('Täglich von 9')
  await expect(page.getByLabel('State of the French texts')).toHaveValue('outdated')
  await state.selectOption('Checked')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => start('de')).toContain('Täglich von 9')
})
