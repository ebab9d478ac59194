import { axeFindings, desk, phone } from './axe.ts'
import { expect, type Page, test } from './vitrine.ts'

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('a visitor on a phone types a number, goes on to the next item, to one by the same artist, and back to the start', async ({
  browser,
  house,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'fr',
    baseURL: house.url,
  })
  const page = await context.newPage()
  await page.goto('/grange')
  const number = page.getByLabel('Numéro sur l’étiquette')
  for (const key of ['9', '9', '9', '9']) await page.getByRole('button', { name: key }).tap()
  await page.getByRole('button', { name: 'Effacer' }).tap()
  await expect(number).toHaveValue('999')
  await page.getByRole('button', { name: 'Ouvrir' }).tap()
  await expect(page.getByRole('alert')).toHaveText(/numéro 999\b/)
  expect(await axeFindings(page, [{ ...phone, width: 390 }], {})).toEqual([])
  await number.fill('2')
  await page.getByRole('button', { name: 'Ouvrir' }).tap()
  await expect(page).toHaveURL(/\/art\/2$/)

  const nearby = page.getByRole('navigation', { name: 'À côté' })
  await nearby.getByRole('link', { name: /^Suivant/ }).tap()
  await expect(page).toHaveURL(/\/art\/3$/)
  await expect(nearby.getByRole('heading', { name: 'Du même artiste' })).toBeVisible()
  await nearby.getByRole('listitem').getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/art\/4$/)
  await page.getByRole('link', { name: 'La Grange' }).tap()
  await expect(page).toHaveURL(/\/grange$/)
  await context.close()
})

for (const lang of ['fr', 'ja']) {
  test(`the start page in ${lang} fits every window, and axe finds nothing`, async ({ page }) => {
    await page.goto(`/grange?lang=${lang}`)
    await expect(page.getByRole('listitem').getByRole('link', { name: 'Der Niesen' })).toBeVisible()
    for (const width of [320, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${width}`).toBe(0)
    }
    expect(await axeFindings(page, [desk, phone], {})).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(page.getByRole('textbox')).toHaveCSS('border-top-style', 'solid')
    await page.goto(`/car/30?lang=${lang}`)
    for (const width of [320, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${width}`).toBe(0)
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a number is typed with the keyboard, and the rest of the collection is pages of links', async ({ page }) => {
    await page.goto('/manege?lang=en')
    await expect(page.getByRole('button', { name: 'Erase' })).toBeHidden()
    await page.getByLabel('Number on the label').press('3')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/car\/3\?lang=en$/)
    await page.getByRole('link', { name: 'Le Manège' }).click()
    await page.getByRole('link', { name: 'Bugatti Type 35B' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bugatti Type 35B')
  })
})
