import { readFile } from 'node:fs/promises'
import { emptyListColumns, type ItemListEntry, toPublicNumber } from '@vitrine/contract'
import { addItem, uniqueName } from './items.ts'
import { measureOverflow } from './layout.ts'
import { expect, type Page, test } from './vitrine.ts'

const createEntry = (id: number, fields: Partial<ItemListEntry> = {}): ItemListEntry => ({
  ...emptyListColumns,
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

const mockList = (page: Page, list: 'cars' | 'art', json: unknown, status = 200) =>
  page.route(`**/api/inventory/${list}`, (route) => route.fulfill({ status, json }))

const filter = (page: Page) => page.getByLabel('Filter the items')
const count = (page: Page) => page.getByRole('status').filter({ hasText: 'inventory items' })
const identifiers = (page: Page) => page.getByRole('rowheader')
const headings = (page: Page) => page.getByRole('columnheader')

/** The part of a DOM element that is used here; the project has no DOM types. */
interface Widths {
  readonly scrollWidth: number
  readonly clientWidth: number
}

test('an employee filters, sorts and downloads the cars, and the address stores the state', async ({
  page,
  signInAs,
}) => {
  await signInAs('employee')
  await mockList(page, 'cars', [
    createEntry(1, { name: 'Fiat 500', year: '1963', model: 'D' }),
    createEntry(2, { name: 'Citroën DS', origin: 'France', country: 'FR', year: '1969' }),
    createEntry(3, { name: 'Lancia Aurelia', year: '1955', country: '' }),
    createEntry(4, {
      name: '=1+1; "quoted"',
      year: '1930',
      origin: 'Cricklewood',
      country: 'United Kingdom',
    }),
  ])
  await page.goto('/')
  await page.goto('/inventory/car')
  await test.step('the country is in brackets, and a long origin is not cut on a desktop', async () => {
    await expect(headings(page)).toHaveText([
      'Identifier',
      'Name',
      'Origin',
      'Model',
      'Year',
      'Body',
    ])
    const cells = page.getByRole('row', { name: /LM-2/ }).getByRole('cell')
    await expect(cells).toHaveText(['Citroën DS', 'France (FR)', 'GT', '1969', 'Coupé'])
    await expect(page.getByRole('row', { name: /LM-3/ }).getByRole('cell').nth(1)).toHaveText(
      'Italy',
    )
    const long = page.getByText('Cricklewood (United Kingdom)')
    expect(
      await long.evaluate(({ scrollWidth, clientWidth }: Widths) => scrollWidth - clientWidth),
    ).toBe(0)
    await expect(count(page)).toHaveText('4 of 4 inventory items')
  })
  await test.step('the filter finds text anywhere in the row and is stored in the address', async () => {
    await filter(page).pressSequentially('CITRO')
    await expect(identifiers(page)).toHaveText(['LM-2'])
    await expect(count(page)).toHaveText('1 of 4 inventory items (filtered)')
    await expect(page).toHaveURL('/inventory/car?filter=CITRO')
    await filter(page).fill('france (fr)')
    await expect(identifiers(page)).toHaveText(['LM-2'])
    await filter(page).fill('nothing like it')
    await expect(page.getByText('No item matches the filter.')).toBeVisible()
    await expect(page).toHaveURL(/filter=nothing/)
    await expect(page.getByRole('button', { name: 'PDF One-Pagers · 0' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Download CSV · 0' })).toBeDisabled()
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expect(filter(page)).toHaveValue('')
    await expect(count(page)).toHaveText('4 of 4 inventory items')
  })
  await test.step('clearing the filter adds a history entry, typing adds none', async () => {
    await page.goBack()
    await expect(filter(page)).toHaveValue('nothing like it')
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('the last filter is restored, one click clears it, and a link overrides it', async () => {
    await page.getByRole('link', { name: 'Le Manège', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: 'Filtered as before' })
    await expect(filter(page)).toHaveValue('nothing like it')
    await expect(notice).toContainText('Filtered as before: “nothing like it”')
    await page.goto('/inventory/car?filter=lancia')
    await expect(identifiers(page)).toHaveText(['LM-3'])
    await expect(notice).toHaveCount(0)
    await page.goto('/inventory/car')
    await expect(filter(page)).toHaveValue('nothing like it')
    await notice.getByRole('button', { name: 'Show all 4' }).click()
    await expect(identifiers(page)).toHaveCount(4)
    await expect(notice).toHaveCount(0)
    await filter(page).fill('lancia')
    await expect(page).toHaveURL(/filter=lancia/)
    await expect(notice).toHaveCount(0)
    await page.goto('/inventory/car')
    await expect(notice).toContainText('“lancia”')
    await filter(page).fill('lanci')
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Whole list' }).click()
    await expect(identifiers(page)).toHaveCount(4)
    await page.reload()
    await expect(identifiers(page)).toHaveCount(4)
  })
  const year = page.getByRole('columnheader', { name: 'Year' })
  await test.step('clicks on a column sort, then reverse, then end the sorting', async () => {
    await page.goto('/inventory/car')
    await year.getByRole('button').click()
    await expect(identifiers(page)).toHaveText(['LM-4', 'LM-3', 'LM-1', 'LM-2'])
    await expect(year).toHaveAttribute('aria-sort', 'ascending')
    await year.getByRole('button').click()
    await expect(identifiers(page)).toHaveText(['LM-2', 'LM-1', 'LM-3', 'LM-4'])
    await expect(page).toHaveURL('/inventory/car?sort=-year')
    await year.getByRole('button').click()
    await expect(identifiers(page)).toHaveText(['LM-1', 'LM-2', 'LM-3', 'LM-4'])
    await expect(year).toHaveAttribute('aria-sort', 'none')
    await page.goBack()
    await expect(year).toHaveAttribute('aria-sort', 'descending')
  })
  await test.step('a shared link shows the same list; a number in it stays text', async () => {
    await page.goto('/inventory/car?filter=19&sort=-year')
    await expect(filter(page)).toHaveValue('19')
    await expect(identifiers(page)).toHaveText(['LM-2', 'LM-1', 'LM-3', 'LM-4'])
  })
  await test.step('the CSV has the filtered rows, with the chosen delimiter', async () => {
    const download = async () => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const file = await downloading
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
    expect((await download()).text).toContain(`LM-4,"'=1+1; ""quoted""",Cricklewood,United Kingdom`)
  })
})

test('rows open by click, by key and in a new tab; Back returns to the same row', async ({
  page,
  context,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('CAR')
  const id = await addItem(server, { type: 'car', identifier })
  const [firstId, rowCount, rowIndex] = [1_000, 2_000, 1_500]
  const items = Array.from({ length: rowCount }, (_, index) => createEntry(firstId + index))
  items[0] = createEntry(firstId, {
    identifier: 'A-VERY-LONG-IDENTIFIER-INDEED',
    name: 'Endless '.repeat(30),
  })
  items[rowIndex] = createEntry(id, { identifier })
  const link = (name: string) => page.getByRole('link', { name })
  await signInAs('employee')
  await mockList(page, 'cars', items)
  await page.goto('/inventory/car')
  await test.step('keys move from row to row, and to the last of two thousand', async () => {
    await expect(count(page)).toHaveText("2'000 of 2'000 inventory items")
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await filter(page).press('ArrowDown')
    await expect(link('A-VERY-LONG')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(link('LM-1001')).toBeFocused()
    await page.keyboard.press('End')
    await expect(link('LM-2999')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(link('A-VERY-LONG')).toBeFocused()
  })
  await test.step('a row opens by click, here or in a new tab, and by Enter', async () => {
    const rowHeight = 44
    // Up to some rows before it, so that it is in the window.
    await page.mouse.wheel(0, (rowIndex - 5) * rowHeight)
    const row = page.getByRole('row', { name: identifier })
    await expect(row).toBeVisible()
    const scrollBefore = await page.evaluate<number>('scrollY')
    const tab = context.waitForEvent('page')
    await row.click({ modifiers: ['ControlOrMeta'] })
    await expect(await tab).toHaveURL(`/inventory-detail/${id}`)
    await row.click()
    await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
    await page.goBack()
    await expect(row).toBeInViewport()
    expect(await page.evaluate<number>('scrollY')).toBe(scrollBefore)
    await row.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
    await page.goBack()
  })
  await test.step('all columns are under the name on a phone; large text gets higher rows', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.addInitScript({
      content: `document.addEventListener('readystatechange', () => { document.documentElement.style.fontSize = '200%' })`,
    })
    await expect(headings(page)).toHaveText(['Identifier', /^Name.*Origin.*Model.*Year.*Body$/])
    await page.keyboard.press('Control+Home')
    await expect(link('A-VERY-LONG')).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toHaveCSS('height', '168px')
  })
})

test('art has a list and a grid, remembers the choice and marks private items', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin')
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  const listAsked = page.waitForRequest('**/api/inventory/art')
  await page.route('**/assets/frame-*.js', async (route) => {
    await listAsked
    await route.continue()
  })
  const keller = { artist: 'Anna Keller' }
  await mockList(page, 'art', [
    createEntry(101, {
      identifier: 'LG-1',
      name: 'Study',
      ...keller,
      music: 'Nocturne',
      composer: 'C. Schumann',
    }),
    createEntry(102, { identifier: 'LG-2', ...keller, public: false }),
    createEntry(103, { identifier: 'LG-3', artist: 'Only Once' }),
  ])
  const row = page.getByRole('row', { name: /LG-1/ })
  const tiles = page.getByRole('listitem').filter({ hasText: 'LG' })
  const badge = page.getByRole('img', { name: 'Not shown to visitors' })
  await test.step('the list is requested, once, while the scripts are still loading', async () => {
    await page.goto('/inventory/art')
    await expect(row).toContainText('StudyAnna Keller')
    await expect(row).toContainText('NocturneC. Schumann')
    expect(requestedPaths.filter((path) => path === '/api/inventory/art')).toHaveLength(1)
  })
  await expect(page.getByRole('row', { name: /LG-2/ }).getByRole('link')).toHaveAccessibleName(
    'LG-2 Not shown to visitors',
  )
  await expect(badge).toHaveCount(1)
  await test.step('artists with more than one work are quick filters', async () => {
    const artists = page.getByRole('group', { name: 'Artists' }).getByRole('button')
    await expect(artists).toHaveText(['Anna Keller'])
    await artists.click()
    await expect(count(page)).toHaveText('2 of 3 inventory items (filtered)')
    await expect(artists).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/inventory/art?filter=Anna+Keller')
  })
  await test.step('arrow keys move through the grid, and the position is remembered', async () => {
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(tiles).toHaveText(['LG-1', 'LG-2Not shown to visitors'])
    await expect(page).toHaveURL(/view=grid/)
    await page.getByRole('link', { name: 'LG-1' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('link', { name: 'LG-2' })).toBeFocused()
    await page.goto('/inventory/art?view=list')
    await expect(page.getByRole('table')).toBeVisible()
    await page.goto('/inventory/art')
    await expect(tiles).toHaveCount(2)
    await page.getByRole('button', { name: 'Whole list' }).click()
    await expect(tiles).toHaveCount(3)
  })
  await test.step('the badge is part of the link', async () => {
    await expect(tiles.filter({ hasText: 'LG-2' }).filter({ has: badge })).toBeVisible()
    await expect(badge).toHaveCount(1)
    await badge.click()
    await expect(page).toHaveURL('/inventory-detail/102')
  })
})

test('an employee adds a first item, hidden from visitors; a taken identifier is reported', async ({
  page,
  server,
  signInAs,
}) => {
  const identifier = uniqueName('NEW')
  const field = page.getByLabel('Identifier')
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await signInAs('employee')
  await test.step('a list that fails can be retried, an empty one offers a next step', async () => {
    await mockList(page, 'art', { statusCode: 500, message: 'The disk is full.' }, 500)
    await page.goto('/inventory/art')
    await expect(page.getByRole('alert')).toContainText(
      'The items could not be loaded. The disk is full.',
    )
    await mockList(page, 'art', [])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('There are no items in this inventory yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add the first one' }).click()
    await expect(page.getByRole('button', { name: 'Add Item' })).toHaveCount(0)
    await expect(field).toBeFocused()
    await page.unroute('**/api/inventory/art')
  })
  await test.step('requires an identifier', async () => {
    await add.click()
    await expect(page.getByRole('alert')).toContainText('Please check the marked fields.')
    await expect(field).toHaveAccessibleDescription('Please enter an identifier.')
    await field.fill(identifier)
    await page.getByLabel('Name').fill('Fresh from the studio')
    await page.getByLabel('Description').fill('Two lines\nof text.')
    await page.getByLabel('Hide from visitors until it is ready').check()
    await add.click()
    await expect(page.getByRole('heading', { level: 1, name: identifier })).toBeVisible()
    await expect(page.getByText('Hidden: visitors can’t see its page')).toBeVisible()
    const number = toPublicNumber('art', Number(page.url().split('/').at(-1)))
    expect((await fetch(`${server.url}/art/${number}`)).status).toBe(404)
  })
  await test.step('proposes the next identifier, which typing replaces, and requires a unique one', async () => {
    await page.goBack()
    await page.getByRole('button', { name: 'Add Item' }).click()
    await expect(field).toHaveValue(/^LG-\d+$/)
    await expect(page.getByLabel('Hide from visitors until it is ready')).not.toBeChecked()
    await page.keyboard.type('LG-X')
    await expect(field).toHaveValue('LG-X')
    await field.fill(identifier)
    await add.click()
    await expect(page.getByRole('alert')).toContainText('Another item already has this identifier.')
    await expect(field).toHaveValue(identifier)
  })
  await test.step('asks before the form is left or replaced', async () => {
    for (const target of [
      page.getByRole('link', { name: 'Home', exact: true }),
      page.getByRole('button', { name: 'Upload CSV' }),
    ]) {
      await target.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(field).toHaveValue(identifier)
    }
  })
})

test('an empty list offers matches of the search over everything', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const word = uniqueName('Kurbel').replace('-', '')
  const identifier = uniqueName('CAR')
  const id = await addItem(server, {
    type: 'car',
    identifier,
    name: 'Torpedo',
    description: `Mit ${word} im Heck.`,
  })
  await signInAs('employee')
  await page.goto('/inventory/car')
  await filter(page).fill(word)
  await expect(page.getByText(`“${word}”: 1 match in all fields`)).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveValue(word)
  await page.getByRole('option', { name: identifier }).click()
  await expect(page).toHaveURL(`/inventory-detail/${id}`)
})
