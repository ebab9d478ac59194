import type { SaveTheDateEvent } from '@vitrine/contract'
import { axeFindings } from './axe.ts'
import { expect, type Locator, type Page, test } from './vitrine.ts'

/** Opens the form of a new event and fills in what is not text. */
async function newEvent(page: Page, { date, time }: { date: string; time?: string }) {
  await page.getByRole('button', { name: 'New Event' }).click()
  const event = page.getByRole('article').first()
  await event.getByLabel('Date').fill(date)
  if (time) {
    await event.getByRole('checkbox', { name: 'Time' }).check()
    await event.getByLabel('Time of the event').fill(time)
  }
  return event
}

/** Writes as somebody does who looks at the HTML. */
async function writeHtml(event: Locator, language: string, html: string) {
  const field = event.getByRole('region', { name: language, exact: true })
  await field.getByRole('button', { name: 'HTML' }).click()
  await field.getByRole('textbox').fill(html)
  return field
}

const eventAbout = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

const save = async (page: Page) => {
  // The message of the last time may still be there.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save Events' }).click()
  await answered
  await expect(page.getByText('Events successfully saved.').last()).toBeVisible()
}

test('an employee adds an event in three languages, and visitors see it', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  await expect(page.getByRole('heading', { name: 'Save the Date' })).toBeVisible()
  const event = await newEvent(page, { date: '2098-05-31', time: '19:30' })
  await event.getByRole('checkbox', { name: 'From' }).check()
  await expect(event.getByRole('checkbox', { name: 'Active' })).toBeChecked()
  await expect(event.getByText('Missing: French, German, English')).toBeVisible()

  for (const [language, title, line] of [
    ['French', 'Fête d’été', 'avec musique'],
    ['German', 'Sommerfest', 'mit Musik'],
    ['English', 'Summer party', 'with music'],
  ] as const) {
    const text = event.getByRole('textbox', { name: `${language} text` })
    await text.click()
    await page.keyboard.press('Control+b')
    await page.keyboard.type(title)
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type(line)
    await expect(text.locator('p')).toHaveCount(1)
  }
  await expect(event.getByText('Missing')).toHaveCount(0)
  await expect(event.getByRole('region', { name: 'Preview' })).toContainText('Ab Samstag, 31. Mai 2098')
  const french = event.getByRole('region', { name: 'French', exact: true })
  await french.getByRole('button', { name: 'HTML' }).click()
  await expect(french.getByRole('textbox')).toHaveValue('<p><strong>Fête d’été</strong><br>avec musique</p>')
  await save(page)

  await page.goto('/save-the-date?lang=fr')
  const shown = page.getByRole('article').filter({ hasText: 'Fête d’été' })
  await expect(shown).toContainText('Dès le samedi 31 mai 2098')
  await expect(shown).toContainText('19:30')
  await expect(shown.locator('strong')).toHaveText('Fête d’été')
  await page.goto('/save-the-date?lang=de')
  await expect(page.getByRole('article').filter({ hasText: 'Sommerfest' })).toContainText('Ab Samstag, 31. Mai 2098')
  await page.goto('/save-the-date')
  await expect(page.getByRole('article').filter({ hasText: 'Summer party' })).toContainText(
    'From Saturday, 31 May 2098',
  )
})

