import { api, toPublicNumber } from '@vitrine/contract'
import { addItem } from '../apps/server/test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../apps/server/test/media-files.ts'
import { desktop, findAxeViolations, phone } from './axe.ts'
import { createClient, uniqueName } from './items.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Locator, test } from './vitrine.ts'

test('a visitor on a phone types a number and goes on to the next item and back to the start', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'fr',
    baseURL: server.url,
  })
  const page = await context.newPage()
  await page.goto('/grange')
  const number = page.getByLabel('Numéro sur l’étiquette')
  for (const key of ['9', '9', '9', '9']) await page.getByRole('button', { name: key }).tap()
  await page.getByRole('button', { name: 'Effacer' }).tap()
  await expect(number).toHaveValue('999')
  await page.getByRole('button', { name: 'Ouvrir' }).tap()
  await expect(page.getByRole('alert')).toHaveText(/«\s999\s»/)
  await number.fill('2')
  await page.getByRole('button', { name: 'Ouvrir' }).tap()
  await expect(page).toHaveURL(/\/art\/2$/)

  // The frame for questions, inserted by a script, shifts nothing.
  await page.waitForLoadState('load')
  const readTop = () =>
    page.evaluate(`document.querySelector('.around').getBoundingClientRect().top + scrollY`)
  const topBefore = await readTop()
  await page.locator('.frame').scrollIntoViewIfNeeded()
  await expect(page.locator('.frame iframe')).toBeVisible()
  expect(await readTop()).toBe(topBefore)

  // Other stories add items, so the target is read from the link.
  const nearby = page.getByRole('navigation', { name: 'À côté' })
  const follow = async (link: Locator) => {
    const address = await link.getAttribute('href')
    await link.tap()
    await expect(page).toHaveURL(server.url + address)
  }
  await expect(nearby.getByRole('heading', { name: 'Du même artiste' })).toBeVisible()
  await follow(nearby.getByRole('link', { name: /^Objet suivant/ }))
  await follow(nearby.getByRole('link', { name: /^Objet précédent/ }))
  await expect(page).toHaveURL(/\/art\/2$/)
  await follow(nearby.getByRole('listitem').getByRole('link').first())
  await page.getByRole('link', { name: 'La Grange' }).tap()
  await expect(page).toHaveURL(/\/grange$/)
  await context.close()
})

test('the start page and a car’s page fit every window and are accessible in two languages', {
  tag: '@only-with-all',
}, async ({ page }) => {
  const expectToFit = async () => {
    for (const width of [320, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await measureOverflow(page), `${page.url()} at ${width} px`).toBe(0)
    }
  }
  for (const [lang, name] of [
    ['fr', 'Le Niesen'],
    // Readers of the six languages without texts get the English name.
    ['ja', 'The Niesen'],
  ] as const) {
    await page.goto(`/car/30?lang=${lang}`)
    await expectToFit()
    await page.goto(`/grange?lang=${lang}`)
    await expect(page.getByRole('listitem').getByRole('link', { name })).toBeVisible()
    await expectToFit()
  }
  expect(await findAxeViolations(page, [desktop, phone], {})).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('textbox')).toHaveCSS('border-top-style', 'solid')
  // The field is not printed.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('textbox')).toBeHidden()
})

