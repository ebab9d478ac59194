import { type Role, versionLabel } from '@vitrine/contract'
import { goTo } from './go-to.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Page, test } from './vitrine.ts'

// apps/web/src/app/navigation.test.ts tests the other roles.
type TestedRole = Extract<Role, 'root' | 'employee'>
const barEntries: Record<TestedRole, string[]> = {
  root: ['Home', 'Inventory', 'Utilities', 'Website', 'Employees'],
  employee: ['Home', 'Inventory', 'Utilities', 'Website'],
}
const utilities: Record<TestedRole, string[]> = {
  root: ['Comments', 'Journal', 'Report', 'Questions', 'Assistant', 'Stocktake', 'Attributes'],
  employee: ['Comments', 'Stocktake'],
}
const screensWithoutTile = ['Attributes', 'Stocktake', 'Questions', 'Assistant']

async function expectMenusAndTiles(page: Page, role: TestedRole) {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const entry of barEntries[role])
    await expect(bar.getByText(entry, { exact: true })).toBeVisible()
  await expect(bar.getByText('Employees', { exact: true })).toHaveCount(role === 'employee' ? 0 : 1)

  await bar.getByRole('button', { name: 'Utilities' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(utilities[role])
  await expect(page.locator('.mantine-Menu-divider')).toHaveCount(role === 'root' ? 1 : 0)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Inventory' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Le Manège', 'La Grange', 'Places'])
  await page.keyboard.press('Escape')

  const section = page.getByRole('region', { name: 'Utilities' })
  await expect(section.getByRole('link')).toHaveText(
    utilities[role].filter((title) => !screensWithoutTile.includes(title)),
  )
  await expect(page.getByRole('region', { name: 'AI Tools External' })).toHaveCount(
    role === 'root' ? 1 : 0,
  )
}

/** Distance of the focus below the sticky bar; null if the bar or nothing has the focus. */
const measureFocusBelowBar = `(() => {
  const [bar, focused] = [document.querySelector('header'), document.activeElement]
  if (bar.contains(focused) || focused === document.body) return null
  return focused.getBoundingClientRect().top - bar.getBoundingClientRect().bottom
})()`

test('root has every menu and tile; bar and footer stay in place', async ({ page, signInAs }) => {
  await signInAs('root')
  await expectMenusAndTiles(page, 'root')

  await test.step('bar and footer are in the same place on every screen', async () => {
    await page.setViewportSize({ width: 1600, height: 800 })
    const brand = page.getByRole('link', { name: /, home$/ })
    const version = page.getByText(versionLabel)
    const readLeftEdges = async () =>
      [(await brand.boundingBox())?.x, (await version.boundingBox())?.x].join()
    await page.evaluate('document.fonts.ready')
    const edgesOnHome = await readLeftEdges()
    for (const path of [
      '/inventory/car',
      '/inventory/art?view=grid',
      '/inventory-detail/1',
      '/journal',
    ]) {
      await goTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(readLeftEdges, path).toBe(edgesOnHome)
    }
  })

  await test.step('the whole menu fits the narrowest screen that shows it', async () => {
    await page.setViewportSize({ width: 992, height: 700 })
    await goTo(page, '/employees')
    await expect(page.getByRole('link', { name: 'New User' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
  })
})

test('the bar never covers the focus, even with text twice as large', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  await signInAs('root')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/comments')
  await expect(page.getByRole('button', { name: 'Reply' }).first()).toBeVisible()
  for (const fontSize of ['100%', '200%']) {
    await test.step(`the bar never covers the focus, with text of ${fontSize}`, async () => {
      await page.addStyleTag({ content: `html { font-size: ${fontSize} }` })
      // Tabs upwards from the end of the page, so that each element scrolls into view from under
      // the bar.
      await page.getByRole('main').getByRole('button').last().focus()
      const coveredStops = []
      for (let stop = 0; stop < 25; stop++) {
        await page.keyboard.press('Shift+Tab')
        const distance = await page.evaluate<number | null>(measureFocusBelowBar)
        if (distance !== null && distance < 0) coveredStops.push({ stop, distance })
      }
      expect(coveredStops).toEqual([])
      expect(await measureOverflow(page)).toBe(0)
      expect(await page.evaluate('window.scrollY')).toBeGreaterThan(0)
    })
  }
})

test('an admin finds screens in the palette that the menu does not show', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
  // Pressed again, the palette keeps the focus.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('journ')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue('journ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/journal')
  await page.keyboard.press('ControlOrMeta+k')
  for (const word of ['2fa', 'authenticator']) {
    await page.getByRole('combobox', { name: 'Go to' }).fill(word)
    await expect(page.getByRole('option', { name: 'Second step (2FA)' })).toBeVisible()
  }
  await page.getByRole('option', { name: 'Second step (2FA)' }).click()
  await expect(page.getByRole('heading', { name: 'Second step (2FA)' })).toBeVisible()
})

test('the palette understands French and German, and lists places apart from screens', async ({
  page,
  signInAs,
}) => {
  await signInAs('employee')
  await page.goto('/about')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Go to' })
  const screens = page.getByRole('group', { name: 'Screens' }).getByRole('option')
  await test.step('words in French and German find screens and actions, but only those of the role', async () => {
    for (const [word, expectedOption] of [
      ['Inventur', 'StocktakeInventur'],
      ['Standort', 'PlacesStandorte'],
    ] as const) {
      await field.fill(word)
      await expect(screens.first()).toHaveText(expectedOption)
    }
    await field.fill('etiquettes')
    await expect(
      page.getByRole('group', { name: 'Actions' }).getByRole('option').first(),
    ).toHaveText('Print labelsÉtiquettesLe Manège')
    await field.fill('utilisateurs')
    await expect(page.getByText('Nothing found.')).toBeVisible()
  })
  await test.step('places are in a group of their own', async () => {
    await field.fill('saal')
    await expect(
      page.getByRole('group', { name: 'Places' }).getByRole('option').first(),
    ).toContainText('Saal')
    await expect(screens).toHaveCount(0)
  })

  await test.step('screens for programmers are listed only if they are searched', async () => {
    await field.fill('')
    await expect(screens.first()).toBeVisible()
    await expect(page.getByRole('option', { name: 'Test screen' })).toHaveCount(0)
    await field.fill('test')
    await expect(page.getByRole('option', { name: 'Test screen' })).toBeVisible()
  })

  await test.step('the help explains the screens of the role, and links them', async () => {
    await field.fill('aide')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/help')
    const help = page.getByRole('definition')
    await expect(
      help.filter({ hasText: 'Check that every object is where it should be' }),
    ).toBeVisible()
    // Not for an employee.
    await expect(help.filter({ hasText: 'Who has an account' })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Stocktake' }).click()
    await expect(page).toHaveURL('/stocktake')
  })

  for (const repetition of ['first', 'second']) {
    await test.step(`an action opens its panel and focuses it, the ${repetition} time`, async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await field.fill('etiketten')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Sheet (A4)')).toBeFocused()
      await expect(page).toHaveURL('/inventory/car')
      await page.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByLabel('Sheet (A4)')).toHaveCount(0)
    })
  }
})

