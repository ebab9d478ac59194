import { api, toPublicNumber } from '@vitrine/contract'
import { addItem } from '../apps/server/test/inventory.ts'
import { applyLook, findAxeViolations } from './axe.ts'
import { createClient } from './items.ts'
import { measureOverflow, waitTwoFrames } from './layout.ts'
import { expect, type TestServer, test } from './vitrine.ts'

const phone = { width: 390, height: 844 }
const frenchText =
  'Le moteur a été construit à Molsheim. L’ingénieur Jean Muller est arrivé de Bâle en 1931 avec sa famille.'

async function addCar(server: TestServer) {
  const staff = await createClient(server)
  const id = await addItem(staff, { type_id: 1, name: 'Zedel Prototype', description: frenchText })
  const tags = { top_speed_kmh: '205', weight_kg: '1250', colour: 'Bleu', year: '1931' }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  return id
}

test('a visitor asks on a phone, by touch and keyboard, and sees answers above the keyboard', async ({
  browser,
  server,
}) => {
  const staff = await createClient(server)
  const id = await addItem(staff, {
    name: 'Lac Léman',
    description: `${frenchText} ${'Une phrase de plus. '.repeat(40)}`,
  })
  await staff.call(api.inventory.saveTags, {
    body: { itemId: id, tags: { artist: 'Hodler', technique: 'Huile sur toile' } },
  })
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    locale: 'de-CH',
  })
  const page = await context.newPage()
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}/art/${toPublicNumber('art', id)}`)
  // Waits until the frame's intersection observer has run.
  await waitTwoFrames(page)
  const frame = page.frameLocator('.questions iframe')
  await test.step('the questions are loaded once they are scrolled into view', async () => {
    await expect(page.locator('a[data-frame]')).toHaveCount(1)
    expect(requestedPaths.filter((path) => path.includes('/ask'))).toEqual([])

    await page.locator('.questions').scrollIntoViewIfNeeded()
    await expect(frame.getByText('Eine Maschine antwortet aus dem Text des Museums.')).toBeVisible()
    await expect(page.locator('.questions iframe')).toHaveAttribute('title', 'Fragen')
  })

  await test.step('a suggested and a typed question are answered', async () => {
    await frame.getByRole('button', { name: 'Technik' }).tap()
    await expect(frame.getByRole('definition')).toHaveText('Öl auf Leinwand')
    const field = frame.getByRole('textbox', { name: 'Ihre Frage' })
    await field.tap()
    await field.pressSequentially('Wer war Jean Muller?')
    await field.press('Enter')
    const quote = frame.getByRole('blockquote')
    await expect(quote).toHaveText(
      'L’ingénieur Jean Muller est arrivé de Bâle en 1931 avec sa famille.',
    )
    await expect(quote).toHaveAttribute('lang', 'fr')
    await expect(quote).toBeInViewport()
    await expect(field).toHaveValue('')
    await expect(field).not.toBeFocused()
  })

  await test.step('field and button stay in view above an on-screen keyboard', async () => {
    await page.goto(`${server.url}/ask/art/${toPublicNumber('art', id)}?lang=fr`)
    await page.setViewportSize({ width: 390, height: 420 })
    for (const part of await page.locator('.field > *').all())
      await expect(part).toBeInViewport({ ratio: 1 })
    await page.goto(`${server.url}/ask/art/${toPublicNumber('art', id)}`)
    for (const question of ['Was kostet ein Hund?', 'Wer war Jean Muller?']) {
      await page.getByRole('textbox').fill(question)
      await page.getByRole('button', { name: 'Fragen', exact: true }).tap()
      const answer = page.getByRole('log').locator('.turn').last()
      await expect(answer.getByRole('heading')).toHaveText(question)
      await expect(answer).toBeInViewport({ ratio: 0.9 })
      for (const part of await page.locator('.field > *').all())
        await expect(part).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('link', { name: 'Dieser Text ist auf Französisch.' })).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
  })
  await context.close()
})

test('without scripts the page of an item links to a form that answers and keeps the typed text', {
  tag: '@only-with-all',
}, async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: phone,
    javaScriptEnabled: false,
    locale: 'fr-CH',
    // A network of its own, because questions are limited per network.
    extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.201' },
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/art/1`)
  await page.getByRole('link', { name: 'Poser la question' }).click()
  await expect(page).toHaveURL(/\/ask\/art\/1\?lang=fr$/)

  const id = await addCar(server)
  await page.goto(`${server.url}/ask/car/${id}?lang=fr`)
  await page.getByRole('textbox', { name: 'Votre question' }).fill('Quelle est sa vitesse ?')
  await page.getByRole('button', { name: 'Poser la question' }).click()
  await expect(page.getByRole('heading', { name: 'Quelle est sa vitesse ?' })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText('205 km/h')
  await page.getByRole('textbox').fill('Quel est son poids ?')
  await page.getByRole('button', { name: 'Poser la question' }).click()
  await expect(page.getByRole('definition')).toContainText('kg')
  // Back goes through the earlier questions.
  await page.goBack()
  await expect(page.getByRole('definition')).toHaveText('205 km/h')
  await page.goBack()
  await expect(page.getByRole('definition')).toHaveCount(0)
  for (let index = 0; index < 6; index++) {
    await page.getByRole('textbox').fill(`Pourquoi ${index} ?`)
    await page.getByRole('button', { name: 'Poser la question' }).click()
  }
  await expect(page.getByRole('alert')).toContainText('Veuillez réessayer dans une minute.')
  await expect(page.getByRole('textbox')).toHaveValue('Pourquoi 5 ?')
  expect(await measureOverflow(page)).toBe(0)
  await context.close()
})

test('the questions page fits and is accessible: empty, answered, rejected, large, contrast', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const id = await addCar(server)
  await page.goto(`/ask/car/${id}?lang=en`)
  // A network of its own, because questions are limited per network.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.200' })
  const looks = [
    { width: 390, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const
  const expectAccessible = async () => {
    for (const look of looks) {
      await applyLook(page, look)
      expect(await measureOverflow(page)).toBe(0)
      expect(await findAxeViolations(page, [look], {})).toEqual([])
    }
  }
  await expectAccessible()
  const field = page.getByRole('textbox')
  const ask = async (question: string) => {
    await field.fill(question)
    await field.press('Enter')
  }
  await ask('How fast is it?')
  await expect(page.getByRole('term')).toHaveText('Top Speed')
  await ask('من كان جان مولر؟ <b>Jean Muller</b>')
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(
    'من كان جان مولر؟ <b>Jean Muller</b>',
  )
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveCSS('direction', 'rtl')
  await expectAccessible()
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.reload()
  await ask('How fast is it?')
  await expect(page.getByRole('definition')).toHaveText('205 km/h')
  // axe reads the button's own colours, which forced colours replace.
  const withoutContrast = { rules: { 'color-contrast': { enabled: false } } }
  expect(await findAxeViolations(page, [looks[0]], withoutContrast)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await measureOverflow(page)).toBe(0)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)

  // Offline, an error is shown and the question stays in the field.
  await page.context().setOffline(true)
  await ask('Who built it?')
  await expect(page.getByRole('alert')).toHaveText(
    'Your question could not be answered. Please try again.',
  )
  await expect(field).toHaveValue('Who built it?')
  await expectAccessible()
  await page.context().setOffline(false)

  // After the withdrawal of the item, its questions are gone as well.
  await (await createClient(server)).call(api.inventory.setPublic, {
    body: { itemId: id, public: false },
  })
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on show at present')
  await expect(page.getByText('How fast is it?')).toHaveCount(0)
})