test('an event is repeated on another day, with its texts', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2093-04-01', time: '19:30' })
  await writeHtml(event, 'French', '<p><strong>Visite aux flambeaux</strong></p>')
  await writeHtml(event, 'English', '<p><strong>Tour by torchlight</strong><br>in the workshop</p>')
  await save(page)
  const original = page.getByRole('button', { name: /Tour by torchlight/ })
  for (const [day, width] of [
    ['2093-05-06', 1280],
    ['2093-06-03', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await eventAbout(page, 'Tour by torchlight').first().getByRole('button', { name: 'Duplicate Event' }).click()
    // The copy stands first and waits for its day.
    const copy = page.getByRole('article').first()
    await expect(copy.getByLabel('Date', { exact: true })).toBeFocused()
    await expect(copy).toContainText('New event, 19:30')
    await page.getByRole('button', { name: 'Save Events' }).click()
    await expect(copy.getByLabel('Date', { exact: true })).toHaveAccessibleDescription('Please enter a date.')
    await copy.getByLabel('Date', { exact: true }).fill(day)
    await expect(copy.getByRole('textbox', { name: 'French text' })).toHaveText('Visite aux flambeaux')
    await expect(copy.getByText('Missing: German')).toBeVisible()
    expect(
      await axeFindings(page, [{ width, colorScheme: 'light' }], { runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }),
    ).toEqual([])
    await save(page)
  }
  await expect(original).toHaveText([/1 April 2093/, /6 May 2093/, /3 June 2093/])
  await page.goto('/save-the-date?lang=fr')
  await expect(page.getByRole('article').filter({ hasText: 'Visite aux flambeaux' })).toHaveCount(3)
})

test('what goes on has a last day, and visitors read until when', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2094-06-01' })
  const until = event.getByLabel('until')
  await expect(until).toBeDisabled()
  await event.getByRole('checkbox', { name: 'From' }).check()
  await until.fill('2094-05-31')
  await writeHtml(event, 'German', '<p>Sonderausstellung</p>')
  await page.getByRole('button', { name: 'Save Events' }).click()
  await expect(until).toBeFocused()
  await expect(until).toHaveAccessibleDescription(/The last day must not be before the first day\./)
  await until.fill('2094-06-30')
  await expect(event.getByRole('region', { name: 'Preview' })).toContainText('bis Mittwoch, 30. Juni 2094')
  await save(page)
  await expect(page.getByRole('button', { name: /Sonderausstellung/ })).toContainText('until Wednesday, 30 June 2094')
  await page.goto('/save-the-date?lang=de')
  const shown = page.getByRole('article').filter({ hasText: 'Sonderausstellung' })
  await expect(shown).toContainText('Ab Dienstag, 1. Juni 2094')
  await expect(shown).toContainText('bis Mittwoch, 30. Juni 2094')
})

test('a table pasted from Word keeps its cells apart and its rows on lines', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2094-07-01' })
  const text = event.getByRole('textbox', { name: 'English text' })
  await text.click()
  const copied =
    '<html><head><style><!-- table.MsoTable {} --></style></head><body><!--StartFragment--><p class=MsoNormal>Programme</p>' +
    '<table class=MsoTableGrid border=1><tbody><tr><td width=100><p class=MsoNormal><b>19:30</b><o:p></o:p></p></td>' +
    '<td><p class=MsoNormal>Concert</p></td></tr><tr><td><p>21:00</p></td><td><p>Apéro</p></td></tr></tbody></table>' +
    '<!--EndFragment--></body></html>'
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(copied)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  const field = event.getByRole('region', { name: 'English', exact: true })
  await field.getByRole('button', { name: 'HTML' }).click()
  await expect(field.getByRole('textbox')).toHaveValue(
    '<p>Programme</p><p><strong>19:30</strong> · Concert<br>21:00 · Apéro</p>',
  )
})

