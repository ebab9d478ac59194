import { emptyListColumns } from '@vitrine/contract'
import { readPdf } from '../apps/server/test/read-pdf.ts'
import { addItem, uniqueName } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const readStyle = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)

test('a printed list has all its rows and no controls', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const rowCount = 700
  const rows = Array.from({ length: rowCount }, (_, index) => {
    return {
      ...emptyListColumns,
      id: index + 1,
      name: '',
      identifier: `PR${index + 1}x`,
      picture: '',
      public: true,
    }
  })
  // Without spaces, because the PDF reader also finds some between letters.
  const readPrintedText = async () =>
    (await readPdf(await page.pdf(), { codes: false }))
      .map(({ text }) => text.replaceAll(' ', ''))
      .join('\n')
  await page.route('**/api/inventory/cars', (route) => route.fulfill({ json: rows }))
  await signInAs('root')
  await page.goto('/inventory/car')
  await expect(page.getByText(`${rowCount} of ${rowCount} inventory items`)).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  const printedList = await readPrintedText()
  expect(printedList.match(/PR\d+x/g)).toHaveLength(rowCount)
  for (const absent of ['Goto…', 'root@example.org', 'DownloadCSV', 'Filter', 'AddItem']) {
    expect(printedList).not.toContain(absent)
  }

  // Shorter lists are drawn whole, so that the browser's own search finds all rows.
  const wholeListSize = 500
  await page.route('**/api/inventory/cars', (route) =>
    route.fulfill({ json: rows.slice(0, wholeListSize) }),
  )
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(1 + wholeListSize)

  const id = await addItem(server, {
    type: 'art',
    identifier: uniqueName('PR'),
    name: 'On paper',
    tags: { artist: 'Anker' },
  })
  await page.goto(`/inventory-detail/${id}`)
  await expect(page.getByText('Anker').first()).toBeVisible()
  const printedItem = await readPrintedText()
  expect(printedItem).toContain('Onpaper')
  expect(printedItem).toContain('Anker')
  for (const absent of ['SaveComment', 'Upload', 'Searchtheweb', 'Editinfo']) {
    expect(printedItem).not.toContain(absent)
  }
})

async function openNewArtwork(page: Page, server: TestServer): Promise<void> {
  const id = await addItem(server, {
    type: 'art',
    identifier: uniqueName('FO'),
    tags: { artist: 'Anker' },
  })
  await page.goto(`/inventory-detail/${id}`)
}

test('a switch can be pressed again before the first press is answered', async ({
  page,
  server,
  signInAs,
}) => {
  await signInAs('root')
  await openNewArtwork(page, server)
  const firstPress = Promise.withResolvers<void>()
  const savedValues: boolean[] = []
  await page.route('**/api/inventory/set-public', async (route) => {
    savedValues.push(route.request().postDataJSON().public)
    await firstPress.promise
    await route.fallback()
  })
  const visibilitySwitch = page.getByRole('switch', { name: 'Shown to visitors' })
  for (const shown of [false, true]) {
    await page.locator('label', { hasText: 'Shown to visitors' }).click()
    await expect(visibilitySwitch).toBeChecked({ checked: shown })
  }
  firstPress.resolve()
  await expect.poll(() => savedValues).toEqual([false, true])
  await expect(visibilitySwitch).toBeChecked()
})

test('the focus moves to a new field, and stays in the comment after saving', async ({
  page,
  server,
  signInAs,
}) => {
  await signInAs('root')
  await openNewArtwork(page, server)
  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await page.getByRole('button', { name: 'Add Missing' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.getByLabel('New comment').fill('Dusted.')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  await expect(page.getByText('Dusted.').last()).toBeVisible()
  await expect(page.getByLabel('New comment')).toBeFocused()
})

test('the selected entry of the palette has its icon in the colour of its text', async ({
  page,
  signInAs,
}) => {
  await signInAs('root')
  await page.goto('/inventory/art')
  await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('la gr')
  const selectedOption = '[role=option][data-selected]'
  await expect(page.locator(selectedOption)).toHaveText(/La Grange/)
  expect(await readStyle(page, `${selectedOption} svg`, 'stroke')).toBe(
    await readStyle(page, selectedOption, 'color'),
  )
})

test.describe('on a phone', { tag: '@only-with-all' }, () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('fields are large enough, toasts cover no button, and the calendar opens at today', async ({
    page,
    server,
    signInAs,
  }) => {
    await test.step('text twice as large wraps between words, not between letters', async () => {
      await page.goto('/car/1')
      await page.evaluate(`document.documentElement.style.fontSize = '34px'`)
      const narrowest = await page.evaluate<number>(
        `Math.min(...[...document.querySelectorAll('.facts td')].map((cell) => cell.clientWidth))`,
      )
      expect(narrowest).toBeGreaterThan(250)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    })

    const id = await addItem(server, { type: 'art', identifier: uniqueName('PH') })
    await signInAs('root')
    await test.step('fields are large enough for iPhones, and a toast covers no button', async () => {
      await page.goto(`/inventory-detail/${id}`)
      await page.getByLabel('New comment').fill('Dusted.')
      // Text below 16 px makes an iPhone zoom in.
      expect(await readStyle(page, 'textarea', 'fontSize')).toBe('16px')
      await page.getByRole('button', { name: 'Save Comment' }).click()
      await page.getByRole('button', { name: /^Delete comment/ }).click()
      await expect(page.getByText('Comment deleted.')).toBeVisible()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Close menu' }).click()
      await page.getByRole('button', { name: 'Go to…' }).click()
      await expect(page.getByRole('combobox', { name: 'Go to' })).toBeVisible()
    })

    await test.step('the calendar opens at today, also after scrolling and paging', async () => {
      await page.goto('/journal?view=calendar')
      const today = page.locator('[data-today]')
      await expect(today).toBeInViewport()
      await page.evaluate('scrollTo(0, 0)')
      await page.getByRole('button', { name: 'Today' }).click()
      await expect(today).toBeInViewport()
      await page.getByRole('button', { name: 'Previous month' }).click()
      await page.getByRole('button', { name: 'Today' }).click()
      await expect(today).toBeInViewport()
    })

    await page.goto('/inventory/art')
    await page.getByRole('button', { name: 'Add Item' }).click()
    await expect(page.locator('label', { hasText: 'Identifier' })).toHaveText('Identifier *')
  })
})
