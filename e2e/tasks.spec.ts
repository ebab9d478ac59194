import { addItem, findPersonId, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Comments' })

test('a comment is assigned by @, answered, edited and done, each with undo', async ({
  page,
  server,
  signInAs,
}) => {
  const id = await addItem(server, { type: 'art', identifier: uniqueName('LG'), name: 'Study' })
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  const field = page.getByLabel('New comment')
  await test.step('typing @ and a name assigns the comment', async () => {
    await field.pressSequentially('@matt')
    await expect(page.getByRole('option', { name: 'Matthias Zurbriggen' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await field.press('Enter')
    await expect(field).toHaveValue('@Matthias Zurbriggen ')
    await expect(page.getByLabel('Assigned to')).toHaveValue(/\d+/)
  })
  await field.pressSequentially('frame is lose')
  await page.getByLabel('Due').fill('2020-02-01')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  const entry = block(page).getByRole('listitem').first()
  const edit = entry.getByLabel('Edit the comment')
  const changes = entry.locator('details ol > li')
  await expect(entry).toContainText('overdue since')
  await expect(entry).toContainText('Matthias Zurbriggen · ')

  await test.step('an edit is in the history, where it can be undone unless the form has unsaved text', async () => {
    await entry.getByRole('button', { name: /^Edit/ }).click()
    await edit.fill('@Matthias Zurbriggen frame is loose')
    await entry.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(entry.getByRole('paragraph')).toHaveText('@Matthias Zurbriggen frame is loose')
    await entry.getByRole('button', { name: 'edited' }).click()
    await expect(changes).toHaveText(/^Changed.*Comment.*lose.*loose.*Undo this change$/)
    await entry.getByRole('button', { name: /^Edit/ }).click()
    await entry.getByText('History', { exact: true }).click()
    const undo = changes.first().getByRole('button', { name: /^Undo this change/ })
    await edit.press('!')
    await expect(undo).toBeDisabled()
    await edit.press('Backspace')
    await undo.click()
    await expect(edit).toHaveValue('@Matthias Zurbriggen frame is lose')
    await expect(changes).toHaveCount(2)
    await undo.click()
    await expect(edit).toHaveValue('@Matthias Zurbriggen frame is loose')
  })
  await test.step('a text saved in another tab is shown, and saving again replaces it', async () => {
    await edit.fill('@Matthias Zurbriggen frame is loose, below')
    const savedElsewhere = {
      current: { comment: 'Loose on top' },
      changedBy: 'Noémie',
      changedAt: new Date().toISOString(),
    }
    await page.route('**/api/inventory/edit-comment', (route) =>
      route.fulfill({
        status: 409,
        json: { statusCode: 409, message: 'Compare.', obj: savedElsewhere },
      }),
    )
    const save = entry.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    const conflict = entry.getByRole('group', { name: 'Comment' })
    await expect(conflict).toContainText('Loose on top')
    await page.unroute('**/api/inventory/edit-comment')
    const answered = page.waitForResponse('**/api/inventory/edit-comment')
    await save.click()
    expect((await answered).request().postDataJSON()).toMatchObject({ before: 'Loose on top' })
    await expect(
      conflict.getByText('@Matthias Zurbriggen frame is loose', { exact: true }),
    ).toBeVisible()
    await entry.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a reply is below its comment', async () => {
    await entry.getByRole('button', { name: /^Reply/ }).click()
    await entry.getByLabel(/^Reply to/).fill('Since Monday')
    await entry.getByRole('button', { name: 'Save Reply' }).click()
    await expect(entry.getByRole('listitem')).toContainText('Since Monday')
  })

  await test.step('a task is done and reopened by Undo', async () => {
    const done = entry.getByRole('button', { name: /done/i })
    await expect(done).toHaveAccessibleName('Mark as done')
    await done.click()
    await expect(done).toHaveAccessibleName('Done. Reopen the task')
    await expect(done).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(done).toHaveAccessibleName('Mark as done')
  })

  await test.step('another assignee is in the history', async () => {
    await entry.getByTitle('Change who is to do it, and by when').click()
    await entry.getByLabel('Assigned to').selectOption({ label: 'Nobody yet' })
    await entry.getByRole('button', { name: 'Save Task' }).click()
    await expect(entry).toContainText('Assign ·')
    await entry.getByTitle('Change who is to do it, and by when').click()
    await entry.getByText('History', { exact: true }).click()
    await expect(changes.first()).toContainText(/Assigned to.*Matthias Zurbriggen/)
  })
})

test('open tasks are on the comments screen and in a morning mail that can be turned off', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const itemId = await addItem(server, { type: 'art', identifier })
  const [mine, open, plain] = [uniqueName('mine'), uniqueName('open'), uniqueName('plain')]
  const add = (comment: string, task?: object) =>
    postAs(server, 'root', '/inventory/add-comment', { itemId, comment, ...(task && { task }) })
  await add(mine, { assigneeId: await findPersonId(server, 'Noémie') })
  await add(open, {})
  await add(plain)
  await signInAs('employee')
  await page.goto('/comments')
  await expect(page.getByText(plain)).toBeVisible()
  const tasks = page.getByRole('group', { name: 'Tasks' })
  await tasks.getByRole('button', { name: 'All open' }).click()
  await expect(page.getByText(plain)).toHaveCount(0)
  await expect(page.getByText(open)).toBeVisible()
  await tasks.getByRole('button', { name: 'Open for me' }).click()
  await expect(page).toHaveURL(/open=mine/)
  await expect(page.getByText(open)).toHaveCount(0)
  const entry = page.getByRole('listitem').filter({ hasText: mine })
  // A task that is done keeps its place until the list is left, so that no other one moves under
  // the pointer.
  const done = entry.getByRole('button', { name: /done/i })
  await done.dblclick()
  await expect(done).toHaveAccessibleName('Done. Reopen the task')
  await expect(done).toBeFocused()
  await tasks.getByRole('button', { name: 'All open' }).click()
  await expect(page.getByText(open)).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toBeVisible()

  await test.step('the user menu turns off the morning mail, on desktop and phone', async () => {
    await page.getByRole('button', { name: 'employee@example.org' }).click()
    await page.getByRole('menuitem', { name: 'Morning mail of tasks and replies: on' }).click()
    await expect(
      page.getByRole('menuitem', { name: 'Morning mail of tasks and replies: off' }),
    ).toBeVisible()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: /menu/i }).click()
    await page.getByRole('button', { name: 'Morning mail of tasks and replies: off' }).click()
    await expect(
      page.getByRole('button', { name: 'Morning mail of tasks and replies: on' }),
    ).toBeVisible()
  })
})
