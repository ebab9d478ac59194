import { readFile } from 'node:fs/promises'
import { emptyColumns, type ItemListEntry } from '@vitrine/contract'
import { addItem, unique } from './items.ts'
import { expect, type Page, test } from './vitrine.ts'

const entry = (id: number, fields: Partial<ItemListEntry> = {}): ItemListEntry => ({
  ...emptyColumns,
  id,
  identifier: `LM-${id}`,
  name: `Car ${id}`,
  origin: 'Italy',
  country: 'IT',
  model: 'GT',
  year: String(1900 + (id % 90)),
  body: 'Coupé',
  picture: '',
  ...fields,
})

const cars = (page: Page, items: ItemListEntry[]) =>
  page.route('**/api/inventory/cars', (route) => route.fulfill({ json: items }))
const art = (page: Page, items: ItemListEntry[]) =>
  page.route('**/api/inventory/art', (route) => route.fulfill({ json: items }))

const filter = (page: Page) => page.getByLabel('Filter the items')
const count = (page: Page) => page.getByRole('status').filter({ hasText: 'inventory items' })
const identifiers = (page: Page) => page.getByRole('rowheader')

interface Widths {
  readonly scrollWidth: number
  readonly clientWidth: number
}

const three = [
  entry(1, { name: 'Fiat 500', year: '1963', model: 'D' }),
  entry(2, { name: 'Citroën DS', origin: 'France', country: 'FR', year: '1969' }),
  entry(3, { name: 'Lancia Aurelia', year: '1955', country: '' }),
]

for (const role of ['root', 'admin', 'employee'] as const) {
  test(`${role} sees the cars, with the country in brackets`, async ({ page, signInAs }) => {
    await signInAs(role)
    await cars(page, [...three, entry(4, { origin: 'Cricklewood', country: 'United Kingdom' })])
    await page.goto('/inventory/car')
    await expect(page.getByRole('columnheader')).toHaveText(['Identifier', 'Name', 'Origin', 'Model', 'Year', 'Body'])
    await expect(page.getByRole('row', { name: /LM-2/ }).getByRole('cell')).toHaveText([
      'Citroën DS',
      'France (FR)',
      'GT',
      '1969',
      'Coupé',
    ])
    await expect(page.getByRole('row', { name: /LM-3/ })).toContainText('Italy')
    // On a usual screen a long origin is not cut.
    const long = page.getByText('Cricklewood (United Kingdom)')
    expect(await long.evaluate(({ scrollWidth, clientWidth }: Widths) => scrollWidth - clientWidth)).toBe(0)
    await expect(count(page)).toHaveText('4 of 4 inventory items')
  })
}

test('what visitors do not see is marked, in the table and in the grid', async ({ page, signInAs }) => {
  await signInAs('employee')
  await art(page, [entry(1), entry(2, { public: false })])
  await page.goto('/inventory/art')
  const sign = page.getByRole('img', { name: 'Not shown to visitors' })
  await expect(page.getByRole('row', { name: /LM-2/ }).getByRole('link')).toHaveAccessibleName(
    'LM-2 Not shown to visitors',
  )
  await expect(sign).toHaveCount(1)
  await page.goto('/inventory/art?view=grid')
  await expect(page.getByRole('listitem').filter({ hasText: 'LM-2' }).filter({ has: sign })).toBeVisible()
  await expect(sign).toHaveCount(1)
  // The sign lies on the link, and is a part of it.
  await sign.click()
  await expect(page).toHaveURL('/inventory-detail/2')
})

test('the filter finds text anywhere in the row and lives in the address', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(page, three)
  await page.goto('/')
  await page.goto('/inventory/car')
  await filter(page).pressSequentially('CITRO')
  await expect(identifiers(page)).toHaveText(['LM-2'])
  await expect(count(page)).toHaveText('1 of 3 inventory items (filtered)')
  await expect(page).toHaveURL('/inventory/car?filter=CITRO')
  await filter(page).fill('france (fr)')
  await expect(identifiers(page)).toHaveText(['LM-2'])
  await filter(page).fill('nothing like it')
  await expect(page.getByText('No item matches the filter.')).toBeVisible()
  await expect(page).toHaveURL(/filter=nothing/)
  await page.getByRole('button', { name: 'Clear the filter' }).last().click()
  await expect(filter(page)).toHaveValue('')
  await expect(count(page)).toHaveText('3 of 3 inventory items')

  // Clearing was a step, typing was none: one step back is the filter, one more the page before.
  await page.goBack()
  await expect(filter(page)).toHaveValue('nothing like it')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a number in a shared link stays text', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(page, three)
  await page.goto('/inventory/car?filter=1963&sort=-year')
  await expect(filter(page)).toHaveValue('1963')
  await expect(identifiers(page)).toHaveText(['LM-1'])
})

