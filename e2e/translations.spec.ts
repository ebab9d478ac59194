import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const germanText = 'Der Wagen kam 1927 nach Genf.\n\nEr war für Käser gebaut und fuhr 80 km/h.'
const frenchText =
  'La voiture est arrivée à Genève en 1927.\n\nConstruite pour Käser, elle roulait à 80 km/h.'
const block = (page: Page) => page.getByRole('region', { name: 'Translations' })
const history = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem')
const field = (page: Page) => page.getByLabel('Description in French')
const button = (page: Page, name: string) => block(page).getByRole('button', { name, exact: true })

const addCar = (server: TestServer) =>
  addItem(server, {
    type: 'car',
    identifier: uniqueName('TR'),
    name: 'Käser Spezial',
    description: germanText,
  })

const readAsVisitor = async (server: TestServer, id: number): Promise<string> => {
  const response = await fetch(`${server.url}/api/public/details/${id}?lang=fr`)
  return ((await response.json()) as { description: string }).description
}

test('a text is translated, checked, outdated by a change of the original, and checked again', async ({
  page,
  server,
  signInAs,
}) => {
  const id = await addCar(server)
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await expect(page.getByLabel('Language of the original')).toHaveValue('')
  await expect(block(page).getByRole('option', { selected: true })).toHaveText('Recognised: German')
  await button(page, 'French: missing').click()
  await expect(block(page).getByText('Er war für Käser gebaut', { exact: false })).toBeVisible()

  await test.step('numbers and names that differ from the original are listed', async () => {
    await field(page).fill(frenchText.replace('1927', '1972').replace('Käser', 'lui'))
    await expect(block(page).getByRole('list', { name: /^Differences/ })).toContainText(
      '1927 → 1972',
    )
    await field(page).fill(frenchText)
    await expect(block(page).getByRole('list', { name: /^Differences/ })).toHaveCount(0)
  })
  await test.step('a draft is not public until it is marked as checked', async () => {
    await field(page).press('ControlOrMeta+s')
    await expect(page.getByText('French saved as a draft.')).toBeVisible()
    await expect(button(page, 'French: draft')).toBeVisible()
    expect(await readAsVisitor(server, id)).toBe(germanText)
    // The name is the same in both languages.
    await expect(block(page).getByText('Same as the original')).toBeVisible()
    await button(page, 'Mark as checked').click()
    await expect(button(page, 'French: checked')).toBeVisible()
    await expect(block(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(history(page).first()).toHaveText(/Description in French\s*marked as checked/)
    expect(await readAsVisitor(server, id)).toBe(frenchText)
    const address = await block(page)
      .getByRole('link', { name: 'Web factsheet in French' })
      .getAttribute('href')
    await expect(
      fetch(server.url + address).then((response) => response.text()),
    ).resolves.toContain('<html lang="fr"')
  })

  await test.step('an original changed meanwhile is shown before the translation is saved', async () => {
    await field(page).fill(`${frenchText} Oui.`)
    const data = {
      identifier: uniqueName('TR'),
      name: 'Käser Spezial',
      description: germanText.replace('80', '85'),
    }
    await postAs(server, 'admin', '/inventory/save-info', { itemId: id, data })
    await button(page, 'Save and mark as checked').click()
    await expect(block(page).getByRole('alert')).toContainText('the original has changed')
    await expect(field(page)).toHaveValue(`${frenchText} Oui.`)
    await expect(block(page).locator('ins')).toHaveText(/85/)
    await expect(block(page).getByRole('list', { name: /^Differences/ })).toContainText('85 → 80')
    await field(page).fill(frenchText.replace('80', '85'))
    await button(page, 'Save and mark as checked').click()
    await expect.poll(() => readAsVisitor(server, id)).toContain('85')
    await expect(block(page).getByRole('alert')).toHaveCount(0)
  })

  await test.step('Undo makes the translation outdated, and it can be checked again', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(button(page, 'French: outdated')).toBeVisible()
    await expect(field(page)).toHaveValue(frenchText)
    await button(page, 'Mark as checked').click()
    await expect(button(page, 'French: checked')).toBeVisible()
    await expect(button(page, 'Mark as checked')).toBeDisabled()
  })

  await test.step('a draft of a checked text hides it from visitors, and says so', async () => {
    await field(page).fill('Une ligne.\n'.repeat(20))
    expect((await field(page).boundingBox())?.height).toBeGreaterThan(400)
    await button(page, 'Save draft').click()
    await expect(
      page.getByText('French saved as a draft. Visitors read the original until it is checked.'),
    ).toBeVisible()
    expect(await readAsVisitor(server, id)).toContain('Der Wagen')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(button(page, 'French: checked')).toBeVisible()
    expect(await readAsVisitor(server, id)).toBe(frenchText)
  })

  await test.step('on a phone the original is above the field, within the window', async () => {
    await page.setViewportSize({ width: 390, height: 900 })
    const [above, below] = await Promise.all([
      block(page).getByText('Er war für Käser gebaut', { exact: false }).first().boundingBox(),
      field(page).boundingBox(),
    ])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
  })
})

test('an unsaved translation is restored, also after a newer text or original', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addCar(server)
  const typedText = 'Ma version de 1927, à Genève, pour Käser, 80 km/h.'
  const restoredNotice = block(page).getByText(
    'What you typed here before is still in the form. It is not saved yet.',
  )
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  const drafts = () =>
    page.evaluate('Object.keys(localStorage).filter((key) => key.includes("draft"))')
  const leave = () => page.goto('/robots.txt')
  const openItem = () => page.goto(`/inventory-detail/${id}`)
  await signInAs('employee')
  await openItem()
  await button(page, 'French: missing').click()
  await field(page).fill(typedText)
  await page.reload()
  await expect(field(page)).toHaveValue(typedText)
  await expect(restoredNotice).toBeVisible()

  await test.step('changes of the original are marked, however often the editor is opened', async () => {
    await leave()
    const data = {
      identifier: uniqueName('TR'),
      name: 'Käser Spezial',
      description: germanText.replace('80', '85'),
    }
    await postAs(server, 'admin', '/inventory/save-info', { itemId: id, data })
    for (const _visit of [1, 2]) {
      await openItem()
      await expect(
        block(page).getByText('The original has changed since you typed this.'),
      ).toBeVisible()
      await expect(block(page).locator('ins')).toHaveText(/85/)
      await expect(field(page)).toHaveValue(typedText)
    }
  })
  await test.step('a text that a colleague saved is a conflict, not overwritten', async () => {
    await leave()
    const fields = {
      description: { text: frenchText, was: '', source: germanText.replace('80', '85') },
    }
    await postAs(server, 'admin', '/inventory/save-texts', {
      itemId: id,
      lang: 'fr',
      fields,
      state: 'checked',
    })
    await openItem()
    await expect(field(page)).toHaveValue(typedText)
    await button(page, 'Save draft').click()
    const panel = block(page).getByRole('alert').filter({ hasText: 'saved this translation' })
    await expect(panel).toBeVisible()
    expect(await readAsVisitor(server, id)).toBe(frenchText)
    await panel.getByRole('radio', { name: /^Yours/ }).check()
    await field(page).fill(`${typedText} Oui.`)
    await button(page, 'Save and mark as checked').click()
    await expect(page.getByText('French marked as checked.')).toBeVisible()
    expect(await readAsVisitor(server, id)).toBe(`${typedText} Oui.`)
    expect(await drafts()).toEqual([])
  })
  await test.step('after a save no old conflict is shown; discarded text is gone', async () => {
    await field(page).fill(`${typedText} Non.`)
    await expect(restoredNotice).toHaveCount(0)
    await block(page).getByRole('button', { name: 'English: missing' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Description in English')).toBeVisible()
    expect(await drafts()).toEqual([])
    await page.getByLabel('Description in English').fill('Not saved')
    await block(page).getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    expect(await drafts()).toEqual([])
    await page.reload()
    await expect(button(page, 'English: missing')).toBeVisible()
    await expect(page.getByLabel('Description in English')).toHaveCount(0)
  })
})

test('a text equal to the original needs confirmation; an internal note is not public', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addCar(server)
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('a text equal to the original needs confirmation', async () => {
    await button(page, 'French: missing').click()
    await field(page).fill(germanText)
    await button(page, 'Save draft').click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('the same as the original')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page)).toHaveValue(germanText)
    await block(page).getByRole('button', { name: 'English: missing' }).click()
    await expect(question).toContainText('Your changes are not saved')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Description in English')).toBeVisible()
  })

  // Choosing the original's language removes it from the translations.
  await page.getByLabel('Language of the original').selectOption('English')
  await expect(button(page, 'German: missing')).toBeVisible()
  await expect(page.getByLabel('Description in English')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(button(page, 'English: missing')).toBeVisible()
  // The detected language can be chosen, too.
  const chosen = page.getByLabel('Language of the original').getByRole('option', { selected: true })
  await expect(chosen).toHaveText('Recognised: German')
  await page.getByLabel('Language of the original').selectOption('German')
  await expect(page.getByText('The original is in German.')).toBeVisible()
  await page.reload()
  await expect(chosen).toHaveText('German')

  await test.step('an internal note is edited in place and is not public', async () => {
    await page.getByRole('button', { name: 'Edit Internal note: No internal note yet.' }).click()
    await page
      .getByLabel('Internal note', { exact: true })
      .fill('Not for sale; insured by the foundation.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(
      page.getByRole('button', { name: /^Edit Internal note: Not for sale/ }),
    ).toBeFocused()
    for (const path of [`/car/${id}`, `/api/public/details/${id}`])
      expect(await (await fetch(server.url + path)).text()).not.toContain('insured')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(
      page.getByRole('button', { name: 'Edit Internal note: No internal note yet.' }),
    ).toBeVisible()
  })
})

