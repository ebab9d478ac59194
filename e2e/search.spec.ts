import { addItem, ensureHalls, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const findOption = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('root finds everything from Home by keyboard, despite typos, with the matching line', async ({
  page,
  server,
  signInAs,
}) => {
  // A unique word of letters only, because stories share a server.
  const word = crypto
    .randomUUID()
    .replaceAll(/\W/g, '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
    .slice(0, 8)
  const [name, misspelledName, fruit] = [
    `Zeppelin${word}`,
    `zepelin${word.slice(1)}`,
    `Quitte${word}`,
  ]
  const identifier = uniqueName('SE')
  const id = await addItem(server, { type: 'car', identifier, name })
  await ensureHalls(server, `Saal ${fruit}`)
  await postAs(server, 'root', '/inventory/save-tags', {
    itemId: id,
    tags: { location: `Saal ${fruit}` },
  })
  await postAs(server, 'root', '/inventory/add-comment', {
    itemId: id,
    comment: `${fruit}npaste auf dem Sitz gefunden`,
  })
  await postAs(server, 'root', '/journal', {
    comment: `${fruit}nernte mit Zbinden`,
    date: '2026-05-31',
    tags: [],
  })
  await postAs(server, 'root', '/inventory/set-public', { itemId: id, public: false })
  // Playwright may miss a request right after the first `route` of a page.
  let isCutOff = false
  await page.route('**/api/search?*', (route) => (isCutOff ? route.abort() : route.continue()))
  await signInAs('root')
  await page.goto('/')

  await test.step('a misspelled name finds its item, which Enter opens', async () => {
    await field(page).pressSequentially(misspelledName)
    await expect(findOption(page, `${identifier} ${name}`)).toHaveAttribute('aria-selected', 'true')
    await expect(
      findOption(page, identifier).getByRole('img', { name: 'Not shown to visitors' }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/inventory-detail/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
    await page.goBack()
  })

  await test.step('matches are grouped, with the matching line, and reached by arrow keys', async () => {
    await field(page).fill(fruit.toLowerCase())
    for (const group of ['Items', 'Comments', 'Journal'])
      await expect(page.getByRole('group', { name: group })).toBeVisible()
    await expect(findOption(page, identifier).first()).toContainText(`Location: Saal ${fruit}`)
    await expect(findOption(page, identifier).first().locator('mark')).toHaveText(fruit)
    // Arrow keys move through all groups while the field keeps the focus.
    await page.keyboard.press('ArrowUp')
    const last = page.getByRole('option').last()
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await last.getAttribute('id')) ?? '',
    )
  })
  await test.step('a found journal entry opens at its place, marked', async () => {
    await findOption(page, /Sunday, 31 May 2026/).click()
    await expect(page).toHaveURL(/\/journal\?entry=\d+&mark=/)
    const entry = page.getByRole('list', { name: 'Journal entries' }).getByRole('listitem')
    await expect(entry).toContainText(`${fruit}nernte mit Zbinden`)
    await expect(entry.locator('mark')).toHaveText(fruit)
    await expect(entry).toBeInViewport()
    await expect(page.getByRole('textbox', { name: 'Filter the journal' })).toHaveValue('')
  })

  await test.step('the palette lists recently opened items, and says if nothing is found or the search fails', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(
      page.getByRole('group', { name: 'Recently opened' }).getByRole('option'),
    ).toContainText([identifier])
    await page.keyboard.type('xyzzyx')
    await expect(page.getByText('Nothing found. Try fewer words')).toBeVisible()
    isCutOff = true
    await page.keyboard.type('y')
    await expect(page.getByRole('alert')).toContainText('The search failed.')
    isCutOff = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing found. Try fewer words')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test('an employee finds no journal entries or accounts; Enter waits for the last answer', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('EM')
  const id = await addItem(server, { type: 'art', identifier, name: 'Kirschbaum' })
  await postAs(server, 'root', '/journal', {
    comment: 'Holundergelee für Zurbriggen',
    date: '2026-05-31',
    tags: [],
  })
  await signInAs('employee')
  await page.goto('/')
  await field(page).fill('holunderg')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await field(page).fill('zurbriggen')
  await expect(page.getByRole('group', { name: 'People' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Journal' })).toHaveCount(0)
  const answerDelayMs = 300
  await page.route('**/api/search?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerDelayMs))
    await route.continue()
  })
  await field(page).fill(identifier)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/inventory-detail/${id}`)
})

test('a found comment opens its item at that comment, also from the item itself', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const id = await addItem(server, { type: 'art', identifier: uniqueName('CO'), name: 'Pergola' })
  const words = [uniqueName('Erstes'), uniqueName('Zweites')]
  const addComment = (text: string) =>
    postAs(server, 'root', '/inventory/add-comment', { itemId: id, comment: text })
  await addComment(`${words[0]} Gerüst`)
  // Enough lines between the two comments that only one of them is in the window.
  for (let index = 0; index < 12; index++) await addComment(`Notiz ${index}\n\n\n`)
  await addComment(`${words[1]} Gerüst`)
  await signInAs('employee')
  await page.goto('/')
  for (const word of [...words, words[0] ?? '']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill(word)
    await expect(
      page.getByRole('dialog').getByRole('group', { name: 'Comments' }).getByRole('option'),
    ).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/inventory-detail/${id}#comment-\\d+$`))
    const foundComment = page.getByRole('listitem').filter({ hasText: `${word} Gerüst` })
    await expect(foundComment).toBeFocused()
    await expect(foundComment).toBeInViewport()
    await expect(foundComment).toHaveAttribute('data-linked')
  }
  await expect(page.locator('[data-linked]')).toHaveCount(0)
})
