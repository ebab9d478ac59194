import { readFile } from 'node:fs/promises'
import { type JournalEntry, signInKey } from '@vitrine/contract'
import { axeFindings } from './axe.ts'
import { addItem, post } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const card = (page: Page) => page.getByRole('form', { name: 'New entry' })
const entries = (page: Page) => page.getByRole('list', { name: 'Journal entries' })
const rowOf = (page: Page, text: string) => entries(page).getByRole('article').filter({ hasText: text })

/** Stories share a server: each writes about something of its own. */
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

async function write(page: Page, comment: string, date?: string) {
  await card(page).getByLabel('Comment').fill(comment)
  if (date) await card(page).getByLabel('Date').fill(date)
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect(card(page).getByLabel('Comment')).toHaveValue('')
}

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date())

test('an admin writes an entry, and the card is ready for the next one', async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/journal')
  const add = card(page).getByRole('button', { name: 'Add Entry' })
  const comment = card(page).getByLabel('Comment')
  await comment.focus()
  await expect(comment).toHaveAttribute('rows', '6')
  await expect(card(page).getByLabel('Date')).toHaveValue(today())
  await expect(add).toBeDisabled()
  await comment.fill('  \n ')
  await expect(add).toBeDisabled()

  const text = unique('Zwei Zeilen\nüber den Jaguar')
  await comment.fill(text)
  await card(page).getByLabel('Date').fill('')
  await expect(add).toBeDisabled()
  await card(page).getByLabel('Date').fill('2099-12-31')
  await card(page).getByRole('button', { name: 'Presse', exact: true }).click()

  await page.route('**/api/journal', async (route) => {
    await expect(card(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
    await route.continue()
  })
  await add.click()
  await expect(comment).toHaveValue('')
  await expect(comment).toBeFocused()
  await expect(card(page).getByLabel('Date')).toHaveValue(today())
  await expect(card(page).getByRole('button', { name: 'Presse', exact: true })).toHaveAttribute('aria-pressed', 'false')

  const row = entries(page).getByRole('article').first()
  await expect(row).toContainText('31 Dec 2099')
  await expect(row).toContainText('Matthias Zurbriggen')
  await expect(row).toContainText('Today')
  await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('Presse')
  expect(await row.getByText('Zwei Zeilen').textContent()).toBe(text)
  await expect(row.getByText('Zwei Zeilen')).toHaveCSS('white-space-collapse', 'preserve')
})

test('an entry that is written before the list has come stands in it', async ({ page, signInAs }) => {
  await signInAs('admin')
  const text = unique('Schneller als die Liste')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  let isFirst = true
  await page.route('**/api/journal', async (route) => {
    if (route.request().method() === 'POST' || !isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await saved
    // Nobody may be waiting for it any more.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await page.goto('/journal')
  await write(page, text, '2099-12-30')
  await expect(rowOf(page, text)).toBeVisible()
})

test('what is typed survives a reload, a lost connection and a lost answer, and is saved once', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Noch nicht gespeichert')
  await card(page).getByLabel('Comment').fill(text)
  await card(page).getByRole('button', { name: 'Archiv', exact: true }).click()
  await page.reload()
  await expect(card(page).getByLabel('Comment')).toHaveValue(text)
  await expect(card(page).getByRole('button', { name: 'Archiv', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await context.setOffline(true)
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(card(page).getByLabel('Comment')).toHaveValue(text)

  await context.setOffline(false)
  await page.reload()

  // This time the entry is written, and only the answer is lost. Pressed again, it is still one entry.
  let written = 0
  await page.route('**/api/journal', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    written = (await route.fetch()).status()
    await route.abort()
  })
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect.poll(() => written).toBe(200)
  await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
  await expect(card(page).getByLabel('Comment')).toHaveValue(text)
  await page.unroute('**/api/journal')
  // Also before the tags have come: those that were chosen are not dropped.
  await page.route('**/api/journal/tags/all', () => undefined)
  await page.reload()
  await expect(rowOf(page, text)).toHaveCount(1)
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect(card(page).getByLabel('Comment')).toHaveValue('')
  await page.unroute('**/api/journal/tags/all')
  await page.reload()
  await expect(rowOf(page, text)).toHaveCount(1)
  await expect(card(page).getByLabel('Comment')).toHaveValue('')

  // Somebody leaves before the answer and comes back: nothing is left to be sent a second time.
  const { promise: isBack, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/journal', async (route) => {
    if (route.request().method() === 'POST') await isBack
    await route.continue()
  })
  const later = unique('Unterwegs')
  await card(page).getByLabel('Comment').fill(later)
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.goBack()
  await expect(card(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
  answer()
  await expect(rowOf(page, later)).toHaveCount(1)
  await expect(card(page).getByLabel('Comment')).toHaveValue('')
})

test('the assistant corrects, shows what it changed, and can be taken back', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  const comment = card(page).getByLabel('Comment')
  const correct = card(page).getByRole('button', { name: 'Correct Spelling' })
  await comment.focus()
  await expect(correct).toBeDisabled()
  await expect(card(page).getByRole('button', { name: 'Summarize' })).toBeDisabled()
  await expect(card(page).getByLabel('Summary language')).toHaveValue('de')
  await expect(card(page).getByLabel('Summary language').getByRole('option')).toHaveText([
    'English',
    'German',
    'French',
  ])

  const typed = 'Die Batterie wurde geladn und der Wagen in die Halle gestellt, wo er bis zum Frühling bleibt.'
  await comment.fill(typed)
  await correct.click()
  // The first question of a new house makes the dictionaries ready.
  await expect(comment).toHaveValue(typed.replace('geladn', 'geladen'), { timeout: 45_000 })
  const changed = card(page).getByRole('group', { name: 'What changed' })
  await expect(changed.locator('del')).toHaveText('geladn')
  await expect(changed.locator('ins')).toHaveText('geladen')
  await expect(card(page)).toContainText('neither translates nor follows instructions')

  await page.reload()
  await card(page).getByRole('button', { name: 'Revert' }).click()
  await expect(comment).toHaveValue(typed)
  await expect(comment).toBeFocused()
  await expect(changed).toHaveCount(0)
})

test('an assistant that fails ends its work without a word, and one that hangs can be stopped', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  await page.route('**/api/journal/summarize', (route) =>
    route.fulfill({ status: 503, json: { statusCode: 503, message: 'Out of order.' } }),
  )
  await page.route('**/api/journal/correct', () => undefined)
  await page.goto('/journal')
  const comment = card(page).getByLabel('Comment')
  await comment.fill('Ein Satz. Noch ein Satz.')
  const summarize = card(page).getByRole('button', { name: 'Summarize' })
  const failed = page.waitForResponse('**/api/journal/summarize')
  await summarize.click()
  await failed
  await expect(summarize).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(comment).toHaveValue('Ein Satz. Noch ein Satz.')

  await card(page).getByRole('button', { name: 'Correct Spelling' }).click()
  await expect(summarize).toBeDisabled()
  await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeDisabled()
  await expect(comment).not.toBeEditable()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
  await expect(comment).toHaveValue('Ein Satz. Noch ein Satz.')
})

test('tags are managed on a large screen only', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Manage Tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Tags' })
  const list = dialog.getByRole('list', { name: 'Existing tags' })
  const name = unique('Tag')
  await expect(dialog.getByRole('button', { name: 'Add Tag' })).toBeDisabled()
  await dialog.getByLabel('New tag').fill(`  ${name} `)
  await page.keyboard.press('Enter')
  await expect(list.getByText(name)).toBeVisible()
  await expect(dialog.getByLabel('New tag')).toHaveValue('')
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300)

  // A name can be had once: the refusal says nothing, and what was typed stays.
  await dialog.getByLabel('New tag').fill(name.toUpperCase())
  const refused = page.waitForResponse('**/api/journal/tags')
  await dialog.getByRole('button', { name: 'Add Tag' }).click()
  expect((await refused).status()).toBe(409)
  await expect(dialog.getByRole('button', { name: 'Add Tag' })).toBeEnabled()
  await expect(dialog.getByLabel('New tag')).toHaveValue(name.toUpperCase())

  await page.keyboard.press('Escape')
  await card(page).getByLabel('Comment').focus()
  await card(page).getByRole('button', { name, exact: true }).click()
  const text = unique('Mit einem Tag, der gelöscht wird')
  await write(page, text)
  await expect(rowOf(page, text).getByRole('list', { name: 'Tags' })).toHaveText(name)

  await page.getByRole('button', { name: 'Manage Tags' }).click()
  await dialog.getByRole('button', { name: `Delete tag ${name}` }).click()
  const question = page.getByRole('dialog', { name: `Delete tag ${name}` })
  await expect(question).toContainText(
    'Are you sure you want to delete this tag? It will be removed from all journal entries.',
  )
  // The key that says no to the question leaves the dialog below it open.
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('button', { name: `Delete tag ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(list.getByText(name)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, text)).toBeVisible()
  await expect(rowOf(page, text).getByRole('list', { name: 'Tags' })).toHaveCount(0)

  await page.setViewportSize({ width: 900, height: 800 })
  await expect(page.getByRole('button', { name: 'Manage Tags' })).toHaveCount(0)
})

test('filter, presets and view stand in the address; what is filtered is downloaded', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  const word = unique('Stichwort')
  await write(page, `${word} eins, "zitiert"\nund weiter`)
  await write(page, `${word} zwei`)
  await page.getByLabel('Filter the journal').fill(`claire ${word} EINS`)
  await expect(entries(page).getByRole('article')).toHaveCount(1)
  await expect(page.getByText(/^1 of \d+ journal entries \(filtered\)$/)).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('journal_entries.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(
    /^\uFEFFDate,Comment,Tags,User,Created\r\n\d{4}-\d\d-\d\d,"Stichwort [\w-]+ eins, ""zitiert""\nund weiter",,Claire Aebischer,\d{4}-\d\d-\d\d \d\d:\d\d\r\n$/,
  )

  await expect(page).toHaveURL(/filter=/)
  await page.reload()
  await expect(entries(page).getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: '#Presse' }).click()
  await expect(page.getByLabel('Filter the journal')).toHaveValue(`claire ${word} EINS #Presse`)
  await expect(page.getByText('No journal entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).last().click()
  await expect(page.getByLabel('Filter the journal')).toHaveValue('')

  await page.getByRole('button', { name: '#Presse' }).click()
  await expect(page.getByRole('button', { name: '#Presse' })).toHaveAttribute('aria-pressed', 'true')
  for (const tags of await entries(page).getByRole('list', { name: 'Tags' }).all())
    await expect(tags).toContainText('Presse')
  await page.getByRole('button', { name: 'Calendar' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goBack()
  await expect(entries(page)).toBeVisible()
  await expect(page.getByLabel('Filter the journal')).toHaveValue('#Presse')
})

test('the calendar turns months from Monday on, cuts long comments and opens an entry', async ({ page, signInAs }) => {
  const isCodeOfHistory = /\/(changes|history)-[^/]*\.js$/
  const held = Promise.withResolvers<void>()
  await page.route(isCodeOfHistory, async (route) => {
    await held.promise
    await route.continue()
  })
  await signInAs('root')
  await page.goto('/journal?view=calendar&month=2027-02')
  await expect(page.getByRole('heading', { name: 'February 2027' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  await expect(page.getByRole('cell')).toHaveCount(28)

  const long = `${unique('Lang')} ${'abcdefghi '.repeat(30)}`
  await write(page, long, '2027-02-10')
  const entry = page.getByRole('cell').nth(9).getByRole('button', { name: /^Lang/ })
  await expect(entry).toHaveText(/…$/)
  expect((await entry.textContent())?.length).toBe(201)

  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByRole('heading', { name: 'January 2027' })).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await entry.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
  await expect(dialog.getByLabel('Comment')).toHaveValue(long)
  await expect(dialog.getByLabel('Comment')).toHaveAttribute('rows', '9')
  // What arrives late moves no button away while it is pressed.
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const place = await cancel.boundingBox()
  const arrived = page.waitForResponse(isCodeOfHistory)
  held.resolve()
  await arrived
  await dialog.getByText('History').click()
  await expect(dialog.getByText('Created')).toBeVisible()
  await dialog.getByText('History').click()
  expect(await cancel.boundingBox()).toEqual(place)
  await cancel.click()
  await expect(dialog).toBeHidden()
  await expect(entry).toBeFocused()

  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('cell').and(page.locator('[aria-current="date"]'))).toBeVisible()

  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/journal?view=calendar&month=2027-02')
  await expect(page.getByText('Wednesday')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = Reflect.get(globalThis, 'document').documentElement
    return scrollWidth - clientWidth
  })
  expect(overflow).toBe(0)
})

test('the card is open with all its fields; on a phone it is one line until it is touched', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  const comment = card(page).getByLabel('Comment')
  const fields = [
    card(page).getByLabel('Summary language'),
    ...['Summarize', 'Correct Spelling', 'Archiv', 'Add Entry'].map((name) => card(page).getByRole('button', { name })),
    card(page).getByLabel('Date'),
  ]
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/journal')
    for (const field of fields) await expect(field).toBeVisible()
    await expect(comment).toHaveAttribute('rows', '6')
    await write(page, unique('Am Tisch'))
    await expect(comment).toBeFocused()
    for (const field of fields) await expect(field).toBeVisible()
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/journal')
  await expect(comment).toBeVisible()
  for (const field of fields) await expect(field).toBeHidden()
  const text = unique('Unterwegs')
  await comment.click()
  for (const field of fields) await expect(field).toBeVisible()
  await page.keyboard.type(text)
  // What is typed stays in sight.
  await page.reload()
  await expect(comment).toHaveValue(text)
  for (const field of fields) await expect(field).toBeVisible()
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect(rowOf(page, text)).toBeVisible()
  for (const field of fields) await expect(field).toBeHidden()
  await expect(card(page)).toBeFocused()
})

test('nothing on the screen moves while the journal and its tags arrive', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.route('**/api/journal**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, route.request().url().includes('tags') ? 800 : 400))
    await route.continue()
  })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/journal')
    const shifts = page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
      }).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 3_000)
    })`)
    await expect(page.getByRole('button', { name: '#Archiv' })).toBeVisible()
    await expect(entries(page)).toBeVisible()
    expect(await shifts).toBe(0)
  }
})

test('a day of the calendar is pressed to write on it', async ({ page, signInAs }) => {
  const findings = (width: number) =>
    axeFindings(page, [{ width, colorScheme: 'light' }], { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] })
  await signInAs('root')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/journal?view=calendar&month=2027-02')
    await expect(page.getByRole('heading', { name: 'February 2027' })).toBeVisible()
    expect(await findings(width)).toEqual([])

    // Below the number of the day, beside its entries.
    const [day, name] = width === 1280 ? [11, 'Write on Thursday, 11 February'] : [18, 'Write on Thu 18']
    const write = page.getByRole('button', { name })
    await write.click(width === 1280 ? { position: { x: 20, y: 70 } } : {})
    const comment = card(page).getByLabel('Comment')
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport()
    await expect(card(page).getByLabel('Date')).toHaveValue(`2027-02-${day}`)
    expect(await findings(width)).toEqual([])
    const text = unique('Am Kalender')
    await page.keyboard.type(text)
    await page.reload()
    await expect(comment).toHaveValue(text)
    await card(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect(page.getByRole('button', { name: text })).toBeVisible()
    await expect(card(page).getByLabel('Date')).toHaveValue(today())
  }
})

test('an identifier in an entry leads to its item, and the item names the entry, though not to employees', async ({
  page,
  house,
  signInAs,
}) => {
  const identifier = unique('JM-1').replace(' ', '-').toUpperCase()
  const id = await addItem(house, { type: 'car', identifier, name: 'Erwähnt' })
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Bremsen von')
  await write(page, `${text} ${identifier.toLowerCase()}, ${identifier} und XX-0 geprüft`, '2026-05-31')
  const links = rowOf(page, text).getByRole('link')
  await expect(links).toHaveText([identifier.toLowerCase(), identifier])
  await links.first().click()
  await expect(page).toHaveURL(`/inventory-detail/${id}`)

  const block = page.getByRole('region', { name: 'Mentioned in the journal' })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(block.getByRole('listitem')).toContainText(`Claire Aebischer${text} `)
    expect(
      await axeFindings(page, [{ width, colorScheme: 'light' }], { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }),
    ).toEqual([])
  }
  // The item is called otherwise; what was written leads to it still.
  await post(house, 'root', '/inventory/save-info', {
    itemId: id,
    data: { identifier: unique('JN-1'), name: 'Erwähnt', description: '' },
  })
  await page.reload()
  await block.getByRole('link', { name: /31 May 2026/ }).click()
  await expect(page.getByLabel('Filter the journal')).toHaveValue(identifier)
  await links.last().click()
  await expect(page).toHaveURL(`/inventory-detail/${id}`)
  await expect(block).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const info = await house.signInInfo('employee')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [signInKey, info] as const)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(block).toHaveCount(0)
  expect(asked.filter((url) => url.includes('/api/journal'))).toEqual([])
})

test('an entry is edited; leaving with unsaved changes asks first', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Vorher')
  await write(page, text)
  await rowOf(page, text)
    .getByRole('button', { name: /Edit entry/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await dialog.getByLabel('Comment').fill(`${text} und nachher`)
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Comment')).toHaveValue(`${text} und nachher`)
  // The key that closes the palette means the palette.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeHidden()
  await expect(question).toBeHidden()

  await dialog.getByLabel('Comment').fill(' ')
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await dialog.getByLabel('Comment').fill(`${text} und nachher`)
  await dialog.getByLabel('Date').fill('2098-01-01')
  await dialog.getByRole('button', { name: 'Archiv', exact: true }).click()

  // A failed save says nothing and keeps everything.
  await page.route(
    '**/api/journal/*',
    (route) => route.fulfill({ status: 500, json: { statusCode: 500, message: 'x' } }),
    {
      times: 1,
    },
  )
  const failed = page.waitForResponse((response) => response.status() === 500)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await failed
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeEnabled()
  await expect(dialog.getByRole('alert')).toHaveCount(0)

  await page.route('**/api/journal/*', async (route) => {
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, `${text} und nachher`)).toContainText('1 Jan 2098')
  await expect(rowOf(page, text).getByRole('list', { name: 'Tags' })).toHaveText('Archiv')
})

test('two people edit one entry: both versions are shown, and either can be kept', async ({
  page,
  house,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Gemeinsam')
  await write(page, text)

  const { token }: { token: string } = JSON.parse(await house.signInInfo('admin'))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const saveAsAdmin = async (comment: string) => {
    const { data } = (await (await fetch(`${house.url}/api/journal`, { headers })).json()) as { data: JournalEntry[] }
    const { id, date } = data.find((entry) => entry.comment.includes(text)) ?? { id: 0, date: '' }
    const body = JSON.stringify({ comment, date, tags: [] })
    await fetch(`${house.url}/api/journal/${id}`, { method: 'PUT', headers, body })
  }
  const dialog = page.getByRole('dialog', { name: 'Edit Entry' })
  const comment = dialog.getByRole('textbox', { name: 'Comment' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })

  await rowOf(page, text)
    .getByRole('button', { name: /Edit entry/ })
    .click()
  await comment.fill(`${text} von mir`)
  await saveAsAdmin(`${text} von Matthias`)
  await save.click()
  const conflict = dialog.getByRole('alert')
  await expect(conflict).toContainText('Matthias Zurbriggen saved this entry')
  await expect(conflict).toContainText(`${text} von mir`)
  await expect(conflict).toContainText(`${text} von Matthias`)
  await expect(comment).toHaveValue(`${text} von mir`)
  await conflict.getByRole('radio', { name: /By Matthias/ }).check()
  await expect(comment).toHaveValue(`${text} von Matthias`)
  await conflict.getByRole('radio', { name: /Yours/ }).check()
  await expect(comment).toHaveValue(`${text} von mir`)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, `${text} von mir`)).toBeVisible()
})

test('a deleted entry can be brought back from the toast', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Versehentlich')
  await write(page, text)
  const question = page.getByRole('dialog', { name: 'Delete Entry' })

  await rowOf(page, text)
    .getByRole('button', { name: /Delete entry/ })
    .click()
  await expect(question).toContainText('Are you sure you want to delete this journal entry?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, text)).toBeVisible()

  await rowOf(page, text)
    .getByRole('button', { name: /Edit entry/ })
    .click()
  await page.getByRole('dialog', { name: 'Edit Entry' }).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, text)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, text)).toBeVisible()
  await page.reload()
  await expect(rowOf(page, text)).toBeVisible()

  await rowOf(page, text)
    .getByRole('button', { name: /Delete entry/ })
    .click()
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect(rowOf(page, text)).toHaveCount(0)
  await page.reload()
  await expect(entries(page)).toBeVisible()
  await expect(rowOf(page, text)).toHaveCount(0)
})

test('what was deleted is found again for 30 days, and brought back', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = unique('Wiedergefunden')
  await write(page, text)
  await rowOf(page, text)
    .getByRole('button', { name: /Delete entry/ })
    .click()
  await page.getByRole('dialog', { name: 'Delete Entry' }).getByRole('button', { name: 'Ok' }).click()
  await expect(rowOf(page, text)).toHaveCount(0)
  await page.reload()

  await page.getByRole('button', { name: 'Recently Deleted' }).click()
  const deleted = page.getByRole('dialog', { name: 'Recently Deleted' })
  const row = deleted.getByRole('listitem').filter({ hasText: text })
  await expect(row).toContainText('deleted')
  await row.getByRole('button', { name: /Restore the entry/ }).click()
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, text)).toBeVisible()
})

test('of twenty thousand entries only those in sight are drawn, down to the last', async ({ page, signInAs }) => {
  await signInAs('root')
  const data = Array.from({ length: 20_000 }, (_, index) => ({
    id: 20_000 - index,
    comment: `Eintrag ${20_000 - index}\n${'Wort '.repeat((index * 7) % 90)}`,
    date: '2026-05-31',
    created: '2026-05-31T08:00:00.000Z',
    first_name: 'Claire',
    last_name: 'Aebischer',
    tags: [],
    version: 1,
  })) satisfies JournalEntry[]
  await page.route('**/api/journal', (route) => route.fulfill({ json: { data } }))
  await page.goto('/journal')
  await expect(page.getByText("20'000 of 20'000 journal entries")).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(entries(page).locator('[aria-posinset="20000"]')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await entries(page).getByRole('article').count()).toBeLessThan(60)
  await page.getByLabel('Filter the journal').fill('Eintrag 12345')
  await expect(entries(page).getByRole('article')).toHaveCount(1)
})

test('an empty journal and one that can’t be loaded say so', async ({ page, signInAs }) => {
  await signInAs('root')
  await page.route('**/api/journal', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/journal')
  await expect(page.getByText('No journal entries found')).toBeVisible()
  await page.route('**/api/journal', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Please call Claire.' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Please call Claire.')
  await expect(card(page).getByLabel('Comment')).toBeEditable()
})
