import { desktop, findAxeViolations, phone, wcagRules } from './axe.ts'
import { createPhoto } from './files.ts'
import { addItem, postAs, uniqueName } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const block = (page: Page) => page.getByRole('region', { name: 'Condition' })
// Uploads are list items as well.
const checks = (page: Page) => block(page).locator('li[id]')

test('an employee checks a condition with photos, compares them, and undoes a removal', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('LG')
  const id = await addItem(server, { type: 'art', identifier, name: 'Study' })
  const earlier = { itemId: id, state: 'good', remark: 'Sound.', day: '2026-01-15' }
  await postAs(server, 'root', '/inventory/add-condition', earlier)
  await signInAs('employee')
  await page.goto(`/inventory-detail/${id}`)
  await expect(checks(page)).toHaveCount(1)

  await test.step('opening, a state and saving are three presses', async () => {
    await block(page).getByRole('button', { name: 'Check condition' }).click()
    await block(page).getByRole('button', { name: 'Urgent', exact: true }).click()
    await block(page).getByLabel('Remark').fill('Paint is flaking.')
    const photos = await Promise.all(['front.png', 'back.png'].map(createPhoto))
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') }
    await block(page)
      .getByLabel('Photos')
      .setInputFiles([...photos, broken])
    await block(page).getByRole('button', { name: 'Save' }).click()
  })
  await test.step('a photo that fails can be sent again; check and other photos are saved', async () => {
    await expect(block(page).getByText('The photo was not sent.')).toBeVisible()
    await expect(block(page).getByRole('button', { name: 'Try again: broken.jpg' })).toBeVisible()
    await expect(checks(page)).toHaveCount(2)
    await expect(checks(page).first()).toContainText('Urgent · Today')
    await expect(block(page).getByRole('link', { name: /^Enlarge/ })).toHaveCount(2)
    expect(
      await findAxeViolations(page, [desktop, phone], wcagRules, { include: ['#condition'] }),
    ).toEqual([])
    await block(page).getByRole('button', { name: 'Close' }).click()
  })

  await test.step('photos are compared side by side', async () => {
    await block(page).getByRole('button', { name: 'Compare photos' }).click()
    const comparison = page.getByRole('dialog', { name: 'Compare photos' })
    await expect(comparison.getByRole('img', { name: /photo 2 of 2/ })).toBeVisible()
    await expect(comparison.getByRole('img', { name: /photo 1 of 2/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a check is made a task', async () => {
    await block(page)
      .getByRole('button', { name: /^Make a task: Urgent/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Make a task' })
    await dialog.getByRole('button', { name: 'Make a task' }).click()
    await block(page).getByRole('link', { name: 'Open task' }).click()
    await expect(page.getByRole('region', { name: 'Comments' })).toContainText('Paint is flaking.')
  })

  await test.step('Undo restores a removed check', async () => {
    await block(page)
      .getByRole('button', { name: /^Remove: Urgent/ })
      .click()
    await expect(checks(page).first()).toContainText('Sound.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(checks(page).first()).toContainText('Paint is flaking.')
  })

  await test.step('the list shows and filters conditions', async () => {
    await page.goto('/inventory/art?facet.condition_check=Urgent&columns=name|condition_check')
    await expect(page.getByRole('button', { name: 'Remove: Condition: Urgent' })).toBeVisible()
    await expect(page.getByText(identifier)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ ownContext: true, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a link opens the form in sight, and a check survives a reload before it is saved', {
    tag: '@only-with-all',
  }, async ({ page, server, signInAs }) => {
    const id = await addItem(server, { type: 'art', identifier: uniqueName('LG'), name: 'Study' })
    await signInAs('employee')
    await page.goto(`/inventory-detail/${id}#condition-new`)
    const good = block(page).getByRole('button', { name: 'Good' })
    await expect(good).toBeInViewport()
    await block(page).getByLabel('Remark').fill('No change')
    await page.reload()
    await expect(block(page).getByLabel('Remark')).toHaveValue('No change')
    await good.tap()
    await block(page).getByRole('button', { name: 'Save' }).tap()
    await expect(checks(page)).toHaveCount(1)
    await expect(checks(page)).toContainText('Good · Today')
    await expect(block(page).getByRole('form')).toHaveCount(0)
    await expect(page.getByText(/^Last checked/)).not.toContainText('Checked today')
  })
})
