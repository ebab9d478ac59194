import { toPublicNumber } from '@vitrine/contract'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

/** The part of HTMLTextAreaElement that is used here; the project has no DOM types. */
interface Area extends Element {
  readonly value: string
  readonly selectionStart: number
}

const french = 'La barque rentre au port.'
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

const addPainting = (server: TestServer) =>
  addItem(server, {
    type: 'art',
    identifier: uniqueName('Q'),
    name: 'Le port',
    description: french,
  })

let visitorCount = 0

/** Asks without a script, each time from another network, because questions are limited per network. */
async function ask(server: TestServer, id: number, question: string): Promise<void> {
  const response = await fetch(`${server.url}/ask/art/${toPublicNumber('art', id)}?lang=fr`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `198.51.100.${(++visitorCount + process.pid) % 250}`,
    },
    body: new URLSearchParams({ question }),
  })
  expect(response.status).toBe(200)
}

test('root answers a visitor’s question from Home in the text, which settles the question', async ({
  page,
  server,
  signInAs,
}) => {
  const id = await addPainting(server)
  const hostile = `<img src=x onerror=alert(1)> ${'ü'.repeat(150)}`
  for (const question of [
    'Qui a construit le phare ?',
    'le phare, qui l’a construit',
    hostile,
    'متى رُسمت هذه؟',
  ])
    await ask(server, id, question)
  await signInAs('root')
  await page.goto('/')
  const tools = page.getByRole('region', { name: 'AI Tools External' })
  const link = tools.getByRole('link', { name: 'Chat Logs' })
  await expect(link).toContainText(/\d+ unanswered/)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible()
  await page.getByLabel('Item').selectOption({ value: String(id) })
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: 'unanswered' })).toHaveText(
    '4 questions, 3 unanswered',
  )
  await expect(row(page, 'phare')).toContainText(/Not answered\s*2 times/)

  await test.step('a question is dismissed and reopened', async () => {
    await row(page, 'onerror')
      .getByRole('button', { name: /^Not for us/ })
      .click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('a question is marked as answered, and Undo reopens it', async () => {
    await row(page, 'متى')
      .getByRole('button', { name: /^Mark as answered/ })
      .click()
    await expect(row(page, 'متى')).toContainText(/Visitors find no answer now.\s*Answered by staff/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'متى')).toContainText('Not answered')
  })

  await test.step('a question is answered in the text of its item', async () => {
    await row(page, 'phare')
      .getByRole('link', { name: /^Answer/ })
      .click()
    const description = page.getByRole('textbox', { name: 'Description' })
    await expect(description).toBeFocused()
    const questionNote = page.getByRole('note', { name: 'Question' })
    for (const part of [
      questionNote,
      description,
      page.getByRole('button', { name: 'Save', exact: true }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expect(questionNote).toContainText(/A visitor asked in French: .*phare/)
    await page.keyboard.type(' Le phare a été construit par Jean Huber.')
    await expect(description).toHaveValue(`${french} Le phare a été construit par Jean Huber.`)
    await description.press('ControlOrMeta+Enter')
    await expect(description).toHaveCount(0)
    await questionNote.getByRole('link', { name: 'Back to Questions' }).click()
    await expect(page).toHaveURL(new RegExp(`/questions\\?item=${id}$`))
    await expect(row(page, 'phare')).toContainText(
      /Visitors read: Le phare a été construit par Jean Huber.\s*Answered since/,
    )
    await expect(row(page, 'phare').getByRole('link', { name: /^Answer/ })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Unanswered', exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`/questions\\?item=${id}&state=unanswered$`))

  await test.step('text for staff does not answer visitors', async () => {
    await postAs(server, 'root', '/inventory/set-public', { itemId: id, public: false })
    await page.reload()
    await expect(row(page, 'متى')).toContainText('Visitors can’t see it')
    await expect(rows(page).getByRole('link', { name: /^Answer/ })).toHaveCount(0)
  })
})

test('an admin answers a question in a translation, and filters and downloads the questions', {
  tag: '@only-with-all',
}, async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/')
  const open = page.getByRole('region', { name: 'Open for me' })
  await open.getByRole('link', { name: /^\d+ visitors’ questions have no answer/ }).click()
  await expect(page).toHaveURL('/questions?state=unanswered')
  // The demo has translations of its items, and German questions about a French original.
  await page.goto('/questions?lang=de&state=unanswered')
  await page.getByLabel('Item').selectOption({ label: 'LM-001 Benz Velo' })
  await row(page, 'Hupe')
    .getByRole('link', { name: /^Answer/ })
    .click()
  const field = page.getByLabel('Description in German')
  await expect(field).toBeFocused()
  const [start, length] = await field.evaluate(
    (area: Area) => [area.selectionStart, area.value.length] as const,
  )
  expect(start).toBe(length)
  expect(length).toBeGreaterThan(100)
  for (const part of [
    page.getByRole('note', { name: 'Question' }),
    field,
    page.getByRole('button', { name: 'Cancel' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Back to Questions' }).click()
  await expect(row(page, 'Hupe')).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('questions.csv')
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To').fill('2020-01-02')
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page).toHaveURL('/questions')
  await expect(rows(page).first()).toContainText('Not answered')
})