test('a click on a column sorts, the next one turns round, the third ends it', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(page, three)
  await page.goto('/inventory/car')
  const year = page.getByRole('columnheader', { name: 'Year' })
  await year.getByRole('button').click()
  await expect(identifiers(page)).toHaveText(['LM-3', 'LM-1', 'LM-2'])
  await expect(year).toHaveAttribute('aria-sort', 'ascending')
  await year.getByRole('button').click()
  await expect(identifiers(page)).toHaveText(['LM-2', 'LM-1', 'LM-3'])
  await expect(page).toHaveURL('/inventory/car?sort=-year')
  await page.reload()
  await expect(identifiers(page)).toHaveText(['LM-2', 'LM-1', 'LM-3'])
  await year.getByRole('button').click()
  await expect(identifiers(page)).toHaveText(['LM-1', 'LM-2', 'LM-3'])
  await expect(year).toHaveAttribute('aria-sort', 'none')
  await page.goBack()
  await expect(year).toHaveAttribute('aria-sort', 'descending')
})

test('rows open by click, by key and in a new tab; Back leads to the same place', async ({
  page,
  context,
  house,
  signInAs,
}) => {
  const identifier = unique('CAR')
  const id = await addItem(house, { type: 'car', identifier })
  const items = Array.from({ length: 2_000 }, (_, index) => entry(index + 1_000))
  items[1_500] = entry(id, { identifier })
  await signInAs('employee')
  await cars(page, items)
  await page.goto('/inventory/car')
  await filter(page).press('ArrowDown')
  await expect(page.getByRole('link', { name: 'LM-1000' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'LM-1001' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'LM-2999' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: 'LM-1000' })).toBeFocused()

  await page.mouse.wheel(0, 1_495 * 44)
  const row = page.getByRole('row', { name: identifier })
  await expect(row).toBeVisible()
  const before = await page.evaluate(() => Reflect.get(globalThis, 'scrollY'))
  const tab = context.waitForEvent('page')
  await row.click({ modifiers: ['ControlOrMeta'] })
  await expect(await tab).toHaveURL(`/inventory-detail/${id}`)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'scrollY'))).toBe(before)
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
})

test('only what the window shows is drawn, of a hundred thousand', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(
    page,
    Array.from({ length: 100_000 }, (_, index) => entry(index + 1)),
  )
  await page.goto('/inventory/car')
  await expect(count(page)).toHaveText("100'000 of 100'000 inventory items", { timeout: 60_000 })
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await filter(page).fill('LM-99999')
  await expect(identifiers(page)).toHaveText(['LM-99999'])
})

test('the CSV holds the filtered rows, with the delimiter chosen', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(page, [...three, entry(4, { name: '=1+1; "quoted"' })])
  await page.goto('/inventory/car?filter=l&sort=-name')
  const download = async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await waiting
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  await filter(page).fill('france')
  await expect(count(page)).toContainText('1 of 4')
  expect(await download()).toEqual({
    name: 'inventory_le_manege.csv',
    text: '\uFEFFidentifier;name;origin;country;model;year;body\r\nLM-2;Citroën DS;France;FR;GT;1969;Coupé\r\n',
  })
  await filter(page).fill('quoted')
  await expect(count(page)).toContainText('1 of 4')
  await page.getByRole('button', { name: /CSV delimiter: Semicolon/ }).click()
  await page.getByRole('menuitemradio', { name: /Comma/ }).click()
  expect((await download()).text).toContain(`LM-4,"'=1+1; ""quoted""",Italy,IT`)
})

