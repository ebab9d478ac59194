import { readFile } from 'node:fs/promises'
import { addItem, post, unique } from './items.ts'
import { expect, type Locator, type Page, test } from './vitrine.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Chosen items' })
const panel = (page: Page) => page.getByRole('region', { name: 'Change many items' })

test('paintings move in at most ten interactions, however many; items changed meanwhile are left and named; Undo brings them back', async ({
  page,
  server,
  signInAs,
}) => {
  const name = unique('Umzug')
  const ids: number[] = []
  for (let index = 1; index <= 4; index++) {
    const item = { type: 'art', identifier: `${name}-${index}`, name, tags: { location: 'Depot' } } as const
    ids.push(await addItem(server, item))
  }
  await signInAs('employee')
  await page.goto('/inventory/art')
  let interactions = 0
  const click = async (target: Locator) => {
    interactions++
    await target.click()
  }
  const type = async (field: Locator, text: string) => {
    await click(field)
    await field.fill(text)
  }
  await type(page.getByLabel('Filter the items'), name)
  await expect(page.getByText('4 of')).toBeVisible()
  await click(page.getByRole('button', { name: 'Choose' }))
  await click(bar(page).getByRole('button', { name: 'All shown' }))
  await expect(bar(page)).toContainText('4 chosen')
  await click(bar(page).getByRole('button', { name: 'Change …' }))
  interactions++
  await panel(page).getByLabel('Attribute').selectOption('Location')
  await type(panel(page).getByLabel('New value'), 'Saal 3')
  await click(panel(page).getByRole('button', { name: 'Preview' }))
  const changed = panel(page).getByRole('list', { name: 'Changed (4)' })
  await expect(changed.getByRole('listitem').first()).toHaveText(`${name}-1LocationDepot →  became Saal 3`)

  await post(server, 'root', '/inventory/save-tags', { itemId: ids[3], tags: { location: 'Restaurierung' } })
  await click(panel(page).getByRole('button', { name: 'Change 4 items' }))
  const toast = page.getByRole('alert').filter({ hasText: '3 items changed.' })
  await expect(toast).toContainText(`Left as it is:${name}-4: Somebody changed it since.`)
  expect(interactions).toBeLessThanOrEqual(10)
  const places = () =>
    Promise.all(
      ids.map(async (id) => {
        const { token } = JSON.parse(await server.signInInfo('root'))
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${server.url}/api/inventory/details/${id}`, { headers })
        return ((await response.json()) as { tags: { location: string } }).tags.location
      }),
    )
  expect(await places()).toEqual(['Saal 3', 'Saal 3', 'Saal 3', 'Restaurierung'])
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Location: Saal 3' })).toContainText('3 changed')

  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 items were reverted.')).toBeVisible()
  expect(await places()).toEqual(['Depot', 'Depot', 'Depot', 'Restaurierung'])
})

test('a range is ticked with Shift; exactly these are withdrawn, printed, saved and archived, also on a phone', async ({
  page,
  server,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = unique('Reihe')
  for (let index = 1; index <= 5; index++)
    await addItem(server, { type: 'car', identifier: `${name}-${index}`, name, tags: { colour: `No ${index}` } })
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${name}`)
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect(bar(page).getByRole('button', { name: 'Change …' })).toBeDisabled()
  const row = (index: number) => page.getByRole('row', { name: `${name}-${index}` })
  await row(2).click()
  await row(4).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 chosen')
  await row(3).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow).toBe(0)
  const scrolls = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label="Chosen items"]'))`
  expect(await page.evaluate(scrolls)).toBe(0)
  await expect(bar(page).getByRole('button')).toHaveText(['Change …', 'More', 'Done'])
  const more = async (entry: string) => {
    await bar(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  await more('Withdraw from visitors')
  await expect(page.getByText('2 items withdrawn from visitors.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Not shown to visitors' })).toHaveCount(2)

  const saved = async (start: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), start()])
    return readFile(await file.path(), 'utf8')
  }
  expect((await saved(() => more('CSV'))).split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining(`${name}-2;`),
    expect.stringContaining(`${name}-4;`),
  ])
  const full = await saved(() => more('CSV with all attributes and translations'))
  expect(full).toMatch(/No 2.*No 4/s)
  expect(full).not.toContain('No 3')
  expect(await saved(() => more('PDF One-Pagers'))).toMatch(/^%PDF-/)
  await more('Labels')
  await expect(page.getByText('2 labels on 1 page')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Label sheet' })).toHaveCount(0)

  // With room for it, each is a button of its own.
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.getByRole('button', { name: 'Choose' }).click()
  const csv = bar(page).getByRole('button', { name: 'CSV', exact: true })
  expect((await saved(() => csv.click())).split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining(`${name}-2;`),
    expect.stringContaining(`${name}-4;`),
  ])
  await bar(page).getByRole('button', { name: 'Archive' }).click()
  await expect(row(2)).toHaveCount(0)
  await expect(page.getByText('3 of')).toBeVisible()
  await page.getByRole('alert').filter({ hasText: '2 items archived.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 items were reverted.')).toBeVisible()
  await expect(row(4)).toBeVisible()
})
