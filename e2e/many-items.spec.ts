import { readFile } from 'node:fs/promises'
import { api } from '@vitrine/contract'
import { addItem, createClient, ensureHalls, postAs, uniqueName } from './items.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Locator, type Page, test } from './vitrine.ts'

const selectionBar = (page: Page) => page.getByRole('group', { name: 'Selected items' })
const changePanel = (page: Page) => page.getByRole('region', { name: 'Change many items' })

const selectBox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` })

test('an employee moves twelve paintings in nine interactions; items changed meanwhile are named', async ({
  page,
  server,
  signInAs,
}) => {
  const name = uniqueName('Umzug')
  // Two digits, so that the paintings are in the order of their numbers.
  const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
  const ids: number[] = []
  for (const number of numbers) {
    const item = {
      type: 'art',
      identifier: `${name}-${number}`,
      name,
      tags: { location: 'Dépôt' },
    } as const
    ids.push(await addItem(server, item))
  }
  await signInAs('employee')
  await page.goto('/inventory/art')
  let interactions = 0
  const click = async (target: Locator, modifiers: 'Shift'[] = []) => {
    interactions++
    await target.click({ modifiers })
  }
  const type = async (field: Locator, text: string) => {
    await click(field)
    await field.fill(text)
  }
  await test.step('twelve paintings are selected, and the change is previewed', async () => {
    await type(page.getByLabel('Filter the items'), name)
    await expect(page.getByText('12 of')).toBeVisible()
    const row = page.getByRole('row', { name: `${name}-01` })
    const before = await row.boundingBox()
    await click(selectBox(page, `${name}-01`))
    expect(await row.boundingBox()).toEqual(before)
    await click(selectBox(page, `${name}-12`), ['Shift'])
    await expect(selectionBar(page)).toContainText('12 selected')
    await click(selectionBar(page).getByRole('button', { name: 'Change…' }))
    interactions++
    await changePanel(page).getByLabel('Attribute').selectOption('Location')
    await expect(page.getByRole('row', { name: `${name}-12` })).toBeInViewport()
    await type(changePanel(page).getByLabel('New value'), 'Saal 3')
    await click(changePanel(page).getByRole('button', { name: 'Preview' }))
    await expect(changePanel(page).getByRole('status')).toHaveText(
      '12 items selected. 12 will change.',
    )
    const changed = changePanel(page).getByRole('list', { name: 'Will change (12)' })
    await expect(changed.getByRole('listitem').first()).toHaveText(
      `${name}-01LocationLa Grange › Dépôt →  became La Grange › Saal 3`,
    )
  })

  const toast = page.getByRole('alert').filter({ hasText: '11 items changed.' })
  const staff = await createClient(server)
  const readLocations = () =>
    Promise.all(
      ids.map(async (id) => {
        const { tags } = await staff.call(api.inventory.details, { params: { id } })
        return tags.location
      }),
    )
  await test.step('a painting that was moved meanwhile is left as it is, and named', async () => {
    await ensureHalls(server, 'Restaurierung')
    await postAs(server, 'root', '/inventory/save-tags', {
      itemId: ids.at(-1),
      tags: { location: 'Restaurierung' },
    })
    await click(changePanel(page).getByRole('button', { name: 'Change 12 items' }))
    await expect(toast).toContainText(`Left as it is:${name}-12: Someone has changed it since.`)
    await expect(
      changePanel(page).getByRole('button', { name: 'Close', exact: true }),
    ).toBeFocused()
    expect(interactions).toBeLessThanOrEqual(9)
    expect(await readLocations()).toEqual([...Array(11).fill('Saal 3'), 'Restaurierung'])
  })
  await test.step('the change can be undone in the panel, after a question', async () => {
    const earlier = changePanel(page).getByRole('listitem').filter({ hasText: 'Location: Saal 3' })
    await expect(earlier).toContainText('11 changed')
    await earlier.getByRole('button', { name: 'Undo' }).click()
    const question = page.getByRole('dialog', { name: 'Undo change' })
    await expect(question).toContainText('Undo this change of 11 items?')
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('11 items were reverted.')).toBeVisible()
  expect(await readLocations()).toEqual([...Array(11).fill('Dépôt'), 'Restaurierung'])
})

test('Shift selects a range, which is withdrawn, printed, saved and archived', async ({
  page,
  server,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = uniqueName('Reihe')
  for (let index = 1; index <= 5; index++)
    await addItem(server, {
      type: 'car',
      identifier: `${name}-${index}`,
      name,
      tags: { colour: `No ${index}` },
    })
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${name}`)
  const chooseInMore = async (entry: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const action = (label: string) =>
    selectionBar(page).getByRole('button', { name: label, exact: true })
  await chooseInMore('Select')
  await expect(action('Change…')).toBeDisabled()
  const row = (index: number) => page.getByRole('row', { name: `${name}-${index}` })
  await row(2).click()
  await row(4).click({ modifiers: ['Shift'] })
  await expect(selectionBar(page)).toContainText('3 selected')
  await row(3).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  expect(await measureOverflow(page)).toBe(0)
  for (const button of await selectionBar(page).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)

  await action('Visitors').click()
  await page.getByRole('menuitem', { name: 'Withdraw from visitors' }).click()
  await expect(page.getByText('2 items withdrawn from visitors.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Not shown to visitors' })).toHaveCount(2)

  const download = async (start: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), start()])
    return readFile(await file.path(), 'utf8')
  }
  expect((await download(() => action('CSV · 2').click())).split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining(`${name}-2;`),
    expect.stringContaining(`${name}-4;`),
  ])
  await selectionBar(page)
    .getByRole('button', { name: /More, CSV delimiter/ })
    .click()
  const all = page.getByRole('menuitem', { name: 'CSV with all attributes and translations' })
  const csv = await download(() => all.click())
  expect(csv).toMatch(/No 2.*No 4/s)
  expect(csv).not.toContain('No 3')
  expect(await download(() => action('PDF One-Pagers · 2').click())).toMatch(/^%PDF-/)
  const report = 'Condition report in German (PDF)'
  expect(await download(() => chooseInMore(report))).toMatch(/^%PDF-/)
  await action('Labels · 2').click()
  const sheet = page.getByRole('dialog', { name: 'Label sheet' })
  await expect(sheet.getByText('2 labels on 1 page')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close: Label sheet' }).click()
  await expect(sheet).toHaveCount(0)
  await action('End the selection').click()
  await expect(selectionBar(page)).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  // On a desktop tick boxes appear under the pointer.
  await page.setViewportSize({ width: 1280, height: 844 })
  await selectBox(page, `${name}-2`).click()
  await selectBox(page, `${name}-4`).click()
  await action('Archive').click()
  await expect(row(2)).toHaveCount(0)
  await expect(page.getByText('3 of')).toBeVisible()
  await page
    .getByRole('alert')
    .filter({ hasText: '2 items archived.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('2 items were reverted.')).toBeVisible()
  await expect(row(4)).toBeVisible()
})

test('a selection replaces the toolbar without a shift; keys select, and Escape ends it', async ({
  page,
  signInAs,
}) => {
  await signInAs('employee')
  // Without the filter, items of other stories would move these out of the window.
  await page.goto('/inventory/art?filter=LG-00')
  await expect(page.getByRole('row', { name: 'LG-005' })).toBeVisible()
  const readBoxes = () =>
    Promise.all(
      [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('button', { name: 'Add Item' }),
        page.getByLabel('Filter the items'),
        page.getByRole('group', { name: 'Artists' }),
        page.getByRole('columnheader', { name: 'Identifier' }),
        ...['LG-001', 'LG-005'].map((identifier) => page.getByRole('link', { name: identifier })),
      ].map((part) => part.boundingBox()),
    )
  const before = await readBoxes()
  const box = selectBox(page, 'LG-003')
  await expect(box.locator('..')).toHaveCSS('opacity', '0')
  await page.getByRole('row', { name: 'LG-003' }).hover()
  await expect(box.locator('..')).toHaveCSS('opacity', '1')
  await box.click()
  await expect(selectionBar(page)).toContainText('1 selected')
  expect(await readBoxes()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(selectionBar(page)).toHaveCount(0)
  expect(await readBoxes()).toEqual(before)

  await page.getByLabel('Filter the items').press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect(selectionBar(page)).toContainText('3 selected')
  await selectionBar(page).getByRole('button', { name: 'None' }).click()
  await expect(selectionBar(page)).toContainText('0 selected')
  await selectionBar(page).getByRole('button', { name: 'End the selection' }).click()
  await page.getByRole('link', { name: 'LG-001' }).click()
  await expect(page).toHaveURL('/inventory-detail/101')
})

test.describe('by touch', { tag: '@only-with-all' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a long press starts a selection, in which a tap selects another row', async ({
    page,
    signInAs,
  }) => {
    await signInAs('employee')
    await page.goto('/inventory/art')
    const row = page.getByRole('row', { name: 'LG-002' })
    const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 }
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + 200, y: y + 30 }],
    })
    await expect(selectionBar(page)).toContainText('1 selected')
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(selectionBar(page)).toContainText('1 selected')
    await page.getByRole('row', { name: 'LG-003' }).tap()
    await expect(selectionBar(page)).toContainText('2 selected')
    await selectionBar(page).getByRole('button', { name: 'End the selection' }).tap()
    await row.tap()
    await expect(page).toHaveURL('/inventory-detail/102')
  })
})