test('a model’s draft fills the fields, is labelled, can only be saved as a draft, and is undone', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addCar(server)
  await signInAs('employee')
  const draftReleased = Promise.withResolvers<void>()
  await page.route('**/api/inventory/translator', (route) =>
    route.fulfill({ json: { engine: 'a model' } }),
  )
  await page.route('**/api/inventory/translate', async (route) => {
    const { fields } = route.request().postDataJSON() as { fields: object }
    expect(fields).toEqual({ name: 'Käser Spezial', description: germanText })
    await draftReleased.promise
    await route.fulfill({
      json: {
        engine: 'a model',
        fields: { name: 'Käser Spécial', description: `${frenchText} 300 ch.` },
      },
    })
  })
  await page.goto(`/inventory-detail/${id}`)
  await button(page, 'French: missing').click()
  await button(page, 'Draft a translation').click()
  await button(page, 'Stop drafting').click()
  await expect(block(page).getByRole('alert')).toHaveCount(0)
  await button(page, 'Draft a translation').click()
  draftReleased.resolve()
  await expect(field(page)).toHaveValue(/300 ch\.$/)
  await expect(block(page).getByText('Drafted by a model.', { exact: false })).toBeVisible()
  await expect(block(page).getByText('300 is not in the original')).toBeVisible()
  await expect(button(page, 'Save and mark as checked')).toHaveCount(0)
  // After a reload the text is still marked as the model's.
  await page.reload()
  await expect(field(page)).toHaveValue(/300 ch\.$/)
  await expect(block(page).getByText('Drafted by a model.', { exact: false })).toBeVisible()
  await expect(button(page, 'Save and mark as checked')).toHaveCount(0)
  await button(page, 'Revert').click()
  await expect(field(page)).toHaveValue('')
  await button(page, 'Draft a translation').click()
  await expect(field(page)).toHaveValue(/300 ch\.$/)
  await button(page, 'Save draft').click()
  await expect(button(page, 'French: draft')).toBeVisible()
  expect(await readAsVisitor(server, id)).toBe(germanText)
  await button(page, 'Mark as checked').click()
  await expect(button(page, 'French: checked')).toBeVisible()
})

