import { axeFindings, desk, phone } from './axe.ts'
import { addItem, personId, post, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Comments' })
const widths = [1280, 390]

for (const width of widths) {
  test(`at ${width} px a comment is given to a colleague by @, answered, edited and done, and each can be taken back`, async ({
    page,
    house,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const id = await addItem(house, { type: 'art', identifier: unique('LG'), name: 'Study' })
    await signInAs('employee')
    await page.goto(`/inventory-detail/${id}`)
    const field = page.getByLabel('New comment')
    await field.pressSequentially('@matt')
    await expect(page.getByRole('option', { name: 'Matthias Zurbriggen' })).toHaveAttribute('aria-selected', 'true')
    if (width === desk.width) expect(await axeFindings(page, [desk], {}, { include: ['form'] })).toEqual([])
    await field.press('Enter')
    await expect(field).toHaveValue('@Matthias Zurbriggen ')
    await expect(page.getByLabel('Assigned to')).toHaveValue(/\d+/)
    await field.pressSequentially('frame is lose')
    await page.getByLabel('Due').fill('2020-02-01')
    await page.getByRole('button', { name: 'Save Comment' }).click()
    const entry = block(page).getByRole('listitem').first()
    await expect(entry).toContainText('overdue since')
    await expect(entry).toContainText('Matthias Zurbriggen · ')

    await entry.getByRole('button', { name: /^Edit/ }).click()
    const edit = entry.getByLabel('Edit the comment')
    await edit.fill('@Matthias Zurbriggen frame is loose')
    await entry.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(entry.getByRole('paragraph')).toHaveText('@Matthias Zurbriggen frame is loose')
    await expect(entry).toContainText('edited')

    await entry.getByRole('button', { name: /^Reply/ }).click()
    await entry.getByLabel(/^Reply to/).fill('Since Monday')
    await entry.getByRole('button', { name: 'Save Reply' }).click()
    await expect(entry.getByRole('listitem')).toContainText('Since Monday')

    const done = entry.getByRole('button', { name: 'Done' })
    await done.click()
    await expect(done).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(done).toHaveAttribute('aria-pressed', 'false')
    await entry.getByTitle('Change who is to do it, and by when').click()
    await entry.getByLabel('Assigned to').selectOption({ label: 'Nobody yet' })
    await entry.getByRole('button', { name: 'Save Task' }).click()
    await expect(entry).toContainText('Assign ·')
    const findings = await axeFindings(page, [width === desk.width ? desk : phone], {}, { include: ['main'] })
    expect(findings).toEqual([])
  })
}

test('the comments screen shows what is open, for me or for all, in the address', async ({ page, house, signInAs }) => {
  const identifier = unique('LG')
  const itemId = await addItem(house, { type: 'art', identifier })
  const [mine, open, plain] = [unique('mine'), unique('open'), unique('plain')]
  const add = (comment: string, task?: object) =>
    post(house, 'root', '/inventory/add-comment', { itemId, comment, ...(task && { task }) })
  await add(mine, { assigneeId: await personId(house, 'Noémie') })
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
  await entry.getByRole('button', { name: 'Done' }).click()
  await expect(entry).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toBeVisible()
  await page.goBack()
  await expect(page.getByText(open)).toBeVisible()
})

test('the morning mail is turned off in the user menu, on a desk and on a phone', async ({ page, signInAs }) => {
  await signInAs('employee')
  await page.goto('/')
  await page.getByRole('button', { name: 'employee@example.org' }).click()
  await page.getByRole('menuitem', { name: 'Morning mail of open tasks: on' }).click()
  await expect(page.getByRole('menuitem', { name: 'Morning mail of open tasks: off' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: 'Morning mail of open tasks: off' }).click()
  await expect(page.getByRole('button', { name: 'Morning mail of open tasks: on' })).toBeVisible()
})