test('no page scrolls sideways on a phone, even with long words and text twice as large', {
  tag: '@only-with-all',
}, async ({ browser, server }) => {
  const staff = await createClient(server)
  const series = uniqueName('ZY')
  const ids: number[] = []
  for (const number of [1, 2, 3]) {
    const id = await addItem(staff, {
      identifier: `${series}-${number}`,
      name: `Gemeindeschreibereisiegel ${number}`,
    })
    const file = await createPictureFile(createDrawing({ width: 400, height: 300 + number }).jpeg())
    await staff.call(api.media.uploadImage, { body: { itemId: id }, file })
    ids.push(id)
  }
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'de',
    baseURL: server.url,
  })
  const page = await context.newPage()
  const enlarge = () => page.evaluate(`document.documentElement.style.fontSize = '34px'`)

  await page.goto(`/art/${toPublicNumber('art', ids[1] ?? 0)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gemeindeschreibereisiegel 2')
  const names = page.locator('[rel=prev] span, [rel=next] span')
  await expect(names).toHaveText(['Gemeindeschreibereisiegel 1', 'Gemeindeschreibereisiegel 3'])
  expect(await measureOverflow(page)).toBe(0)
  // One below the other, because the words do not fit side by side.
  const [previous, next] = await Promise.all([
    names.first().boundingBox(),
    names.last().boundingBox(),
  ])
  expect(next?.x).toBe(previous?.x)
  await enlarge()
  expect(await measureOverflow(page)).toBe(0)
  await page.locator('.languages summary').tap()
  expect((await page.locator('.languages ul').boundingBox())?.x).toBeGreaterThanOrEqual(0)

  // This page has the longest label of the facts.
  await page.goto('/car/1')
  await enlarge()
  expect(await measureOverflow(page)).toBe(0)

  await page.goto('/grange')
  await enlarge()
  await expect(page.getByRole('button', { name: '7' })).toBeVisible()
  expect(await measureOverflow(page)).toBe(0)
  await page.getByLabel('Nummer auf dem Schild').fill('88888')
  expect(await page.evaluate('number.scrollWidth - number.clientWidth')).toBe(0)

  // The longest word on a button, in the narrowest window.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/grange?lang=ru')
  await enlarge()
  expect(await measureOverflow(page)).toBe(0)
  await context.close()
})

test.describe('without scripts', { tag: '@only-with-all' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor types a number on the keyboard and browses the collection by links', async ({
    page,
  }) => {
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

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', locale: 'en' })

  test('opened pages, their neighbours and played recordings are available; other pages are not', async ({
    page,
    context,
    server,
    signInAs,
  }) => {
    const staff = await createClient(server)
    const series = uniqueName('ZZ')
    const ids: number[] = []
    for (const number of [1, 2, 3]) {
      const id = await addItem(staff, { identifier: `${series}-${number}`, name: `Saal ${number}` })
      const file = await createPictureFile(
        createDrawing({ width: 1000, height: 800 + number }).jpeg(),
      )
      await staff.call(api.media.uploadImage, { body: { itemId: id }, file })
      ids.push(id)
    }
    const [previousId = 0, id = 0, nextId = 0] = ids
    await staff.call(api.media.uploadRecording, {
      body: { itemId: id },
      file: createMp3File({ frames: 300 }),
    })
    const toPath = (itemId: number) => `/art/${toPublicNumber('art', itemId)}`
    const listCached = (kind: string) =>
      page.evaluate<string[]>(`(async () => {
        const addresses = []
        for (const name of await caches.keys()) if (name.startsWith('visitors-${kind}'))
          for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname)
        return addresses
      })()`)
    const heading = page.getByRole('heading', { level: 1 })
    const readPictureWidth = () =>
      page.evaluate(
        `(async (img) => (await img.decode(), img.naturalWidth))(document.querySelector('main img'))`,
      )

    await test.step('an opened page is stored with its neighbours, and a recording once it is played', async () => {
      await page.goto(toPath(id))
      await expect
        .poll(() => listCached('pages'))
        .toEqual(
          expect.arrayContaining([toPath(previousId), toPath(id), toPath(nextId), '/grange']),
        )
      await expect
        .poll(() => listCached('pictures'))
        .toEqual(expect.arrayContaining([`/api/image/medium/${nextId}`]))
      await expect.poll(() => listCached('files')).toContain('/public/offline/art')
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => listCached('recordings')).toEqual([`/api/recording/${id}`])
    })

    await test.step('offline, stored pages are shown with picture and recording, and other pages are not', async () => {
      await context.setOffline(true)
      await page.goto(toPath(id))
      await expect(heading).toHaveText('Saal 2')
      expect(await readPictureWidth()).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Play' }).click()
      const positionBar = page.getByRole('slider')
      await positionBar.press('PageUp')
      await positionBar.press('PageUp')
      await expect(positionBar).toHaveAttribute('aria-valuetext', /^0:0[1-7] of 0:07$/)
      await page.locator('.frame').scrollIntoViewIfNeeded()
      await expect(page.locator('.frame')).toHaveText(
        /^Without reception, questions can’t be asked here\./,
      )
      await page.getByRole('link', { name: /Next/ }).click()
      await expect(heading).toHaveText('Saal 3')
      expect(await readPictureWidth()).toBeGreaterThan(0)
      // Another language is not available offline: the page says so and is shown as it was opened.
      for (const [address, name] of [
        [toPath(id), 'Saal 2'],
        ['/grange', 'La Grange'],
      ]) {
        await page.goto(`${address}?lang=fr`)
        await expect(heading).toHaveText(name ?? '')
        await expect(
          page.getByText(/^Without reception you can read this page only in the language/),
        ).toBeVisible()
      }
      await page.goto('/grange')
      await page.getByLabel('Number on the label').fill(String(toPublicNumber('art', previousId)))
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText('Saal 1')
      await page.goto('/art/60')
      await expect(heading).toHaveText('No reception here')
    })

    await test.step('a withdrawn item is removed from the stored pages', async () => {
      await context.setOffline(false)
      await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
      // On a loaded machine the worker may time out; then the next visit shows the change.
      await expect(async () => {
        await page.goto(toPath(id))
        await expect(heading).toHaveText('Not on show at present', { timeout: 1_000 })
      }).toPass()
      await expect.poll(() => listCached('pages')).not.toContain(toPath(id))
      await expect.poll(() => listCached('recordings')).toEqual([])
      await context.setOffline(true)
      await page.goto(toPath(id))
      await expect(heading).toHaveText('No reception here')
    })

    await test.step('the worker never handles the staff app and its calls', async () => {
      await context.setOffline(false)
      await signInAs('employee')
      await page.goto('/inventory/art')
      await expect(page.getByText('LG-001', { exact: true })).toBeVisible()
      expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull()
      const scopes = await page.evaluate<string[]>(
        'navigator.serviceWorker.getRegistrations().then((registrations) => registrations.map(({ scope }) => new URL(scope).pathname))',
      )
      expect(scopes.sort()).toEqual(['/art/', '/grange'])
    })
  })
})
