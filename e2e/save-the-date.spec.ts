import { readFile } from 'node:fs/promises'
import { type EventList, type SaveTheDateEvent, signInStorageKey } from '@vitrine/contract'
import { postAs, uniqueName } from './items.ts'
import { expect, type Locator, type Page, test } from './vitrine.ts'

/** Opens the form of a new event and fills in everything except the texts. */
async function addEvent(page: Page, { date, time }: { date: string; time?: string }) {
  await page.getByRole('button', { name: 'New Event' }).click()
  const event = page.getByRole('article').first()
  await event.getByLabel('Date').fill(date)
  if (time) {
    await event.getByRole('checkbox', { name: 'Time' }).check()
    await event.getByLabel('Time of the event').fill(time)
  }
  return event
}

/** Types in the HTML view. */
async function writeHtml(event: Locator, language: string, html: string) {
  const field = event.getByRole('region', { name: language, exact: true })
  await field.getByRole('radio', { name: 'HTML' }).click()
  await field.getByRole('textbox').fill(html)
  return field
}

const findEvent = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

const saveEvents = async (page: Page) => {
  // The previous message may still be shown.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save Events' }).click()
  await answered
  await expect(page.getByText('Events successfully saved.').last()).toBeVisible()
}

test('an employee adds, duplicates, changes and deactivates an event, and visitors see it', async ({
  page,
  signInAs,
}) => {
  await signInAs('employee')
  await page.goto('/cms')
  await expect(page.getByRole('heading', { name: 'Save the Date' })).toBeVisible()
  const [fete, fest, party] = [
    uniqueName('Fête d’été'),
    uniqueName('Sommerfest'),
    uniqueName('Summer party'),
  ]
  const original = page.getByRole('button', { name: party })

  await test.step('texts are typed with formats; missing ones are named', async () => {
    const event = await addEvent(page, { date: '2098-05-31', time: '19:30' })
    await event.getByRole('checkbox', { name: 'From' }).check()
    await expect(event.getByRole('checkbox', { name: 'Active' })).toBeChecked()
    await expect(event.getByText('Missing: French, German, English')).toBeVisible()
    for (const [language, title, line] of [
      ['French', fete, 'avec musique'],
      ['German', fest, 'mit Musik'],
      ['English', party, 'with music'],
    ] as const) {
      const text = event.getByRole('textbox', { name: `${language} text` })
      await text.click()
      await page.keyboard.press('Control+b')
      await page.keyboard.insertText(title)
      await page.keyboard.press('Control+b')
      await page.keyboard.press('Enter')
      await page.keyboard.insertText(line)
      await expect(text.locator('p')).toHaveCount(1)
    }
    await expect(event.getByText('Missing')).toHaveCount(0)
    await expect(event.getByRole('region', { name: 'Preview' })).toContainText(
      'Ab Samstag, 31. Mai 2098',
    )
    const french = event.getByRole('region', { name: 'French', exact: true })
    await french.getByRole('radio', { name: 'HTML' }).click()
    await expect(french.getByRole('textbox')).toHaveValue(
      `<p><strong>${fete}</strong><br>avec musique</p>`,
    )
    await saveEvents(page)
  })

  await test.step('a copy is first, with the texts and without dates', async () => {
    await findEvent(page, party).first().getByRole('button', { name: 'Duplicate Event' }).click()
    const copy = page.getByRole('article').first()
    const date = copy.getByLabel('Date', { exact: true })
    await expect(date).toBeFocused()
    await expect(copy).toContainText('New event, 19:30')
    await page.getByRole('button', { name: 'Save Events' }).click()
    await expect(date).toHaveAccessibleDescription('Please enter a date.')
    await date.fill('2098-06-07')
    await expect(copy.getByRole('textbox', { name: 'French text' })).toHaveText(
      `${fete}avec musique`,
    )

    // A 'From' event can have a last day.
    const until = copy.getByLabel('until')
    await until.fill('2098-06-06')
    await page.getByRole('button', { name: 'Save Events' }).click()
    await expect(until).toBeFocused()
    await expect(until).toHaveAccessibleDescription(
      /The last day must not be before the first day\./,
    )
    await until.fill('2098-06-30')
    await expect(copy.getByRole('region', { name: 'Preview' })).toContainText(
      'bis Montag, 30. Juni 2098',
    )
    await copy.getByRole('checkbox', { name: 'From' }).uncheck()
    await expect(until).toBeDisabled()
    await copy.getByRole('checkbox', { name: 'From' }).check()
    await until.fill('2098-06-30')
    await saveEvents(page)
    await expect(original).toHaveText([/31 May 2098/, /7 June 2098.*until Monday, 30 June 2098/])
  })

  await test.step('visitors read it in their language', async () => {
    await page.goto('/save-the-date?lang=fr')
    const shown = findEvent(page, fete).first()
    await expect(shown).toContainText('Dès le samedi 31 mai 2098')
    await expect(shown).toContainText('19:30')
    await expect(shown.locator('strong')).toHaveText(fete)
    await page.goto('/save-the-date?lang=de')
    await expect(findEvent(page, fest)).toContainText([
      /Ab Samstag, 31\. Mai 2098/,
      /bis Montag, 30\. Juni 2098/,
    ])
    await page.goto('/save-the-date')
    await expect(findEvent(page, party).first()).toContainText('From Saturday, 31 May 2098')
  })

  await test.step('the event is moved and deactivated; the copy is removed', async () => {
    await page.goto('/cms')
    const [event, copy] = [findEvent(page, party).first(), findEvent(page, party).last()]
    await event.getByLabel('Date', { exact: true }).fill('2098-06-01')
    await event.getByRole('checkbox', { name: 'Active' }).uncheck()
    await copy.getByRole('button', { name: 'Remove Event' }).click()
    await expect(page.getByText('will be removed when you save.')).toBeVisible()
    await page.getByRole('button', { name: 'Keep Event' }).click()
    await expect(original).toHaveCount(2)
    await copy.getByRole('button', { name: 'Remove Event' }).click()
    await saveEvents(page)
    await expect(original).toContainText('Sunday, 1 June 2098')
    await expect(original).toContainText('Inactive')
    await page.reload()
    await expect(original).toHaveCount(1)
    const pastEvents = page.getByRole('button', {
      name: /Night of the museums|Open day in the workshop/,
    })
    await expect(pastEvents).toHaveText([/Open day/, /Night of the museums/])
    await expect(pastEvents.first()).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('visitors no longer see it, neither on the page nor in a frame', async () => {
    // A mocked page on our origin that may contain frames; the framed page comes from the server.
    await page.route('**/framing', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<iframe src="/save-the-date?lang=fr"></iframe>',
      }),
    )
    await page.goto('/framing')
    const box = page.frameLocator('iframe')
    await expect(box.getByRole('heading', { level: 1 })).toHaveText('À vos agendas')
    await expect(box.getByText(fete)).toHaveCount(0)
  })
})