test('an employee uses menus, footer and phone menu, and reaches no screen of other roles', async ({
  page,
  signInAs,
}) => {
  await signInAs('employee')
  await test.step('an unknown address shows a message inside the shell', async () => {
    const response = await page.goto('/no-such-place')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
  await expectMenusAndTiles(page, 'employee')

  await test.step('the palette offers no screen of other roles', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog').getByText('Comments')).toBeVisible()
    for (const title of ['Journal', 'Report', 'Employees']) {
      await expect(page.getByRole('dialog').getByText(title, { exact: true })).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
  })

  await test.step('a link closes the phone menu', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    const link = page.getByRole('link', { name: 'La Grange' }).filter({ visible: true })
    const inMenu = page.getByRole('navigation').getByRole('link', { name: 'La Grange' })
    await expect(inMenu).toBeHidden()
    await page.getByRole('button', { name: /menu/i }).click()
    await expect(inMenu).toBeVisible()
    await inMenu.click()
    await expect(page).toHaveURL(/\/inventory\/art/)
    await expect(inMenu).toBeHidden()
    await expect(link).toHaveCount(0)
    // Back also works while the menu is open.
    await page.getByRole('button', { name: /menu/i }).click()
    await expect(inMenu).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await expect(inMenu).toBeHidden()
  })

  await test.step('the footer shows year, foundation and version, and links to About Vitrine', async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(String(new Date().getFullYear()))
    await expect(footer).toContainText(versionLabel)
    await expect(footer).toContainText('Fribourg')
    await footer.getByRole('link', { name: 'Vitrine' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible()
    await expect(page.getByRole('row', { name: /^dictionary-fr .* MPL-2.0$/ })).toBeVisible()
  })
})

test('Ctrl+K pressed before scripts have loaded opens the palette with the typed text', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  await signInAs('root')
  let releaseScripts = () => {}
  await page.route(/\/assets\/(?!early-)[^/]+\.js$/, async (route) => {
    await scriptsReleased
    await route.continue()
  })
  let scriptsReleased: Promise<void>
  const openSlowly = async (path: string) => {
    scriptsReleased = new Promise((resolve) => {
      releaseScripts = resolve
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'earlyText' in globalThis)
  }
  const palette = page.getByRole('combobox', { name: 'Go to' })

  await openSlowly('/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jour')
  releaseScripts()
  await expect(palette).toBeFocused()
  await page.keyboard.type('nal')
  await expect(palette).toHaveValue('journal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/journal$/)

  await openSlowly('/')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  releaseScripts()
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible()
  await expect(palette).toBeHidden()
})

test('a page loaded before a server upgrade recovers', { tag: '@only-with-all' }, async ({
  page,
  signInAs,
  expectFault,
}) => {
  await signInAs('employee')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404, body: '' }))
  expectFault('Unable to preload CSS')
  await page.getByRole('link', { name: 'Comments' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/*.css')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
})
