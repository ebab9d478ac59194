import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Ask' })
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })
const sources = (page: Page) => answer(page).getByRole('listitem')
const lastQuestions = (page: Page) => page.getByRole('region', { name: 'Your last questions' })

async function ask(page: Page, question: string): Promise<void> {
  await form(page).getByLabel('Question').fill(question)
  await form(page).getByRole('button', { name: 'Ask' }).click()
}

test('root asks the assistant, and each source links to its entry, comment or item', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const name = uniqueName('Quorvel')
  const id = await addItem(server, {
    type: 'car',
    identifier: uniqueName('AS'),
    name,
    tags: { weight_kg: '910' },
  })
  await postAs(server, 'root', '/inventory/add-comment', {
    itemId: id,
    comment: `The headlamp of the ${name} is cracked.`,
  })
  const entry = {
    comment: `Im ${name} wurde das Getriebe repariert.`,
    date: '2026-03-14',
    tags: [],
  }
  await postAs(server, 'root', '/journal', entry)
  await signInAs('root')
  await page.goto('/')
  await page.getByRole('button', { name: 'Utilities' }).click()
  await page.getByRole('menuitem', { name: 'Assistant' }).click()
  await expect(form(page)).toContainText('Questions are not stored on the server.')
  await expect(form(page).getByRole('button', { name: 'Ask' })).toBeDisabled()
  await test.step('a journal entry is a source, which opens it alone', async () => {
    await ask(page, `When was the ${name}’s gearbox repaired?`)
    await expect(
      answer(page).getByRole('heading', { name: 'Passages that contain your words' }),
    ).toBeVisible()
    await expect(sources(page).first()).toContainText(`Im ${name} wurde das Getriebe repariert.`)
    await sources(page)
      .first()
      .getByRole('link', { name: /^Journal, / })
      .click()
    await expect(
      page.getByRole('list', { name: 'Journal entries' }).getByRole('listitem'),
    ).toHaveCount(1)
    await page.getByRole('button', { name: 'Show all entries' }).click()
    await expect(page).toHaveURL(/\/journal$/)
  })

  await test.step('a comment is a source, which opens its item at the comment', async () => {
    await page.goto('/assistant')
    await ask(page, `What is wrong with the headlamp of the ${name}?`)
    await sources(page)
      .getByRole('link', { name: /^Comment on / })
      .click()
    await expect(page.locator(':focus')).toContainText('is cracked.')
    await expect(page.locator(':focus')).toBeInViewport()
  })

  await test.step('a value is a source, visible in a contrast theme and alone on paper', async () => {
    await page.goto('/assistant')
    await ask(page, `How heavy is the ${name}?`)
    await expect(sources(page).first()).toContainText('Weight (kg): 910')
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(
      sources(page)
        .first()
        .getByRole('link', { name: new RegExp(name) }),
    ).toBeVisible()
    await page.emulateMedia({ forcedColors: null, media: 'print' })
    await expect(form(page)).toBeHidden()
    await expect(lastQuestions(page)).toBeHidden()
    await expect(sources(page).first()).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await test.step('a question without an answer says so', async () => {
    await ask(page, `What is the ${name}’s tyre pressure?`)
    await expect(answer(page)).toContainText('Nothing was found about it')
    await ask(page, 'Xyzzy plugh?')
    await expect(answer(page)).toContainText('Try a name, an inventory number')
  })
  await test.step('the last questions survive a reload until they are cleared', async () => {
    await page.reload()
    await expect(lastQuestions(page).getByRole('listitem')).toHaveText([
      'Xyzzy plugh?',
      `What is the ${name}’s tyre pressure?`,
      `How heavy is the ${name}?`,
      `What is wrong with the headlamp of the ${name}?`,
      `When was the ${name}’s gearbox repaired?`,
    ])
    await lastQuestions(page).getByRole('button', { name: 'How heavy' }).click()
    await expect(sources(page).first()).toContainText('910')
    await lastQuestions(page).getByRole('button', { name: 'Clear' }).click()
    await expect(lastQuestions(page)).toBeHidden()
    await page.reload()
    await expect(form(page)).toBeVisible()
    await expect(lastQuestions(page)).toBeHidden()
  })
})

test('questions about a place and an item’s location are answered with links to the items', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const hall = uniqueName('Saal Q')
  const item = uniqueName('PL')
  const items = [item, uniqueName('PL')]
  for (const identifier of items)
    await addItem(server, { type: 'art', identifier, name: 'Pergola', tags: { location: hall } })
  await signInAs('root')
  await page.goto('/assistant')
  await expect(form(page)).toContainText('No language model is set up')
  await ask(page, `Welche Werke hängen in ${hall}?`)
  await expect(answer(page)).toContainText(`${hall}: 2 artworks.`)
  for (const identifier of items)
    await expect(answer(page).getByRole('link', { name: identifier })).toBeVisible()
  await answer(page).getByRole('link', { name: 'Show all 2 in the list' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'inventory items' })).toContainText(
    /^2 of \d+ /,
  )

  await page.goto('/assistant')
  for (const question of [`Wo ist ${item}?`, `Où est ${item} ?`, `Where is ${item}?`]) {
    await ask(page, question)
    await expect(answer(page).getByRole('heading', { name: question })).toBeVisible()
    await expect(sources(page)).toHaveCount(1)
    await expect(sources(page)).toContainText(`Location: ${hall}`)
  }
  await sources(page).getByRole('link', { name: item }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(item)
})