test('the focus stays on Save Events, or goes to New Event when there is nothing left to save', async ({
  page,
  house,
  signInAs,
}) => {
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2094-08-01' })
  await writeHtml(event, 'English', '<p>Saved by keyboard</p>')
  await page.getByRole('button', { name: 'Save Events' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Events successfully saved.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Events' })).toBeFocused()

  await page.route('**/api/cms/save-the-date', (route) => route.fulfill({ json: { events: [], version: 'none' } }))
  await page.goto(`${house.url}/cms`)
  await page.getByRole('button', { name: 'New Event' }).click()
  await page.getByLabel('Date').fill('2094-08-02')
  await page.getByRole('button', { name: 'Save Events' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'New Event' })).toBeFocused()
})

test('an event is changed, switched off and removed', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const added = await newEvent(page, { date: '2097-01-15' })
  await writeHtml(added, 'English', '<p>To be changed</p>')
  // A new one with a text is not lost with a click, either.
  const event = eventAbout(page, 'To be changed')
  await event.getByRole('button', { name: 'Remove Event' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep Event' }).click()
  await save(page)

  await event.getByLabel('Date').fill('2097-01-16')
  await event.getByRole('checkbox', { name: 'Active' }).uncheck()
  await save(page)
  const row = page.getByRole('button', { name: /To be changed/ })
  await expect(row).toContainText('Wednesday, 16 January 2097')
  await expect(row).toContainText('Inactive')
  await page.goto('/save-the-date')
  await expect(page.getByText('To be changed')).toHaveCount(0)

  await page.goto('/cms')
  await event.getByRole('button', { name: 'Remove Event' }).click()
  await expect(page.getByText('will be removed when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Event' }).click()
  await expect(row).toBeVisible()
  await event.getByRole('button', { name: 'Remove Event' }).click()
  await save(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'New Event' })).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'Past' })).toBeVisible()
  const past = page.getByRole('button', { name: /Night of the museums|Open day in the workshop/ })
  await expect(past).toHaveText([/Open day/, /Night of the museums/])
  await expect(past.first()).toHaveAttribute('aria-expanded', 'false')
  await expect(row).toHaveCount(0)
})

test('nothing that is typed as HTML runs, neither in the form nor on the public page', async ({
  page,
  signInAs,
  expectFault,
}) => {
  // The browser tells what it refuses even where it would not run anyway, in a text that is only taken apart.
  expectFault('Executing inline event handler violates the following Content Security Policy')
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2096-03-01' })
  const bad =
    '<p>Harmless</p><script>window.ran = 1</script><img src="x" onerror="window.ran = 2">' +
    '<a href="javascript:window.ran = 3">Click</a><b onmouseover="window.ran = 4">Bold</b>'
  const field = await writeHtml(event, 'English', bad)
  await expect(event.getByRole('region', { name: 'Preview' })).toContainText('Harmless')
  await field.getByRole('button', { name: 'Rich Text' }).click()
  await expect(field.getByRole('textbox')).toContainText('Harmless')
  await writeHtml(event, 'English', bad)
  await save(page)
  const ran = () => page.evaluate(() => 'ran' in globalThis)
  expect(await ran()).toBe(false)

  await page.goto('/save-the-date')
  const shown = page.getByRole('article').filter({ hasText: 'Harmless' })
  await shown.getByText('Bold').hover()
  await shown.getByText('Click').click()
  await expect(shown.locator('script, img, a, [onmouseover]')).toHaveCount(0)
  expect(await ran()).toBe(false)
})

test('a save by somebody else in between loses nothing that was typed', async ({ page, house, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const event = await newEvent(page, { date: '2095-02-01' })
  await writeHtml(event, 'English', '<p>Typed here</p>')

  const { token } = JSON.parse(await house.signInInfo('admin'))
  const saved = await fetch(`${house.url}/api/cms/save-the-date`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ events: [{ date: '2095-02-02', text_en: 'Saved elsewhere', active: true }] }),
  })
  expect(saved.status).toBe(200)

  await page.getByRole('button', { name: 'Save Events' }).click()
  await expect(page.getByRole('alert')).toContainText('Matthias Zurbriggen saved the events')
  await expect(page.getByRole('textbox', { name: 'English HTML' })).toHaveValue('<p>Typed here</p>')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByRole('button', { name: /Saved elsewhere/ })).toBeVisible()
  const typed = eventAbout(page, 'Typed here')
  await expect(typed.getByRole('textbox', { name: 'English text' })).toHaveText('Typed here')
  await save(page)
  await expect(page.getByRole('button', { name: /Typed here/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Saved elsewhere/ })).toBeVisible()
})

