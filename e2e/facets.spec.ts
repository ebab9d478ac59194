import { addItem, postAs, uniqueName } from './items.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Page, test } from './vitrine.ts'

const filterPanel = (page: Page) => page.getByRole('region', { name: 'Filters' })
const count = (page: Page) => page.getByRole('status').filter({ hasText: 'items' }).first()
const activeFilters = (page: Page) =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button')

test('facets narrow the list with counts, combine with the filter and are stored in the address', async ({
  page,
  server,
  signInAs,
}) => {
  const name = uniqueName('Facette')
  const cars = [
    { country: 'Italy', year: '1950', body: 'Coupé', location: 'Halle 1' },
    { country: 'Italy', year: '1961', body: 'Torpedo' },
    { country: 'France', year: '1955', body: 'Coupé' },
    { year: 'um 1970' },
  ]
  const ids: number[] = []
  for (const [index, tags] of cars.entries())
    ids.push(await addItem(server, { type: 'car', identifier: `${name}-${index + 1}`, name, tags }))
  await postAs(server, 'root', '/inventory/set-public', { itemId: ids[2], public: false })
  await signInAs('employee')
  await page.goto(`/inventory/car?filter=${name}`)
  await expect(count(page)).toContainText('4 of')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(filterPanel(page).getByLabel('Without picture')).toBeVisible()
  await test.step('important facets come first, and values without items are not offered', async () => {
    const groups = await filterPanel(page).locator('summary').allTextContents()
    expect(groups.slice(0, 4)).toEqual(['Location', 'Body', 'Year', 'State'])
    await expect(filterPanel(page).getByLabel('Without place')).toBeVisible()
    await expect(filterPanel(page).getByLabel('Outdated in French')).toHaveCount(0)
  })
  await test.step('a facet narrows the list, keeps its own counts and changes those of the others', async () => {
    await filterPanel(page).getByText('Country', { exact: true }).click()
    await expect(filterPanel(page).getByRole('checkbox', { name: 'Italy 2' })).toBeVisible()
    await filterPanel(page).getByRole('checkbox', { name: 'Italy 2' }).check()
    await expect(page.getByRole('rowheader')).toHaveText([`${name}-1`, `${name}-2`])
    await expect(filterPanel(page).getByRole('checkbox', { name: 'France 1' })).toBeVisible()
    await expect(filterPanel(page).getByRole('checkbox', { name: 'Withdrawn 0' })).toBeVisible()
    await filterPanel(page).getByRole('checkbox', { name: 'France 1' }).check()
    await expect(page).toHaveURL(/facet\.country=Italy%7CFrance/)
    await filterPanel(page).getByLabel('To', { exact: true }).fill('1955')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader')).toHaveText([
      `${name}-1`,
      `${name}-3Not shown to visitors`,
    ])
  })

  await test.step('the address stores the facets, which are removed one by one', async () => {
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await expect(activeFilters(page)).toHaveText([
      'Country: Italy',
      'Country: France',
      'Year: up to 1955',
    ])
    await page.getByRole('button', { name: 'Remove: Country: Italy' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await page.goBack()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
  })

  await test.step('a gap in the address narrows the list, and an empty result offers a way out', async () => {
    await page.goto(`/inventory/car?filter=${name}&gap=picture&withdrawn=1`)
    await expect(page.getByRole('rowheader')).toHaveText([`${name}-3Not shown to visitors`])
    await page.goto(`/inventory/car?filter=${name}&changed=2099-01-01`)
    await expect(page.getByText('No item matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expect(activeFilters(page)).toHaveCount(0)
    await expect(page).toHaveURL('/inventory/car')
  })
})

test('facets are in a drawer on a phone', { tag: '@only-with-all' }, async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('employee')
  await page.goto('/inventory/car')
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByText('Country', { exact: true }).click()
  await drawer.getByRole('checkbox', { name: /^France \d+$/ }).check()
  const show = drawer.getByRole('button', { name: /^Show \d+$/ })
  const shownCount = (await show.textContent())?.split(' ').at(-1)
  await show.click()
  await expect(drawer).toHaveCount(0)
  await expect(count(page)).toContainText(`${shownCount} of`)
  expect(await measureOverflow(page)).toBe(0)
})