test('an admin translates the values of an attribute for visitors', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const key = uniqueName('wood').replaceAll('-', '_')
  const attribute = {
    kind: 'choice',
    unit: '',
    audience: 'visitors',
    group: 'facts',
    labels: { en: key },
    multiline: false,
    suggestions: true,
    names: false,
  }
  await postAs(server, 'root', '/attributes/add', { type: 'car', tag_key: key, attribute })
  const id = await addItem(server, {
    type: 'car',
    identifier: uniqueName('GL'),
    tags: { [key]: 'Eiche' },
  })
  const readValue = async (lang: string) =>
    /<td[^>]*>([^<]*)/.exec(await (await fetch(`${server.url}/car/${id}?lang=${lang}`)).text())?.[1]
  await signInAs('admin')
  await page.goto('/attributes?museum=car')
  const row = page.locator('li[data-row]').filter({ hasText: key })
  await row.getByRole('button', { name: /^Edit/ }).click()
  await row.getByText('Values in other languages: 0 of 1 complete').click()
  await row.getByLabel('Another value').fill('Nussbaum')
  await page.keyboard.press('Enter')
  await row.getByLabel('Eiche in French').fill('chêne')
  await page.keyboard.press('ArrowDown')
  await expect(row.getByLabel('Nussbaum in French')).toBeFocused()
  await page.keyboard.type('noyer')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeFocused()
  expect(await readValue('fr')).toBe('chêne')
  expect(await readValue('de')).toBe('Eiche')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => readValue('fr')).toBe('Eiche')
})

test('facets and a gap on Home narrow a list to outdated or missing translations', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = uniqueName('Textstand')
  const add = (description: string) =>
    addItem(server, { type: 'art', identifier: uniqueName('TS'), name, description })
  await add('Ein Bild von der Hand der Malerin.')
  const itemId = await add('Das Bild ist von der Malerin.')
  const fields = Object.fromEntries(
    [
      ['name', name],
      ['description', 'Das Bild ist von der Malerin.'],
    ].map(([field = '', source = '']) => [field, { text: `Le ${field}`, was: '', source }]),
  )
  await postAs(server, 'root', '/inventory/save-texts', {
    itemId,
    lang: 'fr',
    fields,
    state: 'checked',
  })
  await signInAs('employee')
  await page.goto('/')
  // All gaps are shown, because other stories change which are the most frequent.
  await page.getByRole('button', { name: /^All gaps/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Outdated in French' })).toContainText(
    'Le Manège',
  )
  await page.goto(`/inventory/art?filter=${name}&gap=text_fr`)
  const count = page.getByRole('status').filter({ hasText: 'items' }).first()
  await expect(count).toContainText('1 of')
  await page.getByRole('button', { name: 'Remove: Without text in French' }).click()
  await expect(count).toContainText('2 of')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByText('Text in French', { exact: true }).click()
  await expect(panel.getByRole('checkbox', { name: 'Checked 1' })).toBeVisible()
  await panel.getByRole('checkbox', { name: 'Missing 1' }).check()
  await expect(page).toHaveURL(/text\.fr=missing/)
  await expect(count).toContainText('1 of')
  await expect(panel.getByRole('checkbox', { name: 'Checked 1' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Remove: Text in French: Missing' }).click()
  await expect(count).toContainText('2 of')
})
