import { emptyColumns, publicNumber } from '@vitrine/contract'
import { readPdf } from '../apps/server/test/read-pdf.ts'
import { axeFindings, desk, phone, wcag } from './axe.ts'
import { addItem, post, unique } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)

const withAll = { tag: '@only-with-all' }

const focused = (page: Page) => page.locator(':focus')

/** In a contrast theme chosen options have the theme's highlight colour, others have none. */
async function expectDistinct(page: Page, chosen: string | null, other: string) {
  await expect(page.locator(chosen ?? other).first()).toBeVisible()
  const highlight = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
    return getComputedStyle(probe).backgroundColor
  })()`)
  if (chosen) expect(await styleOf(page, chosen, 'backgroundColor'), chosen).toBe(highlight)
  expect(await styleOf(page, other, 'backgroundColor'), other).not.toBe(highlight)
}

/** How to get there, and how a contrast theme shows it. */
interface State {
  readonly open: (page: Page, server: TestServer) => Promise<void>
  readonly inContrast?: (page: Page) => Promise<void>
}

const states: Record<string, State> = {
  'selected items and what can be done with them': {
    async open(page) {
      await page.goto('/inventory/art?filter=Hodler')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await page.getByRole('button', { name: 'Visitors' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  'archived items, one of them selected': {
    async open(page, server) {
      const id = await addItem(server, { type: 'car', identifier: unique('AR'), name: 'Long out of use '.repeat(8) })
      await post(server, 'root', '/inventory/set-archived', { itemIds: [id], archived: true })
      await page.goto('/inventory/car?archived=1')
      await page.getByRole('checkbox').first().check()
      await expect(page.getByRole('button', { name: 'Restore' })).toBeEnabled()
    },
  },
  'what a change of many would do to long texts': {
    async open(page, server) {
      const name = unique('Many')
      const tags = { technique: 'Oil on a board that was once a door, with a frame of larch '.repeat(4) }
      await addItem(server, { type: 'art', identifier: unique('CM'), name, tags })
      await page.goto(`/inventory/art?filter=${name}`)
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByLabel('Attribute').selectOption('Technique')
      await page.getByLabel('New value').fill('Oil on a canvas')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.locator('ins')).toBeVisible()
    },
    inContrast: async (page) => expect(await styleOf(page, 'ins', 'textDecorationLine')).toBe('underline'),
  },
  'a translation whose original has changed, and which differs from it': {
    async open(page, server) {
      const description = `Der Wagen kam 1927 nach Genf. ${'Er fuhr mit 80 km/h über den Klausen. '.repeat(20)}`
      const item = { identifier: unique('TX'), name: 'Wagen', description }
      const itemId = await addItem(server, { type: 'car', ...item })
      const fields = { description: { text: 'La voiture.', was: '', source: description } }
      await post(server, 'root', '/inventory/save-texts', { itemId, lang: 'fr', fields, state: 'checked' })
      const data = { ...item, description: description.replace('1927', '1928') }
      await post(server, 'root', '/inventory/save-info', { itemId, data })
      await page.goto(`/inventory-detail/${itemId}`)
      await page.getByRole('button', { name: 'French: outdated' }).click()
      await page.getByLabel('Description in French').fill('La voiture de 1927.')
      await expect(page.getByText('is missing').first()).toBeVisible()
    },
    inContrast: async (page) => expect(await styleOf(page, 'mark', 'textDecorationLine')).toBe('underline'),
  },
  'a picture that is none': {
    async open(page, server) {
      const id = await addItem(server, { type: 'art', identifier: unique('UP') })
      await page.goto(`/inventory-detail/${id}`)
      const file = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
      await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('This file is not a picture')
    },
  },
  'nothing found': {
    async open(page) {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Go to…' }).click()
      await page.getByRole('combobox', { name: 'Go to' }).fill('zzzzqqqq')
      await expect(page.getByText('Nothing found.')).toBeVisible()
    },
  },
  'a day with nothing to do': {
    async open(page) {
      await page.route('**/api/home', (route) =>
        route.fulfill({ json: { tasks: [], openForMe: 0, openForAll: 0, changes: [], events: [], gaps: [] } }),
      )
      await page.goto('/')
      await expect(page.getByText('Everything is in order')).toBeVisible()
    },
  },
  'a day with everything to do': {
    async open(page) {
      const gaps = ['picture', 'text', 'location', 'implausible', 'unchecked'].flatMap((rule) => [
        { rule, type: 'car', count: 12_345 },
        { rule, type: 'art', count: 12_345 },
      ])
      await page.route('**/api/home', async (route) => {
        const home = (await (await route.fetch()).json()) as object
        await route.fulfill({ json: { ...home, openForMe: 1_234, gaps } })
      })
      await page.goto('/')
      await expect(page.getByText("All 1'234 open for me")).toBeVisible()
    },
  },
  'tasks on the comments screen': {
    async open(page) {
      await page.goto('/comments?open=all')
      await page.getByRole('button', { name: 'Mark as done' }).first().click()
      await page.goto('/comments')
      await expect(page.getByRole('button', { name: 'Done. Reopen the task' }).first()).toBeVisible()
    },
  },
}

const softly = expect.configure({ soft: true })

test(
  'states of daily work have nothing for axe to find, fit the window, and are visible in a contrast theme',
  withAll,
  async ({ page, server, signInAs }) => {
    await signInAs('root')
    for (const [name, { open, inContrast }] of Object.entries(states)) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, server)
      expect.soft(await axeFindings(page, [desk, phone], wcag), name).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      const overflow = 'document.documentElement.scrollWidth - innerWidth'
      // Scripts are notified of the new width with the next frame.
      await softly.poll(() => page.evaluate<number>(overflow), name).toBeLessThanOrEqual(0)
      await page.emulateMedia({ forcedColors: 'active' })
      await inContrast?.(page)
      await page.emulateMedia({ forcedColors: null })
      await page.unrouteAll()
    }
  },
)

test.describe('in a contrast theme', withAll, () => {
  test.use({ forcedColors: 'active' })

  test('chosen options differ visibly from others', async ({ page, server, signInAs }) => {
    await signInAs('root')
    const mp3 = 'https://sounds.example.org/waltz.mp3'
    const id = await addItem(server, { type: 'art', identifier: unique('HC'), tags: { mp3 } })
    await page.goto(`/art/${publicNumber('art', id)}`)
    await expectDistinct(page, '[data-play]', '[data-pause]')
    // The browser's own bar follows the theme.
    expect(await styleOf(page, '[type=range]', 'appearance')).toBe('auto')

    await page.goto(`/inventory-detail/${id}`)
    await expectDistinct(page, ':checked + .mantine-Switch-track', 'body')
    await page.locator('label', { hasText: 'Shown to visitors' }).click()
    await expectDistinct(page, null, ':not(:checked) + .mantine-Switch-track')

    await page.goto('/cms')
    await expect(page.getByRole('checkbox', { name: 'Active' }).first()).toBeVisible()
    await expectDistinct(page, '.mantine-Checkbox-input:checked', '.mantine-Checkbox-input:not(:checked)')
    await expectDistinct(page, 'section [aria-pressed=true]', 'section [aria-pressed=false]')

    await page.goto('/employees/new')
    await expectDistinct(page, '.mantine-Radio-radio:checked', '.mantine-Radio-radio:not(:checked)')

    await page.goto('/journal')
    await page.getByLabel('Comment').focus()
    await page.getByRole('group', { name: 'Tags' }).getByRole('button').first().click()
    await expectDistinct(page, 'form [aria-pressed=true]', 'form [aria-pressed=false]')
    await expectDistinct(page, '[aria-label=View] [aria-pressed=true]', '[aria-label=View] [aria-pressed=false]')
    await page.getByLabel('Comment').fill(unique('Hell und dunkel'))
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await expect(page.getByText('Entry added.')).toBeVisible()
    expect(await styleOf(page, '.mantine-Notification-root', 'border-top-style')).toBe('solid')
  })
})

test('on paper a list has all its rows, and nothing to press or fill in', async ({ page, server, signInAs }) => {
  const items = Array.from({ length: 700 }, (_, index) => {
    return { ...emptyColumns, id: index + 1, name: '', identifier: `PR${index + 1}x`, picture: '', public: true }
  })
  // Without spaces, which the PDF reader also finds between letters.
  const printed = async () =>
    (await readPdf(await page.pdf(), { codes: false })).map(({ text }) => text.replaceAll(' ', '')).join('\n')
  await page.route('**/api/inventory/cars', (route) => route.fulfill({ json: items }))
  await signInAs('root')
  await page.goto('/inventory/car')
  await expect(page.getByText('700 of 700 inventory items')).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  const list = await printed()
  expect(list.match(/PR\d+x/g)).toHaveLength(700)
  for (const absent of ['Goto…', 'root@example.org', 'DownloadCSV', 'Filter', 'AddItem']) {
    expect(list).not.toContain(absent)
  }

  // The browser's own search finds all of 500 rows: they are drawn.
  await page.route('**/api/inventory/cars', (route) => route.fulfill({ json: items.slice(0, 500) }))
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(501)

  const id = await addItem(server, {
    type: 'art',
    identifier: unique('PR'),
    name: 'On paper',
    tags: { artist: 'Anker' },
  })
  await page.goto(`/inventory-detail/${id}`)
  await expect(page.getByText('Anker').first()).toBeVisible()
  const item = await printed()
  expect(item).toContain('Onpaper')
  expect(item).toContain('Anker')
  for (const absent of ['SaveComment', 'Upload', 'Searchtheweb', 'Editinfo']) {
    expect(item).not.toContain(absent)
  }
})

test('the last of two quick presses counts, and the focus stays', async ({ page, server, signInAs }) => {
  const id = await addItem(server, { type: 'art', identifier: unique('FO'), tags: { artist: 'Anker' } })
  await signInAs('root')
  await page.goto(`/inventory-detail/${id}`)
  await test.step('pressed again before the first press is answered', async () => {
    const answers = Promise.withResolvers<void>()
    const saved: boolean[] = []
    await page.route('**/api/inventory/set-public', async (route) => {
      saved.push(route.request().postDataJSON().public)
      await answers.promise
      await route.fallback()
    })
    const visible = page.getByRole('switch', { name: 'Shown to visitors' })
    for (const shown of [false, true]) {
      await page.locator('label', { hasText: 'Shown to visitors' }).click()
      await expect(visible).toBeChecked({ checked: shown })
    }
    answers.resolve()
    await expect.poll(() => saved).toEqual([false, true])
    await expect(visible).toBeChecked()
  })

  await page.getByRole('button', { name: 'Edit attributes' }).click()
  await page.getByRole('button', { name: 'Add Missing' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.getByLabel('New comment').fill('Dusted.')
  await page.getByRole('button', { name: 'Save Comment' }).click()
  await expect(page.getByText('Dusted.').last()).toBeVisible()
  await expect(page.getByLabel('New comment')).toBeFocused()

  await page.goto('/report')
  await page.getByRole('button', { name: 'Generate Report' }).press('Enter')
  await expect(focused(page)).toHaveText(/^Generat/)
  await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeVisible()
  await expect(focused(page)).toHaveText('Result')

  // The chosen entry of the palette shows its icon in the colour of its text.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('la gr')
  const chosen = '[role=option][data-selected]'
  await expect(page.locator(chosen)).toHaveText(/La Grange/)
  expect(await styleOf(page, `${chosen} svg`, 'stroke')).toBe(await styleOf(page, chosen, 'color'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('fields and values are large enough, toasts cover no button, and the calendar opens at today', async ({
    page,
    server,
    signInAs,
  }) => {
    // A text twice as large wraps between words, not letters.
    await page.goto('/car/1')
    await page.evaluate(`document.documentElement.style.fontSize = '34px'`)
    const narrowest = await page.evaluate<number>(
      `Math.min(...[...document.querySelectorAll('.facts td')].map((cell) => cell.clientWidth))`,
    )
    expect(narrowest).toBeGreaterThan(250)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    const id = await addItem(server, { type: 'art', identifier: unique('PH') })
    await signInAs('root')
    await page.goto(`/inventory-detail/${id}`)
    await page.getByLabel('New comment').fill('Dusted.')
    // A smaller text makes an iPhone zoom in.
    expect(await styleOf(page, 'textarea', 'fontSize')).toBe('16px')
    await page.getByRole('button', { name: 'Save Comment' }).click()
    await page.getByRole('button', { name: /^Delete comment/ }).click()
    await expect(page.getByText('Comment deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'Go to…' }).click()
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeVisible()

    await page.goto('/journal?view=calendar')
    const today = page.locator('[data-today]')
    await expect(today).toBeInViewport()
    await page.evaluate('scrollTo(0, 0)')
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(today).toBeInViewport()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(today).toBeInViewport()

    await page.goto('/inventory/art')
    await page.getByRole('button', { name: 'Add Item' }).click()
    await expect(page.locator('label', { hasText: 'Identifier' })).toHaveText('Identifier *')
  })
})