test('the documented HTML lets a frame follow the height of its box, in light colours', async ({
  page,
  server,
}) => {
  const event = uniqueName('Framed')
  await postAs(server, 'admin', '/cms/save-the-date', {
    events: [createEventInput('2090-01-01', event)],
  })
  const documented = await readFile('docs/EMBEDDING.md', 'utf8')
  const [, snippet = ''] = /```html\n(.*?)```/s.exec(documented) ?? []
  const body = snippet.replace('https://vitrine.example.org', '')
  // A mocked page on our origin that may contain frames; the framed page comes from the server.
  await page.route('**/host', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` }),
  )
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/host')
  const box = page.frameLocator('iframe')
  await expect(box.getByText(event)).toBeVisible()
  await expect(box.locator('html')).toHaveCSS('background-color', 'rgb(250, 249, 247)')
  const measureGap = () =>
    box
      .locator('body')
      .evaluate('innerHeight - Math.ceil(document.body.getBoundingClientRect().height)')
  await expect.poll(measureGap).toBe(0)
  // On a phone the same events take more height.
  const before = (await page.locator('iframe').boundingBox())?.height ?? 0
  await page.setViewportSize({ width: 320, height: 600 })
  await expect
    .poll(async () => (await page.locator('iframe').boundingBox())?.height)
    .toBeGreaterThan(before)
  await expect.poll(measureGap).toBe(0)
})

test('a table pasted from Word stays readable, and typed HTML never runs', async ({
  page,
  signInAs,
  expectFault,
}) => {
  // The browser also reports a refused handler in a document that is only parsed.
  expectFault('Executing inline event handler violates the following Content Security Policy')
  await signInAs('employee')
  await page.goto('/cms')
  const event = await addEvent(page, { date: '2096-03-01' })
  const text = event.getByRole('textbox', { name: 'English text' })
  const field = event.getByRole('region', { name: 'English', exact: true })
  await text.click()
  await test.step('a table pasted from Word becomes lines', async () => {
    const wordTable =
      '<html><head><style><!-- table.MsoTable {} --></style></head><body><!--StartFragment--><p class=MsoNormal>Programme</p>' +
      '<table class=MsoTableGrid border=1><tbody><tr><td width=100><p class=MsoNormal><b>19:30</b><o:p></o:p></p></td>' +
      '<td><p class=MsoNormal>Concert</p></td></tr><tr><td><p>21:00</p></td><td><p>Apéro</p></td></tr></tbody></table>' +
      '<!--EndFragment--></body></html>'
    await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(wordTable)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
    await field.getByRole('radio', { name: 'HTML' }).click()
    await expect(field.getByRole('textbox')).toHaveValue(
      '<p>Programme</p><p><strong>19:30</strong> · Concert<br>21:00 · Apéro</p>',
    )
  })

  const harmless = uniqueName('Harmless')
  const hostileHtml =
    `<p>${harmless}</p><script>window.ran = 1</script><img src="x" onerror="window.ran = 2">` +
    '<a href="javascript:window.ran = 3">Click</a><b onmouseover="window.ran = 4">Bold</b>'
  await writeHtml(event, 'English', hostileHtml)
  await expect(event.getByRole('region', { name: 'Preview' })).toContainText(harmless)
  await field.getByRole('radio', { name: 'Rich Text' }).click()
  await expect(field.getByRole('textbox')).toContainText(harmless)
  await writeHtml(event, 'English', hostileHtml)
  await saveEvents(page)
  const hasRun = () => page.evaluate(() => 'ran' in globalThis)
  expect(await hasRun()).toBe(false)

  await page.goto('/save-the-date')
  const shown = page.getByRole('article').filter({ hasText: harmless })
  await shown.getByText('Bold').hover()
  await shown.getByText('Click').click()
  await expect(shown.locator('script, img, a, [onmouseover]')).toHaveCount(0)
  expect(await hasRun()).toBe(false)
})

test('typed text survives leaving, a rejection, a removal and a concurrent save', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  await signInAs('employee')
  await page.goto('/cms')
  const [ownText, otherText] = [uniqueName('Typed here'), uniqueName('Saved elsewhere')]
  const saveButton = page.getByRole('button', { name: 'Save Events' })
  const event = page.getByRole('article').first()
  const date = event.getByLabel('Date', { exact: true })

  await test.step('an event without a date is not saved', async () => {
    await page.getByRole('button', { name: 'New Event' }).click()
    await saveButton.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Nothing was saved: please check the marked events.',
    )
    await expect(date).toBeFocused()
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    await expect(date).toHaveAccessibleDescription('Please enter a date.')
  })

  await test.step('a server error is shown at its field', async () => {
    const reason = 'Please enter a date such as 2026-05-31.'
    const obj = { fields: { 'events.0.date': reason } }
    await page.route('**/api/cms/save-the-date', (route) =>
      route.fulfill({
        status: 400,
        json: { statusCode: 400, message: `events.0.date: ${reason}`, obj },
      }),
    )
    await date.fill('2099-01-01')
    await page.getByRole('button', { name: /1 January 2099/ }).click()
    await expect(date).toBeHidden()
    await saveButton.click()
    await expect(date).toBeFocused()
    await expect(date).toHaveAccessibleDescription(reason)
    await expect(page.getByRole('alert')).toHaveText(
      'Error while saving the events. Please check the marked events.',
    )
    await page.unroute('**/api/cms/save-the-date')
    await date.fill('2095-02-01')
    await expect(date).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('leaving asks first, and a removed event with a text can be restored', async () => {
    await writeHtml(event, 'English', `<p>${ownText}</p>`)
    await page.getByRole('link', { name: 'Home' }).first().click()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL('/cms')
    await findEvent(page, ownText).getByRole('button', { name: 'Remove Event' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Keep Event' }).click()
  })

  await test.step('a concurrent save by a colleague is shown, and both texts are kept', async () => {
    const events = [{ date: '2095-02-02', text_en: otherText, active: true }]
    await postAs(server, 'admin', '/cms/save-the-date', { events })
    await saveButton.click()
    await expect(page.getByRole('alert')).toContainText('Matthias Zurbriggen saved the events')
    const typed = findEvent(page, ownText).getByRole('textbox', { name: 'English text' })
    await expect(typed).toHaveText(ownText)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByRole('button', { name: otherText })).toBeVisible()
    await expect(typed).toHaveText(ownText)
  })

  await test.step('the focus stays on Save Events, or moves to New Event when nothing is left to save', async () => {
    await saveButton.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Events successfully saved.').last()).toBeVisible()
    await expect(saveButton).toBeFocused()
    for (const name of [ownText, otherText])
      await expect(page.getByRole('button', { name })).toBeVisible()

    await page.route('**/api/cms/save-the-date', (route) =>
      route.fulfill({ json: { events: [], version: 'none' } }),
    )
    await page.reload()
    await expect(page.getByText('There are no events yet.')).toBeVisible()
    await expect(saveButton).toBeDisabled()
    await page.getByRole('button', { name: 'New Event' }).click()
    await date.fill('2094-08-02')
    await saveButton.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'New Event' })).toBeFocused()

    await page.keyboard.press('Enter')
    await event.getByRole('button', { name: 'Remove Event' }).click()
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page).toHaveURL('/')
  })
})

const restoredNotice = (page: Page) =>
  page.getByText('What you typed here before is still in the form. It is not saved yet.')

const englishText = (page: Page, name: string) =>
  findEvent(page, name).getByRole('region', { name: 'English', exact: true })

/** Types at the beginning of an event's text, after its editor was mounted by scrolling there. */
async function typeBefore(page: Page, name: string, text: string) {
  await findEvent(page, name).scrollIntoViewIfNeeded()
  await englishText(page, name).getByRole('textbox').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type(text)
}

const listDrafts = (page: Page) =>
  page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.includes("draft"))')

const createEventInput = (date: string, name: string) => ({
  date,
  text_en: `<p>${name}</p>`,
  active: true,
})

test('unsaved events are restored after a reload and after a lost session', async ({
  page,
  server,
  signInAs,
}) => {
  const [edited, removed, added] = [
    uniqueName('Edited'),
    uniqueName('Removed'),
    uniqueName('Added'),
  ]
  const events = [createEventInput('2091-01-01', edited), createEventInput('2092-01-01', removed)]
  await postAs(server, 'admin', '/cms/save-the-date', { events })
  await signInAs('employee')
  await page.goto('/cms')
  await typeBefore(page, edited, 'Typed: ')
  await findEvent(page, edited).getByRole('checkbox', { name: 'From' }).check()
  await findEvent(page, edited).getByLabel('until').fill('2091-02-01')
  await findEvent(page, removed).getByRole('button', { name: 'Remove Event' }).click()
  const newEvent = await addEvent(page, { date: '2089-05-31', time: '19:30' })
  await newEvent.getByRole('textbox', { name: 'German text' }).click()
  await page.keyboard.insertText(added)

  const expectEverything = async () => {
    await expect(restoredNotice(page)).toBeVisible()
    await expect(englishText(page, edited)).toContainText(`Typed: ${edited}`)
    await expect(findEvent(page, edited).getByLabel('until')).toHaveValue('2091-02-01')
    await expect(page.getByText('will be removed when you save.')).toContainText(removed)
    const event = page.getByRole('article').first()
    await expect(event).toContainText('31 May 2089, 19:30')
    await expect(event.getByRole('textbox', { name: 'German text' })).toHaveText(added)
  }
  await test.step('after a reload everything is in the form again', async () => {
    await page.reload()
    await expectEverything()
  })
  await test.step('after the session ended and a new sign-in, too', async () => {
    await page.evaluate((key) => {
      const info = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...info, token: 'ended' }))
    }, signInStorageKey)
    await page.reload()
    await page.getByLabel('E-mail').fill('employee@example.org')
    await page.getByLabel('Password', { exact: true }).fill('vitrine-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/cms')
    await expectEverything()
  })
  await test.step('the restored text is saved', async () => {
    await saveEvents(page)
    expect(await listDrafts(page)).toEqual([])
    await page.reload()
    await expect(englishText(page, edited)).toContainText(`Typed: ${edited}`)
    await expect(page.getByText(removed)).toHaveCount(0)
    await expect(restoredNotice(page)).toHaveCount(0)
  })
})

test('restored events conflict with a newer save, are saved by Ctrl+S, and are discarded', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const [first, last] = [uniqueName('First'), uniqueName('Last')]
  const sent = {
    events: [createEventInput('2090-01-01', first), createEventInput('2093-01-01', last)],
  }
  const saved = await postAs<EventList>(server, 'admin', '/cms/save-the-date', sent)
  const saveElsewhere = (name: string, date: string) => {
    const id = saved.events.find((event) => event.text_en.includes(name))?.id
    return postAs(server, 'admin', '/cms/save-the-date', {
      events: [{ ...createEventInput(date, `${name} theirs`), id }],
    })
  }
  await signInAs('employee')
  await page.goto('/cms')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  const discard = page.getByRole('button', { name: 'Discard Changes' })

  await test.step('only an event that a colleague saved meanwhile is a conflict', async () => {
    await typeBefore(page, last, 'Mine: ')
    await saveElsewhere(first, '2090-01-01')
    await saveElsewhere(last, '2093-01-02')
    await page.reload()
    await expect(restoredNotice(page)).toBeVisible()
    await expect(englishText(page, first)).toContainText(`${first} theirs`)
    await expect(englishText(page, last)).toContainText(`Mine: ${last}`)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('alert')).toContainText('Matthias Zurbriggen saved the events')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(englishText(page, last)).toContainText(`Mine: ${last}`)
  })
  await test.step('Ctrl+S saves from inside a text', async () => {
    await typeBefore(page, last, 'All ')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Events successfully saved.').last()).toBeVisible()
    expect(await listDrafts(page)).toEqual([])
    await expect(discard).toHaveCount(0)
  })
  await test.step('discarded text is gone', async () => {
    await typeBefore(page, last, 'Not ')
    await discard.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(englishText(page, last)).toContainText(`Not All Mine: ${last}`)
    await discard.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(englishText(page, last)).not.toContainText('Not')
    await expect(page.getByRole('button', { name: 'Save Events' })).toBeFocused()
    expect(await listDrafts(page)).toEqual([])
  })
  await test.step('leaving the screen discards it, too', async () => {
    await typeBefore(page, last, 'Not ')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/')
    expect(await listDrafts(page)).toEqual([])
  })
})

test('upcoming events are open, past ones folded, and nothing shifts when an editor is mounted', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  const texts = [
    '',
    'No paragraph',
    `<p><strong>Long</strong> ${'and longer '.repeat(60)}<br></p><p></p><p>The end<br><br></p>`,
    `<ul><li>One</li><li>${'two '.repeat(90)}</li></ul><p>${'Unbreakable'.repeat(30)}</p><ol><li>Three<br></li></ol>`,
  ]
  const text = (index: number) => texts[index % texts.length] ?? ''
  const createEvent = (id: number, date: string): SaveTheDateEvent => ({
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
  const events = Array.from({ length: 8 }, (_, index) =>
    createEvent(index + 1, `2099-01-${String(index + 1).padStart(2, '0')}`),
  )
  const list = { events: [createEvent(9, '2020-01-01'), ...events], version: 'made up' }
  await page.route('**/api/cms/save-the-date', (route) => route.fulfill({ json: list }))
  await signInAs('employee')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/cms')
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(9)
    const readHeights = () =>
      page.evaluate<number[]>(
        `Array.from(document.querySelectorAll('article'), (card) => card.offsetHeight)`,
      )
    const before = await readHeights()
    const first = cards.first()
    for (const language of ['French', 'German', 'English'])
      await expect(first.getByRole('textbox', { name: `${language} text` })).toBeVisible()
    for (const box of ['From', 'Time', 'Active'])
      await expect(first.getByRole('checkbox', { name: box, exact: true })).toBeVisible()
    for (const field of ['Date', 'Time of the event'])
      await expect(first.getByLabel(field, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Event' })).toHaveCount(8)
    await expect(cards.last().getByRole('button', { expanded: false })).toHaveText(/1 January 2020/)

    const editors = page.getByRole('textbox', { name: /^(French|German|English) text$/ })
    const countMounted = async () => (await editors.count()) / 3
    expect(await countMounted()).toBeLessThan(8)
    await page.mouse.move(width / 2, 400)
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 1200)
          return await countMounted()
        },
        { intervals: [100] },
      )
      .toBe(8)
    expect(await readHeights()).toEqual(before)
  }
})
