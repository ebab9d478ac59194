import { screens } from '@vitrine/contract'
import { axeFindings, desk, type Look, phone, showAs, wcag } from './axe.ts'
import { goTo } from './go-to.ts'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const pathsFor = (anyone: boolean) =>
  Object.entries(screens)
    .filter(([, { access }]) => (access === 'anyone') === anyone)
    .map(([path]) => path.replace(':id', '1').replace(':token', 'made-up'))

const findings = (page: Page, looks: readonly [Look, ...Look[]] = [desk, phone]) => axeFindings(page, looks, wcag)

test.use({ viewport: { width: desk.width, height: 800 }, colorScheme: desk.colorScheme })

// The second look, and parts opened by a click, take three times as long.
const withAll = { tag: '@only-with-all' }

for (const [look, details] of [
  [desk, {}],
  [phone, withAll],
] as const) {
  test(
    `no screen has anything for axe to find, ${look.width} px wide and ${look.colorScheme}`,
    details,
    async ({ page, signInAs }) => {
      for (const role of ['visitor', 'root'] as const) {
        if (role === 'root') await signInAs(role)
        const paths = pathsFor(role === 'visitor')
        expect(paths.length).toBeGreaterThan(2)
        for (const [index, path] of paths.entries()) {
          // Axe is twice as fast in a page that it has seen.
          await (index === 0 ? page.goto(path) : goTo(page, path))
          await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
          await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
          expect.soft(await findings(page, [look]), path).toEqual([])
        }
      }
    },
  )
}

test('the sign-in, users, menus and dialogs have nothing for axe to find', withAll, async ({ page, signInAs }) => {
  await page.goto('/login')
  const login = async () => {
    await page.getByLabel('E-mail').fill('root@example.org')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await login()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await findings(page)).toEqual([])
  const obj = { ticket: 'made up', methods: ['code', 'passkey', 'recovery'], passkey: { challenge: 'AAAA' } }
  await page.route('**/api/auth/', (route) =>
    route.fulfill({ status: 401, json: { statusCode: 401, message: 'secondstep', obj } }),
  )
  await login()
  await page.getByLabel('Code').fill('123456')
  expect(await findings(page)).toEqual([])

  await signInAs('root')
  await page.goto('/change-password')
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This is not the code that the app shows now.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`)
  await page.route('**/api/user/second-step/code/confirm', (route) => route.fulfill({ json: { recoveryCodes } }))
  const passkeys = [{ id: 1, name: 'My phone', createdAt: '2026-05-31T08:00:00.000Z', usedAt: null }]
  await page.route('**/api/user/second-step', (route) =>
    route.fulfill({ json: { code: true, passkeys, recoveryCodesLeft: 10 } }),
  )
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('abcd-efgh-jkmn-0009')).toBeVisible()
  await page.getByRole('button', { name: 'Remove (My phone)' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await findings(page)).toEqual([])

  await page.goto('/employees')
  await page.getByRole('button', { name: /Send password link \(Luca/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'New User' }).click()
  await page.getByRole('button', { name: 'Save and send link' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByText('Journal')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/no-such-place')
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible()
  await page.getByRole('button', { name: 'Utilities' }).click()
  await expect(page.getByText('Comments').last()).toBeVisible()
  expect(await findings(page, [desk])).toEqual([])
  await showAs(page, phone)
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByText('Comments').last()).toBeVisible()
  expect(await findings(page, [phone])).toEqual([])
})

test(
  'the journal, a report and the assistant’s answer have nothing for axe to find',
  withAll,
  async ({ page, signInAs }) => {
    await signInAs('root')
    await page.goto('/journal?view=calendar')
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.route('**/api/journal/correct', (route) =>
      route.fulfill({ json: { correctedComment: `Korrigiert ${'und noch mehr '.repeat(300)}`, engine: 'embedded' } }),
    )
    await page.goto('/journal?filter=%23Presse')
    await page
      .getByLabel('Comment')
      .fill('Ein Text mit einem Fehler, der lang genug ist, dass er in Stücken gezeigt wird.')
    await page.getByRole('button', { name: 'Presse', exact: true }).click()
    await page.getByRole('button', { name: 'Correct Spelling' }).click()
    await expect(page.getByRole('button', { name: 'Revert' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.route('**/api/journal/*', (route) => {
      const author = { created: '2026-05-31T08:00:00.000Z', first_name: 'Matthias', last_name: 'Zurbriggen' }
      const current = { id: 1, comment: 'Anders '.repeat(200), date: '2026-05-31', tags: [], version: 2, ...author }
      const obj = { current, changedBy: 'Matthias Zurbriggen', changedAt: '2026-05-31T08:00:00.000Z' }
      return route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { statusCode: 409, message: 'x', obj } })
        : route.fallback()
    })
    await page
      .getByRole('button', { name: /Edit entry/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
    await dialog.getByLabel('Comment').fill('Meine Fassung '.repeat(100))
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Manage Tags' }).click()
    await expect(page.getByRole('dialog', { name: 'Manage Tags' })).toBeVisible()
    expect(await findings(page, [desk])).toEqual([])

    await page.unrouteAll()
    await page.goto('/report')
    await page.getByRole('button', { name: 'Generate Report' }).click()
    await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.goto('/assistant')
    await page.getByLabel('Question').fill('When was a gearbox repaired?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Answer' }).getByRole('link').first()).toBeVisible()
    expect(await findings(page)).toEqual([])
  },
)

test(
  'forms, uploads and papers of the inventory have nothing for axe to find',
  withAll,
  async ({ page, server, signInAs }) => {
    const identifier = unique('AXE')
    const id = await addItem(server, { type: 'art', identifier, name: 'Old', tags: { artist: 'A', provenance: 'B' } })
    await post(server, 'root', '/inventory/add-comment', { itemId: id, comment: 'A comment '.repeat(80) })
    await signInAs('root')
    await page.goto('/inventory/art?view=grid&sort=-artist')
    await page.getByRole('button', { name: 'Add Item' }).click()
    await page.getByLabel('Identifier').fill('')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    const rows = `identifier;name;artist;Preis\n${identifier};New;;1\n${identifier};Twice;;1\n${unique('AXE')};Fresh;;1\n`
    await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await page.getByLabel('Empty cells erase').check()
    await expect(page.getByText('1 new, 1 changed, 0 unchanged, 1 refused. One value is erased.')).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.goto(`/inventory-detail/${id}`)
    await page.getByRole('button', { name: 'Edit info' }).click()
    await page.getByRole('button', { name: 'Edit attributes' }).click()
    await page.getByRole('button', { name: 'Add Missing' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
    const data = { identifier, name: 'Theirs', description: 'Long '.repeat(400) }
    await post(server, 'root', '/inventory/save-info', { itemId: id, data })
    await page.getByRole('button', { name: 'Save Info' }).click()
    await expect(page.getByRole('radio', { name: /Yours/ }).first()).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.goto('/inventory/art')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Labels' }).click()
    await page.getByLabel('Labels already used').fill('3')
    await page.getByRole('row').nth(2).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Sheet (A4)').selectOption('Custom size')
    await page.getByRole('spinbutton', { name: 'Columns' }).fill('9')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.goto('/inventory/art')
    await page.getByRole('button', { name: 'Language of PDFs' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'As written' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.route('**/merged/progress', () => undefined)
    await page.getByRole('button', { name: 'PDF Info Cards' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page)).toEqual([])
  },
)