test('leaving with unsaved changes asks first; an event without a date is not saved', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  await page.getByRole('button', { name: 'New Event' }).click()
  await page.getByRole('button', { name: 'Save Events' }).click()
  await expect(page.getByRole('alert')).toHaveText('Nothing was saved: please check the marked events.')
  const event = page.getByRole('article').first()
  const date = event.getByLabel('Date', { exact: true })
  await expect(date).toBeFocused()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await expect(date).toHaveAccessibleDescription('Please enter a date.')

  // What only the server minds is marked where it stands, too.
  const sentence = 'Please enter a date such as 2026-05-31.'
  await page.route('**/api/cms/save-the-date', (route) =>
    route.fulfill({
      status: 400,
      json: { statusCode: 400, message: `events.0.date: ${sentence}`, obj: { fields: { 'events.0.date': sentence } } },
    }),
  )
  await date.fill('2099-01-01')
  await page.getByRole('button', { name: /1 January 2099/ }).click()
  await expect(date).toBeHidden()
  await page.getByRole('button', { name: 'Save Events' }).click()
  await expect(date).toBeFocused()
  await expect(date).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('alert')).toHaveText('Error while saving the events. Please check the marked events.')
  await date.fill('2099-01-02')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('link', { name: 'Home' }).first().click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/cms')
  await event.getByRole('button', { name: 'Remove Event' }).click()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL('/')
})

test('upcoming events stand open with all their fields, past ones are folded, and nothing moves when an editor is mounted', async ({
  page,
  signInAs,
}) => {
  const texts = [
    '',
    'No paragraph',
    `<p><strong>Long</strong> ${'and longer '.repeat(60)}<br></p><p></p><p>The end<br><br></p>`,
    `<ul><li>One</li><li>${'two '.repeat(90)}</li></ul><p>${'Unbreakable'.repeat(30)}</p><ol><li>Three<br></li></ol>`,
  ]
  const text = (index: number) => texts[index % texts.length] ?? ''
  const made = (id: number, date: string): SaveTheDateEvent => ({
    id,
    date,
    start: id % 2 === 0,
    last_day: '',
    time: '',
    show_time: false,
    text_fr: text(id),
    text_de: text(id + 1),
    text_en: text(id + 2),
    active: true,
  })
  const events = Array.from({ length: 30 }, (_, index) =>
    made(index + 1, `2099-01-${String(index + 1).padStart(2, '0')}`),
  )
  const list = { events: [made(31, '2020-01-01'), ...events], version: 'made up' }
  await page.route('**/api/cms/save-the-date', (route) => route.fulfill({ json: list }))
  await signInAs('employee')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/cms')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(31)
    const heights = () =>
      page.evaluate<number[]>(`Array.from(document.querySelectorAll('article'), (card) => card.offsetHeight)`)
    const before = await heights()
    const first = cards.first()
    for (const language of ['French', 'German', 'English'])
      await expect(first.getByRole('textbox', { name: `${language} text` })).toBeVisible()
    for (const box of ['From', 'Time', 'Active'])
      await expect(first.getByRole('checkbox', { name: box, exact: true })).toBeVisible()
    for (const field of ['Date', 'Time of the event'])
      await expect(first.getByLabel(field, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Event' })).toHaveCount(30)
    await expect(cards.last().getByRole('button', { expanded: false })).toHaveText(/1 January 2020/)

    const editors = page.getByRole('textbox', { name: /^(French|German|English) text$/ })
    const isMounted = async () => (await editors.count()) / 3
    expect(await isMounted()).toBeLessThan(10)
    for (const card of await cards.all()) await card.scrollIntoViewIfNeeded()
    await expect.poll(isMounted).toBe(30)
    expect(await heights()).toEqual(before)
  }
})

test('without events there is nothing to save', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.route('**/api/cms/save-the-date', (route) => route.fulfill({ json: { events: [], version: 'new' } }))
  await page.goto('/cms')
  await expect(page.getByText('There are no events yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Events' })).toBeDisabled()
})

test('the public page may stand in a frame of our own pages, the staff app may not', async ({ page, house }) => {
  const framing = async (path: string) => (await fetch(house.url + path)).headers.get('content-security-policy')
  expect(await framing('/save-the-date')).toContain("frame-ancestors 'self'")
  expect(await framing('/cms')).toContain("frame-ancestors 'none'")
  // A page of ours that may hold frames: the answer is made here, the frame inside it comes from the server.
  await page.route('**/framing', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="/save-the-date?lang=fr"></iframe>' }),
  )
  await page.goto('/framing')
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('À vos agendas')
})