test('art has a list and a grid, and the choice is remembered', async ({ page, signInAs }) => {
  const items = [
    entry(101, {
      identifier: 'LG-1',
      name: 'Study',
      artist: 'Anna Keller',
      music: 'Nocturne',
      composer: 'C. Schumann',
    }),
    entry(102, { identifier: 'LG-2', artist: 'Anna Keller' }),
    entry(103, { identifier: 'LG-3', artist: 'Only Once' }),
  ]
  await signInAs('admin')
  await art(page, items)
  await page.goto('/inventory/art')
  const row = page.getByRole('row', { name: /LG-1/ })
  await expect(row).toContainText('StudyAnna Keller')
  await expect(row).toContainText('NocturneC. Schumann')

  const artists = page.getByRole('group', { name: 'Artists' })
  await expect(artists.getByRole('button')).toHaveText(['Anna Keller'])
  await artists.getByRole('button').click()
  await expect(count(page)).toHaveText('2 of 3 inventory items (filtered)')
  await expect(artists.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/inventory/art?filter=Anna+Keller')

  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'LG' })).toHaveText(['LG-1', 'LG-2'])
  await expect(page).toHaveURL(/view=grid/)
  await page.getByRole('link', { name: 'LG-1' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: 'LG-2' })).toBeFocused()

  await page.goto('/inventory/art')
  await expect(page.getByRole('listitem').filter({ hasText: 'LG' })).toHaveCount(3)
  await page.goto('/inventory/art?view=list')
  await expect(page.getByRole('table')).toBeVisible()
})

test('a new item is added, and a taken identifier is told at the field', async ({ page, signInAs }) => {
  const identifier = unique('NEW')
  await signInAs('employee')
  await page.goto('/inventory/art')
  const open = page.getByRole('button', { name: 'Add Item' })
  await open.click()
  await expect(open).toHaveCount(0)
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Please check the marked fields.')
  await expect(page.getByLabel('Identifier')).toHaveAccessibleDescription('Please enter an identifier.')

  await page.getByLabel('Identifier').fill(identifier)
  await page.getByLabel('Name').fill('Fresh from the studio')
  await page.getByLabel('Description').fill('Two lines\nof text.')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByLabel('Identifier').fill(identifier)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Another item already has this identifier.')
  await expect(page.getByLabel('Identifier')).toHaveValue(identifier)

  // The form holds something: leaving asks, and so does what would take its place.
  for (const way of [
    page.getByRole('link', { name: 'Home', exact: true }),
    page.getByRole('button', { name: 'Labels' }),
  ]) {
    await way.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Identifier')).toHaveValue(identifier)
  }
})

test('an empty list has a next step, a failed one another try', async ({ page, signInAs }) => {
  await signInAs('employee')
  await cars(page, [])
  await page.goto('/inventory/car')
  await expect(page.getByText('There are no items in this inventory yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add the first one' }).click()
  await expect(page.getByLabel('Identifier')).toBeVisible()

  await page.route('**/api/inventory/cars', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'The disk is full.' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The items could not be loaded. The disk is full.')
  await cars(page, three)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(count(page)).toHaveText('3 of 3 inventory items')
})

test('on a phone the table drops columns and nothing stands over the edge', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signInAs('employee')
  await cars(page, [entry(1, { identifier: 'A-VERY-LONG-IDENTIFIER-INDEED', name: 'Endless '.repeat(30) }), ...three])
  await page.goto('/inventory/car')
  await expect(page.getByRole('columnheader')).toHaveText(['Identifier', 'Name', 'Year'])
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = Reflect.get(globalThis, 'document').documentElement
    return scrollWidth - clientWidth
  })
  expect(overflow).toBe(0)

  // Large letters, as somebody may have told the browser, get rows that are as high.
  await page.addInitScript({
    content: `document.addEventListener('readystatechange', () => { document.documentElement.style.fontSize = '200%' })`,
  })
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toHaveCSS('height', '88px')
})

test('the palette finds items, also by keys typed at once', async ({ page, house, signInAs }) => {
  const identifier = unique('PALETTE')
  await addItem(house, { type: 'art', identifier, name: 'Found by name' })
  await signInAs('employee')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(identifier.toLowerCase())
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue(identifier.toLowerCase())
  await expect(page.getByRole('dialog').getByText(`${identifier} Found by name`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
})

test('the list is asked for, once, while the scripts are still on their way', async ({ page, signInAs }) => {
  await signInAs('employee')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const listAsked = page.waitForRequest('**/api/inventory/art')
  await page.route('**/assets/frame-*.js', async (route) => {
    await listAsked
    await route.continue()
  })
  await page.goto('/inventory/art')
  await expect(page.getByText(/inventory items/).first()).toBeVisible()
  expect(asked.filter((path) => path === '/api/inventory/art')).toHaveLength(1)
})