test('a model’s sentences link to their sources or are marked; a slow answer can be cancelled', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await signInAs('admin')
  const createSource = (id: number, text: string) => ({
    id,
    kind: 'journal',
    subject_id: id,
    item_id: null,
    title: '',
    date: '2024-03-14',
    author: 'Ada Muster',
    text,
  })
  const longText = `${'Zahnrad'.repeat(30)} repariert. `.repeat(4)
  const modelAnswer = {
    lists: [],
    answer: [
      { text: 'It was repaired on 14 March 2024.', sources: [1] },
      { text: 'It got 12 new parts.', sources: [1, 2] },
    ],
    sources: [createSource(1, '<b>Getriebe</b> repariert.'), createSource(2, longText)],
    engine: 'model.example.org, some-model',
    fellBack: false,
  }
  await page.route('**/api/assistant/ask', (route) => route.fulfill({ json: modelAnswer }))
  await page.goto('/assistant')
  await test.step('sentences link to their sources, which are shown as text', async () => {
    await ask(page, 'When?')
    await expect(answer(page)).toContainText(
      'It was repaired on 14 March 2024.1 It got 12 new parts.12',
    )
    await expect(answer(page)).toContainText('Answered by model.example.org, some-model.')
    await expect(sources(page).first()).toContainText('<b>Getriebe</b>')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await answer(page).getByRole('link', { name: 'Source 2' }).press('Enter')
    await expect(page.locator('#source-2')).toBeInViewport()
  })

  await test.step('without a proven answer the embedded assistant answers, and says so', async () => {
    await page.unroute('**/api/assistant/ask')
    await page.route('**/api/assistant/ask', (route) =>
      route.fulfill({ json: { ...modelAnswer, answer: [], engine: 'embedded', fellBack: true } }),
    )
    await form(page).getByRole('button', { name: 'Ask' }).click()
    await expect(answer(page)).toContainText('no answer that its sources prove')
    await expect(answer(page)).not.toContainText('Answered by')
  })

  await test.step('a slow answer can be cancelled', async () => {
    await page.unroute('**/api/assistant/ask')
    await page.route('**/api/assistant/ask', () => undefined)
    await form(page).getByLabel('Question').press('Enter')
    await expect(form(page).getByRole('button', { name: 'Asking...' })).toBeVisible()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(answer(page)).toContainText('Cancelled.')
    await expect(form(page).getByRole('button', { name: 'Ask' })).toBeFocused()
  })
  await form(page).getByLabel('Question').fill('x'.repeat(301))
  await expect(form(page)).toContainText('Please use at most 300 characters.')
})
