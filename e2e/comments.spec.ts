import { api } from '@vitrine/contract'
import { addItem, createClient, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Comments' })
const entries = (page: Page) => block(page).getByRole('listitem')

test('an employee comments on an item, deletes the comment and restores it with Undo', async ({
  page,
  server,
  signInAs,
}) => {
  const id = await addItem(server, { type: 'art', identifier: uniqueName('LG'), name: 'Study' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await expect(block(page).getByText('No comments for this item.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save Comment' })
  const field = page.getByPlaceholder('Add a comment...')
  await expect(save).toBeDisabled()
  await test.step('markup in a comment is shown as text, with its line breaks', async () => {
    await field.fill('<b>Frame</b> is loose\nin the corner')
    await save.click()
    await expect(field).toHaveValue('')
    await expect(block(page).getByRole('heading', { name: 'Most Recent Comments' })).toBeVisible()
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('Today')
    expect(await entries(page).getByRole('paragraph').textContent()).toBe(
      '<b>Frame</b> is loose\nin the corner',
    )
  })

  await test.step('Undo restores a deleted comment', async () => {
    await entries(page)
      .getByRole('button', { name: /Delete comment/ })
      .click()
    await expect(block(page).getByText('No comments for this item.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(entries(page)).toHaveCount(1)
  })

  await test.step('a comment that is not saved stays in the field, with the reason', async () => {
    await page.route('**/api/inventory/add-comment', async (route) => {
      // The field is locked while saving, so that the answer can't discard text typed meanwhile.
      await expect(page.getByLabel('New comment')).not.toBeEditable()
      await route.fulfill({
        status: 503,
        json: { statusCode: 503, message: 'Please wait a moment.' },
      })
    })
    await page.getByLabel('New comment').fill('Kept')
    await page.getByRole('button', { name: 'Save Comment' }).click()
    await expect(block(page).getByRole('alert')).toHaveText(
      'The comment was not saved. Please wait a moment.',
    )
    await expect(page.getByLabel('New comment')).toHaveValue('Kept')
  })
})

test('the comments screen filters by any shown text and restores deleted comments', async ({
  page,
  server,
  signInAs,
}) => {
  const [firstIdentifier, secondIdentifier] = [uniqueName('LG'), uniqueName('LG')]
  const repeated = uniqueName('Checked')
  const firstId = await addItem(server, {
    type: 'art',
    identifier: firstIdentifier,
    name: 'Première étude',
  })
  const secondId = await addItem(server, {
    type: 'art',
    identifier: secondIdentifier,
    name: 'Second study',
  })
  await postAs(server, 'root', '/inventory/add-comment', { itemId: firstId, comment: repeated })
  await postAs(server, 'admin', '/inventory/add-comment', { itemId: secondId, comment: repeated })
  await postAs(server, 'admin', '/inventory/add-comment', {
    itemId: secondId,
    comment: 'Only once',
  })

  await signInAs('employee')
  await page.goto('/comments')
  const list = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /Delete comment/ }) })
  const filter = page.getByLabel('Filter the comments')
  const quick = page.getByRole('group', { name: 'Quick filters' })
  await test.step('the identifier of every item that has a comment is offered', async () => {
    const comments = await (await createClient(server)).call(api.comments.all)
    const identifiers = new Set(comments.map(({ identifier }) => identifier))
    expect(identifiers.size).toBeGreaterThan(24)
    await expect(page.getByRole('group', { name: 'Identifiers' }).getByRole('button')).toHaveCount(
      identifiers.size,
    )
  })
  await expect(quick.getByRole('button', { name: 'Claire' })).toBeVisible()
  await expect(quick.getByRole('button', { name: 'Only once' })).toHaveCount(0)
  await quick.getByRole('button', { name: repeated }).click()
  await expect(list).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'comments' })).toHaveText(
    /^2 of \d+ comments \(filtered\)$/,
  )
  await expect(page).toHaveURL(new RegExp(`filter=${repeated}`))

  await page
    .getByRole('group', { name: 'Identifiers' })
    .getByRole('button', { name: secondIdentifier })
    .click()
  await expect(filter).toHaveValue(secondIdentifier)
  await expect(list).toHaveCount(2)
  await expect(list.first()).toContainText('Second study')
  await expect(list.first()).toContainText('Matthias Zurbriggen')
  await filter.fill(`${firstIdentifier} etude PREMIERE`)
  await expect(list).toHaveCount(1)

  await list.getByRole('link', { name: firstIdentifier }).click()
  await expect(page.getByRole('heading', { level: 1, name: firstIdentifier })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue(`${firstIdentifier} etude PREMIERE`)
  await list.getByRole('button', { name: /Delete comment/ }).click()
  await expect(page.getByText('No comment matches the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list).toHaveCount(1)

  await test.step('a deleted comment can be restored for 30 days', async () => {
    const deletion = page.waitForResponse('**/api/inventory/delete-comment')
    await list.getByRole('button', { name: /Delete comment/ }).click()
    await deletion
    await page.reload()
    await expect(page.getByText('No comment matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Recently Deleted' }).click()
    const row = page
      .getByRole('dialog', { name: 'Recently Deleted' })
      .getByRole('listitem')
      .filter({ hasText: firstIdentifier })
    await row.getByRole('button', { name: `Restore the comment: ${firstIdentifier}` }).click()
    await expect(row).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(1)
  })
})

test('many comments are loaded in parts, and Back returns to the part that was open', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const itemId = await addItem(server, { type: 'art', identifier: uniqueName('LG') })
  await signInAs('employee')
  const subject = {
    item_id: itemId,
    identifier: 'LG',
    item_name: '',
    created: new Date().toISOString(),
  }
  const author = { first_name: 'Anna', last_name: 'Keller' }
  // The screen asks for 500 comments at a time.
  const pageSize = 500
  const lastComment = `No ${pageSize}`
  const manyComments = Array.from({ length: pageSize + 1 }, (_, number) => ({
    id: number,
    comment: `No ${number}`,
    ...subject,
    ...author,
  }))
  await page.route('**/api/inventory/comments?*', (route) =>
    route.fulfill({ json: route.request().url().includes('before=') ? [] : manyComments }),
  )
  await page.goto('/comments')
  await page.getByRole('button', { name: `Show more of ${pageSize + 1}` }).click()
  await page.getByRole('listitem').filter({ hasText: lastComment }).getByRole('link').click()
  await expect(page.getByLabel('New comment')).toBeVisible()
  await page.goBack()
  await expect(page.getByText(lastComment)).toBeInViewport()
})
