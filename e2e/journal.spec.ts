import { readFile } from 'node:fs/promises'
import {
  createEmptyState,
  type JournalEntry,
  journalFields,
  signInStorageKey,
} from '@vitrine/contract'
import { addItem, postAs } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const card = (page: Page) => page.getByRole('form', { name: 'New entry' })
const entries = (page: Page) => page.getByRole('list', { name: 'Journal entries' })
const entryRow = (page: Page, text: string) =>
  entries(page).getByRole('article').filter({ hasText: text })

/** Makes a text unique, because stories share a server. */
const uniqueText = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

async function addEntry(page: Page, comment: string, date?: string) {
  await card(page).getByLabel('Comment').fill(comment)
  if (date) await card(page).getByLabel('Date').fill(date)
  await card(page).getByRole('button', { name: 'Add Entry' }).click()
  await expect(card(page).getByLabel('Comment')).toHaveValue('')
}

const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date())

const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Entry' })

const openEntry = (page: Page, text: string) =>
  entryRow(page, text)
    .getByRole('button', { name: /Edit entry/ })
    .click()

test('an admin adds entries in the open card, which is one line on a phone until it is touched', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin')
  const addButton = card(page).getByRole('button', { name: 'Add Entry' })
  const comment = card(page).getByLabel('Comment')
  const fields = [
    card(page).getByLabel('Summary language'),
    ...['Summarize', 'Correct Spelling', 'Archiv', 'Add Entry'].map((name) =>
      card(page).getByRole('button', { name }),
    ),
    card(page).getByLabel('Date'),
  ]

  await test.step('an entry added before the list has loaded appears in it', async () => {
    const text = uniqueText('Schneller als die Liste')
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    let isFirst = true
    await page.route('**/api/journal', async (route) => {
      if (route.request().method() === 'POST' || !isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      await saved
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.goto('/journal')
    await addEntry(page, text, '2099-12-30')
    await expect(entryRow(page, text)).toBeVisible()
    await page.unroute('**/api/journal')
  })

  await test.step('requires a comment and a date', async () => {
    await expect(comment).toBeFocused()
    await expect(comment).toHaveAttribute('rows', '6')
    await expect(card(page).getByLabel('Date')).toHaveValue(today())
    await expect(addButton).toBeDisabled()
    await comment.fill('  \n ')
    await expect(addButton).toBeDisabled()
    await comment.fill('Text')
    await card(page).getByLabel('Date').fill('')
    await expect(addButton).toBeDisabled()
  })

  await test.step('adds an entry and empties the card', async () => {
    const text = uniqueText('Zwei Zeilen\nüber den Jaguar')
    await comment.fill(text)
    await card(page).getByLabel('Date').fill('2099-12-31')
    await card(page).getByRole('button', { name: 'Presse', exact: true }).click()
    await page.route('**/api/journal', async (route) => {
      await expect(card(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
      await route.continue()
    })
    await addButton.click()
    await expect(comment).toHaveValue('')
    await page.unroute('**/api/journal')
    await expect(comment).toBeFocused()
    await expect(card(page).getByLabel('Date')).toHaveValue(today())
    await expect(card(page).getByRole('button', { name: 'Presse', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    const row = entryRow(page, text)
    await expect(row).toContainText('31 Dec 2099')
    await expect(row).toContainText('Matthias Zurbriggen')
    await expect(row).toContainText('Today')
    await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('Presse')
    expect(await row.getByText('Zwei Zeilen').textContent()).toBe(text)
    await expect(row.getByText('Zwei Zeilen')).toHaveCSS('white-space-collapse', 'preserve')
  })

  await test.step('shows all fields on desktop and tablet, and on a phone once it is touched', async () => {
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 800 })
      for (const field of fields) await expect(field).toBeVisible()
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(comment).toBeVisible()
    for (const field of fields) await expect(field).toBeHidden()
    const text = uniqueText('Unterwegs')
    await comment.click()
    for (const field of fields) await expect(field).toBeVisible()
    await page.keyboard.type(text)
    await page.reload()
    await expect(comment).toHaveValue(text)
    for (const field of fields) await expect(field).toBeVisible()
    await addButton.click()
    await expect(entryRow(page, text)).toBeVisible()
    for (const field of fields) await expect(field).toBeHidden()
    await expect(card(page)).toBeFocused()
  })
})

test('typed text survives a reload and lost answers, and is saved once', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/journal')
  const text = uniqueText('Noch nicht gespeichert')
  await test.step('typed text survives a reload', async () => {
    await card(page).getByLabel('Comment').fill(text)
    await card(page).getByRole('button', { name: 'Archiv', exact: true }).click()
    await page.reload()
    await expect(card(page).getByLabel('Comment')).toHaveValue(text)
    await expect(card(page).getByRole('button', { name: 'Archiv', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  await test.step('text that could not be sent stays in the form', async () => {
    await context.setOffline(true)
    await card(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(card(page).getByLabel('Comment')).toHaveValue(text)

    await context.setOffline(false)
  })

  await test.step('an entry whose answer was lost is saved once, however often it is sent', async () => {
    let writtenStatus = 0
    await page.route('**/api/journal', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      writtenStatus = (await route.fetch()).status()
      await route.abort()
    })
    await card(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect.poll(() => writtenStatus).toBe(200)
    await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
    await expect(card(page).getByLabel('Comment')).toHaveValue(text)
    await page.unroute('**/api/journal')
    // Selected tags are kept even before the list of tags has loaded.
    await page.route('**/api/journal/tags/all', () => undefined)
    await page.reload()
    await expect(entryRow(page, text)).toHaveCount(1)
    await card(page).getByRole('button', { name: 'Add Entry' }).click()
    await expect(card(page).getByLabel('Comment')).toHaveValue('')
    await page.unroute('**/api/journal/tags/all')
    await page.reload()
    await expect(entryRow(page, text)).toHaveCount(1)
    await expect(card(page).getByLabel('Comment')).toHaveValue('')
  })
  await test.step('leaving before the answer and coming back does not send the entry again', async () => {
    const answerReleased = Promise.withResolvers<void>()
    await page.route('**/api/journal', async (route) => {
      if (route.request().method() === 'POST') await answerReleased.promise
      await route.continue()
    })
    const laterText = uniqueText('Unterwegs')
    await card(page).getByLabel('Comment').fill(laterText)
    await card(page).getByRole('button', { name: 'Add Entry' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await page.goBack()
    await expect(card(page).getByRole('button', { name: 'Creating...' })).toBeDisabled()
    answerReleased.resolve()
    await expect(entryRow(page, laterText)).toHaveCount(1)
    await expect(card(page).getByLabel('Comment')).toHaveValue('')
  })
})

test('the assistant corrects an entry, can be reverted and cancelled, and fails silently', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/journal')
  const comment = card(page).getByLabel('Comment')
  const correct = card(page).getByRole('button', { name: 'Correct Spelling' })
  const summarize = card(page).getByRole('button', { name: 'Summarize' })
  const typed =
    'Die Batterie wurde geladn und der Wagen in die Halle gestellt, wo er bis zum Frühling bleibt.'

  await test.step('is disabled without a text', async () => {
    await expect(correct).toBeDisabled()
    await expect(summarize).toBeDisabled()
    const language = card(page).getByLabel('Summary language')
    await expect(language).toHaveValue('de')
    await expect(language.getByRole('option')).toHaveText(['English', 'German', 'French'])
    await expect(card(page)).toContainText('a summary stays in the language of the text')
  })

  await test.step('shows its changes, and Revert restores the typed text', async () => {
    const corrected = { correctedComment: typed.replace('geladn', 'geladen'), engine: 'embedded' }
    // packages/spelling tests what the dictionaries correct.
    await page.route('**/api/journal/correct', (route) => route.fulfill({ json: corrected }), {
      times: 1,
    })
    await comment.fill(typed)
    await correct.click()
    await expect(comment).toHaveValue(corrected.correctedComment)
    const changed = card(page).getByRole('group', { name: 'What changed' })
    await expect(changed.locator('del')).toHaveText('geladn')
    await expect(changed.locator('ins')).toHaveText('geladen')
    await expect(correct).toBeFocused()
    await expect(card(page)).toContainText('neither translates nor follows instructions')
    await card(page).getByRole('button', { name: 'Revert' }).click()
    await expect(comment).toHaveValue(typed)
    await expect(comment).toBeFocused()
    await expect(changed).toHaveCount(0)
  })

  await test.step('a failure changes nothing', async () => {
    await page.route('**/api/journal/summarize', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, message: 'Out of order.' } }),
    )
    const failedAnswer = page.waitForResponse('**/api/journal/summarize')
    await summarize.click()
    await failedAnswer
    await expect(summarize).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(comment).toHaveValue(typed)
  })

  await test.step('blocks the form while it works, until Cancel', async () => {
    await page.route('**/api/journal/correct', () => undefined)
    await correct.click()
    await expect(summarize).toBeDisabled()
    await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeDisabled()
    await expect(comment).not.toBeEditable()
    await card(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page).getByRole('button', { name: 'Add Entry' })).toBeEnabled()
    await expect(comment).toHaveValue(typed)
  })
})

test('root adds a tag to entries, finds and downloads them, and deletes the tag', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/journal')
  const filter = page.getByLabel('Filter the journal')
  const dialog = page.getByRole('dialog', { name: 'Manage Tags' })
  const list = dialog.getByRole('list', { name: 'Existing tags' })
  const name = uniqueText('Tag')
  const preset = page.getByRole('button', { name: '#Presse' })
  const word = uniqueText('Stichwort')

  await test.step('a tag is unique regardless of case; a rejection is silent and keeps the typed text', async () => {
    await page.getByRole('button', { name: 'Manage Tags' }).click()
    await expect(dialog.getByRole('button', { name: 'Add Tag' })).toBeDisabled()
    await dialog.getByLabel('New tag').fill(`  ${name} `)
    await page.keyboard.press('Enter')
    await expect(list.getByText(name)).toBeVisible()
    await expect(dialog.getByLabel('New tag')).toHaveValue('')
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300)
    await dialog.getByLabel('New tag').fill(name.toUpperCase())
    const rejectedAnswer = page.waitForResponse('**/api/journal/tags')
    await dialog.getByRole('button', { name: 'Add Tag' }).click()
    expect((await rejectedAnswer).status()).toBe(409)
    await expect(dialog.getByRole('button', { name: 'Add Tag' })).toBeEnabled()
    await expect(dialog.getByLabel('New tag')).toHaveValue(name.toUpperCase())
    await page.keyboard.press('Escape')
  })

  await test.step('words filter author and comment in any order, ignoring accents, also the download', async () => {
    await card(page).getByRole('button', { name, exact: true }).click()
    await addEntry(page, `${word} Église, "zitiert"\nund weiter`)
    await addEntry(page, `${word} zwei`)
    await filter.fill(`EGLISE claire ${word}`)
    await expect(entries(page).getByRole('article')).toHaveCount(1)
    await expect(page.getByText(/^1 of \d+ journal entries \(filtered\)$/)).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('journal_entries.csv')
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toMatch(
      /^\uFEFFDate,Comment,Tags,User,Created\r\n\d{4}-\d\d-\d\d,"Stichwort [\w-]+ Église, ""zitiert""\nund weiter",Tag [\w-]+,Claire Aebischer,\d{4}-\d\d-\d\d \d\d:\d\d\r\n$/,
    )
  })

  await test.step('the address stores filter, presets and view', async () => {
    await expect(page).toHaveURL(/filter=/)
    await page.reload()
    await expect(entries(page).getByRole('article')).toHaveCount(1)
    await preset.click()
    await expect(filter).toHaveValue(`EGLISE claire ${word} #Presse`)
    await expect(page.getByText('No journal entries found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expect(filter).toHaveValue('')
    await preset.click()
    await expect(preset).toHaveAttribute('aria-pressed', 'true')
    for (const tags of await entries(page).getByRole('list', { name: 'Tags' }).all())
      await expect(tags).toContainText('Presse')
    await page.getByRole('button', { name: 'Calendar' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.goBack()
    await expect(entries(page)).toBeVisible()
    await expect(filter).toHaveValue('#Presse')
    await filter.fill(word)
  })

  await test.step('deleting a tag keeps its entries; Escape closes only the confirmation', async () => {
    await page.getByRole('button', { name: 'Manage Tags' }).click()
    await dialog.getByRole('button', { name: `Delete tag ${name}` }).click()
    const question = page.getByRole('dialog', { name: `Delete tag ${name}` })
    await expect(question).toContainText(
      'Are you sure you want to delete this tag? It will be removed from all journal entries.',
    )
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByRole('button', { name: `Delete tag ${name}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Ok' }).click()
    await expect(list.getByText(name)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(entries(page).getByRole('article')).toHaveCount(2)
    await expect(entries(page).getByRole('list', { name: 'Tags' })).toHaveCount(0)
  })

  await test.step('a small screen does not offer tag management', async () => {
    await page.setViewportSize({ width: 900, height: 800 })
    await expect(page.getByRole('button', { name: 'Manage Tags' })).toHaveCount(0)
  })
})

// apps/web/test/journal.test.tsx tests its weeks, long entries and expanded days.
test('pressing a day of the calendar adds an entry for it, on desktop and phone', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  await signInAs('root')
  await page.goto('/journal?view=calendar&month=2027-02')
  const comment = card(page).getByLabel('Comment')

  // Below the number of the day, beside its entries.
  const emptyPart = { x: 20, y: 70 }
  for (const { width, day, name, position } of [
    {
      width: 1280,
      day: '2027-02-11',
      name: 'Write on Thursday, 11 February',
      position: emptyPart,
    },
    { width: 390, day: '2027-02-18', name: 'Write on Thu 18', position: undefined },
  ])
    await test.step(`pressing a day at ${width} px starts its entry`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('button', { name }).click(position ? { position } : {})
      await expect(comment).toBeFocused()
      await expect(comment).toBeInViewport()
      await expect(card(page).getByLabel('Date')).toHaveValue(day)
      const text = uniqueText('Am Kalender')
      await page.keyboard.type(text)
      await card(page).getByRole('button', { name: 'Add Entry' }).click()
      await expect(page.getByRole('button', { name: text })).toBeVisible()
      await expect(card(page).getByLabel('Date')).toHaveValue(today())
    })

  await test.step('the calendar is a list of days on a phone and marks today on a desktop', async () => {
    await expect(page.getByText('Thursday').first()).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
    ).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page.getByRole('cell').and(page.locator('[aria-current="date"]'))).toBeVisible()
  })

  await test.step('six weeks with many entries fit into 1280 × 800; a day expands in place', async () => {
    const word = uniqueText('Voll')
    for (const number of [1, 2, 3, 4, 5])
      await postAs(server, 'root', '/journal', {
        comment: `${word} ${number} ${'und noch mehr '.repeat(20)}`,
        tags: [],
        date: '2027-05-31',
      })
    await page.goto('/journal?view=calendar&month=2027-05')
    const more = page.getByRole('button', { name: /^\+2: all 5 entries of Monday, 31 May/ })
    await expect(more).toBeInViewport({ ratio: 1 })
    for (const part of [page.getByRole('heading', { name: 'May 2027' }), page.getByRole('table')])
      await expect(part).toBeInViewport({ ratio: 1 })

    await more.focus()
    await page.keyboard.press('Enter')
    const day = page.getByRole('region', { name: 'Monday, 31 May' })
    await expect(day).toBeFocused()
    await expect(day).toBeInViewport({ ratio: 1 })
    await expect(day.getByRole('button', { name: new RegExp(`^${word}`) })).toHaveCount(5)
    await page.keyboard.press('Escape')
    await expect(day).toBeHidden()
    await expect(more).toBeFocused()
  })
})

test('an identifier in an entry links to its item, which names the entry except to employees', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const identifier = uniqueText('JM-1').replace(' ', '-').toUpperCase()
  const id = await addItem(server, { type: 'car', identifier, name: 'Erwähnt' })
  await signInAs('root')
  await page.goto('/journal')
  const text = uniqueText('Bremsen von')
  await addEntry(
    page,
    `${text} ${identifier.toLowerCase()}, ${identifier} und XX-0 geprüft`,
    '2026-05-31',
  )
  const links = entryRow(page, text).getByRole('link')
  // XX-0 is the identifier of no item.
  await expect(links).toHaveText([identifier.toLowerCase(), identifier])
  await links.first().click()
  await expect(page).toHaveURL(`/inventory-detail/${id}`)

  const block = page.getByRole('region', { name: 'Mentioned in the journal' })
  await test.step('the item of a mentioned identifier lists the entry, and links back', async () => {
    await expect(block.getByRole('listitem')).toContainText(`Claire Aebischer${text} `)
    await block.getByRole('link', { name: /31 May 2026/ }).click()
    await expect(page.getByLabel('Filter the journal')).toHaveValue(identifier)
    await links.last().click()
    await expect(page).toHaveURL(`/inventory-detail/${id}`)
    await expect(block).toBeVisible()
  })

  await test.step('an employee neither sees nor requests the entry', async () => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(request.url()))
    const info = await server.signInInfo('employee')
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      signInStorageKey,
      info,
    ] as const)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await expect(block).toHaveCount(0)
    expect(requestedPaths.filter((url) => url.includes('/api/journal'))).toEqual([])
  })
})

test('an admin edits an entry: buttons keep their place, and leaving asks first', async ({
  page,
  server,
  signInAs,
}) => {
  const text = uniqueText('Vorher')
  await postAs(server, 'root', '/journal', { comment: text, date: '2026-05-31' })
  await signInAs('root')
  const dialog = editDialog(page)
  const comment = dialog.getByLabel('Comment')
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })

  await test.step('late answers do not move a pressed button', async () => {
    const heldAnswers = Object.fromEntries(
      ['tags', 'history', 'correct'].map((name) => [name, Promise.withResolvers<void>()]),
    )
    const hold = (name: string, pattern: string, json?: object) =>
      page.route(pattern, async (route) => {
        await heldAnswers[name]?.promise
        await (json ? route.fulfill({ json }) : route.continue())
      })
    await hold('tags', '**/api/journal/tags/all')
    await hold('history', '**/api/history/**')
    await hold('correct', '**/api/journal/correct', {
      correctedComment: 'Korrigiert. '.repeat(200),
      engine: 'embedded',
    })
    const buttons = ['Delete', 'Cancel', 'Save Changes'].map((name) =>
      dialog.getByRole('button', { name }).last(),
    )
    const readBoxes = () => Promise.all(buttons.map((button) => button.boundingBox()))
    await page.goto(`/journal?filter=${text}`)
    await openEntry(page, text)
    await expect(comment).toHaveValue(text)
    let before = await readBoxes()
    heldAnswers.tags?.resolve()
    await expect(dialog.getByRole('button', { name: 'Archiv', exact: true })).toBeVisible()
    expect(await readBoxes()).toEqual(before)
    const phone = process.env.TEST_LEVEL === 'quick' ? [] : [{ width: 390, height: 844 }]
    for (const viewport of [{ width: 1280, height: 800 }, ...phone]) {
      await page.setViewportSize(viewport)
      before = await readBoxes()
      await dialog.getByText('History').click()
      expect(await readBoxes()).toEqual(before)
      heldAnswers.history?.resolve()
      await expect(dialog.getByText('Created')).toBeVisible()
      expect(await readBoxes()).toEqual(before)
      await dialog.getByText('History').click()
      await dialog.getByRole('button', { name: 'Correct Spelling' }).click()
      expect(await readBoxes()).toEqual(before)
      heldAnswers.correct?.resolve()
      await expect(dialog.getByRole('group', { name: 'What changed' })).toBeVisible()
      expect(await readBoxes()).toEqual(before)
      await dialog.getByRole('button', { name: 'Revert' }).click()
      await expect(comment).toHaveValue(text)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('leaving with unsaved changes asks first', async () => {
    await comment.fill(`${text} und nachher`)
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(comment).toHaveValue(`${text} und nachher`)
    // Escape closes only the palette.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeHidden()
    await expect(question).toBeHidden()
  })

  await test.step('a failed save is silent and keeps everything', async () => {
    await comment.fill(' ')
    await expect(save).toBeDisabled()
    await comment.fill(`${text} und nachher`)
    await dialog.getByLabel('Date').fill('2098-01-01')
    await dialog.getByRole('button', { name: 'Archiv', exact: true }).click()
    const broken = { status: 500, json: { statusCode: 500, message: 'x' } }
    await page.route('**/api/journal/*', (route) => route.fulfill(broken), { times: 1 })
    const failedAnswer = page.waitForResponse((response) => response.status() === 500)
    await save.click()
    await failedAnswer
    await expect(save).toBeEnabled()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })

  await test.step('comment, date and tags are saved', async () => {
    await page.route('**/api/journal/*', async (route) => {
      await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
      await route.continue()
    })
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(entryRow(page, `${text} und nachher`)).toContainText('1 Jan 2098')
    await expect(entryRow(page, text).getByRole('list', { name: 'Tags' })).toHaveText('Archiv')
  })
})

test('a deleted entry can be restored from the toast and for 30 days', async ({
  page,
  server,
  signInAs,
}) => {
  const text = uniqueText('Gelöscht')
  await postAs(server, 'root', '/journal', { comment: text, date: '2026-05-31' })
  await signInAs('root')
  await page.goto(`/journal?filter=${text}`)
  const dialog = editDialog(page)

  const question = page.getByRole('dialog', { name: 'Delete Entry' })
  const pressDelete = () =>
    entryRow(page, text)
      .getByRole('button', { name: /Delete entry/ })
      .click()

  await test.step('Cancel deletes nothing; Undo restores a deleted entry', async () => {
    await pressDelete()
    await expect(question).toContainText('Are you sure you want to delete this journal entry?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(entryRow(page, text)).toBeVisible()
    await openEntry(page, text)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Ok' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(entryRow(page, text)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(entryRow(page, text)).toBeVisible()
  })

  await test.step('a deleted entry is listed under Recently deleted and restored from there', async () => {
    await pressDelete()
    await question.getByRole('button', { name: 'Ok' }).click()
    await expect(entryRow(page, text)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('No journal entries found')).toBeVisible()
    await page.getByRole('button', { name: 'Recently Deleted' }).click()
    const deletedDialog = page.getByRole('dialog', { name: 'Recently Deleted' })
    const row = deletedDialog.getByRole('listitem').filter({ hasText: text })
    await expect(row).toContainText('deleted')
    await row.getByRole('button', { name: /Restore the entry/ }).click()
    await expect(row).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(entryRow(page, text)).toBeVisible()
  })
})

test('twenty thousand entries scroll to the last one; a failed list still takes new ones', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  await signInAs('root')
  const entryCount = 20_000
  // Texts of different lengths, so that the heights of rows differ.
  const data = Array.from({ length: entryCount }, (_, index) => ({
    ...createEmptyState(journalFields),
    id: entryCount - index,
    comment: `Eintrag ${entryCount - index}\n${'Wort '.repeat((index * 7) % 90)}`,
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
    await expect(entries(page).locator(`[aria-posinset="${entryCount}"]`)).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  expect(await entries(page).getByRole('article').count()).toBeLessThan(60)
  await page.getByLabel('Filter the journal').fill('Eintrag 12345')
  await expect(entries(page).getByRole('article')).toHaveCount(1)

  await page.route('**/api/journal', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Please call Claire.' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Please call Claire.')
  await expect(card(page).getByLabel('Comment')).toBeEditable()
})
