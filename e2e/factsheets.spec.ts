import { api, placeAttributeKey, toPublicNumber } from '@vitrine/contract'
import { addItem } from '../apps/server/test/inventory.ts'
import { createDrawing, createMp3File, createPictureFile } from '../apps/server/test/media-files.ts'
import { readPdf } from '../apps/server/test/read-pdf.ts'
import { applyLook, desktop, findAxeViolations, type Look, phone } from './axe.ts'
import { createClient } from './items.ts'
import { measureOverflow } from './layout.ts'
import { chatFrameUrl, expect, type Page, type TestServer, test } from './vitrine.ts'

const longWord = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3)
const description = `The first of its kind.\n\nIt came to the museum in 1987.\n\n${longWord}`

async function addCar(
  server: TestServer,
  tags: Record<string, string> = { model: 'Velo', year: '1896', power_hp: '1.5' },
) {
  const staff = await createClient(server)
  const id = await addItem(staff, { type_id: 1, name: 'Benz Velo', description })
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  const file = await createPictureFile(createDrawing({ width: 1600, height: 1200 }).jpeg())
  await staff.call(api.media.uploadImage, { body: { itemId: id }, file })
  return `/car/${id}`
}

const frenchText = 'Le lac est calme et la lumière est celle du matin.'

async function addArt(
  server: TestServer,
  texts: { readonly description: string } = { description },
) {
  const staff = await createClient(server)
  const id = await addItem(staff, { name: 'Lac Léman', ...texts })
  const tags = {
    artist: 'Ferdinand Hodler',
    title: longWord,
    year: '1905',
    composer: 'Liszt',
    music_detail: 'Un\nDeux',
  }
  await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
  const file = await createPictureFile(createDrawing({ width: 900, height: 1400 }).jpeg())
  await staff.call(api.media.uploadImage, { body: { itemId: id }, file })
  await staff.call(api.media.uploadRecording, {
    body: { itemId: id },
    file: createMp3File({ frames: 800 }),
  })
  return `/art/${toPublicNumber('art', id)}`
}

const readBoxes = (page: Page, parts: readonly string[]) =>
  Promise.all(
    parts.map(
      async (part) =>
        (await page.locator(part).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    ),
  )

/** Expects each part to begin below the end of the one before. */
async function expectBelowEachOther(page: Page, parts: readonly string[]): Promise<void> {
  const boxes = await readBoxes(page, parts)
  const ends = boxes.map(({ y, height }) => y + height)
  for (const [index, { y }] of boxes.slice(1).entries())
    expect(y, `${parts[index + 1]} below ${parts[index]}`).toBeGreaterThanOrEqual(ends[index] ?? 0)
}

const area = ({ width, height }: { width: number; height: number }) => width * height

/** Waits until the picture is decoded, and returns its source. */
const waitForPicture = (page: Page) =>
  page.evaluate<string>(
    `(async (img) => (await img.decode(), img.currentSrc))(document.querySelector('main img'))`,
  )

/** Expects the page to fit a phone and a desktop. */
async function expectToFit(
  page: Page,
  check: (look: Look) => Promise<void> = async () => {},
): Promise<void> {
  for (const look of [phone, desktop]) {
    await applyLook(page, look)
    expect(await measureOverflow(page), JSON.stringify(look)).toBe(0)
    await check(look)
  }
}

test('a car’s page has its parts in the specified order on desktop, phone and paper', async ({
  page,
  server,
}) => {
  await page.route(`${chatFrameUrl}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Chat</title><main><h1>Ask</h1></main></html>',
    }),
  )
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(await addCar(server))
  const code = page.getByRole('img', { name: 'QR code of this page' })
  const questions = page.getByRole('heading', { name: /Questions.*Fragen.*Вопросы.*質問/ })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benz Velo')
  await expect(page.getByRole('row', { name: 'Power (kW) 1' })).toBeVisible()
  expect(await waitForPicture(page)).toContain('/api/image/')
  expect(requestedPaths).not.toContain('/public/zoom.js')
  await questions.scrollIntoViewIfNeeded()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Ask' })).toBeVisible()
  await expectToFit(page, async ({ width }) => {
    await expect(page.locator('.description').getByText(longWord)).toBeVisible()
    await expect(code).toHaveCSS('width', '200px')
    await expect(questions).toBeVisible()
    if (width < 1000) {
      await expectBelowEachOther(page, [
        '.picture',
        'h1',
        'table',
        '.qr',
        '.description',
        '.questions',
        '.around',
        '.ends',
      ])
      return
    }
    // Code and text are side by side.
    for (const part of ['.qr', '.description'])
      await expectBelowEachOther(page, ['.picture', part, '.questions', '.ends'])
    await expectBelowEachOther(page, ['h1', 'table', '.description', '.around', '.ends'])
  })

  await test.step('on paper the code is beside the picture; at the end it would take another page', async () => {
    await page.emulateMedia({ media: 'print' })
    const [printedCode, printedPicture] = await Promise.all(
      ['.qr', '.picture'].map((part) => page.locator(part).boundingBox()),
    )
    expect(printedCode?.y).toBe(printedPicture?.y)
    expect(printedCode?.x).toBeGreaterThanOrEqual(
      (printedPicture?.x ?? 0) + (printedPicture?.width ?? 0),
    )
    // Foundation and address share a line.
    await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot(
      '- paragraph: /©/\n- paragraph: /^, ?\\S/',
    )
  })

  await page.emulateMedia({ media: null })
  await test.step('a visitor enlarges a picture by key, zooms by keyboard, wheel and fingers, and closes it', async () => {
    const link = page.getByRole('link', { name: /Benz Velo.*Enlarge/ })
    await link.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Benz Velo' })
    const zoomIn = dialog.getByRole('button', { name: 'Zoom in' })
    const viewer = `OpenSeadragon.getViewer(document.querySelector('.zoom .deep'))`
    const viewport = `${viewer}.viewport`
    const readScale = () =>
      page.evaluate<number>(`${viewport}.getZoom() / ${viewport}.getHomeZoom()`)
    const readLeft = () =>
      page.evaluate<number>(`${viewport}.pixelFromPoint(new OpenSeadragon.Point(0, 0)).x`)

    const close = dialog.getByRole('button', { name: 'Close' })
    await expect(close).toBeFocused()
    // The button is in the corner, away from where fingers move the picture.
    const [corner, { width }] = [await close.boundingBox(), page.viewportSize() ?? { width: 0 }]
    expect(corner?.y).toBeLessThan(24)
    expect(width - (corner?.x ?? 0) - (corner?.width ?? 0)).toBeLessThan(24)
    await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
    await expect(zoomIn).toBeEnabled()
    expect(await page.evaluate(`${viewer}.source.url`)).toMatch(/\/api\/image\/\d+\?/)
    // Each press enlarges the picture by half.
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(readScale).toBeCloseTo(1.5 ** 2)
    const arrowKeyStep = 60
    const leftBefore = await readLeft()
    await page.keyboard.press('ArrowRight')
    await expect.poll(readLeft).toBeCloseTo(leftBefore - arrowKeyStep, 0)
    await page.keyboard.press('-')
    await dialog.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(readScale).toBeCloseTo(1)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, -400)
    await expect.poll(readScale).toBeGreaterThan(1.1)
    for (let times = 0; times < 2; times++) await page.keyboard.press('+')
    const leftBeforeDrag = await readLeft()
    await page.mouse.down()
    await page.mouse.move(350, 300, { steps: 3 })
    await page.mouse.up()
    await expect.poll(readLeft).toBeGreaterThan(leftBeforeDrag + 30)
    await page.mouse.dblclick(400, 300)
    await expect.poll(readScale).toBeCloseTo(1)

    const touch = await page.context().newCDPSession(page)
    const fingers = (type: string, ...xs: number[]) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: xs.map((x, id) => ({ x, y: 300, id })),
      })
    await fingers('touchStart', 400, 500)
    for (const by of [25, 50, 75, 100]) await fingers('touchMove', 400 - by, 500 + by)
    await fingers('touchEnd')
    await expect.poll(readScale).toBeGreaterThan(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  })
})

test('a printed car page splits its table instead of leaving the first sheet empty', async ({
  page,
  server,
}) => {
  // Three texts of this height need two sheets.
  const lineCount = 18
  const lines = Array.from({ length: lineCount }, (_, index) => `line ${index}`).join('\n')
  await page.goto(
    await addCar(server, {
      year: '1896',
      engine: lines,
      body: lines,
      transmission: lines,
    }),
  )
  await waitForPicture(page)
  const sheets = await readPdf(await page.pdf({ format: 'A4' }))
  for (const sheet of [0, 1])
    expect(sheets[sheet]?.text.replaceAll(' ', '')).toContain(`line${lineCount - 1}`)
})

test('the questions area keeps its size and says when questions can’t be asked', async ({
  page,
  context,
  server,
}) => {
  const car = await addCar(server)
  const frameArea = page.locator('.frame')
  const readHeight = async () => (await frameArea.boundingBox())?.height
  let heightBefore: number | undefined
  const noReception = /^Without reception, questions can’t be asked here\./
  await page.setViewportSize({ width: 390, height: 844 })

  await test.step('an external chat that hangs keeps its space', async () => {
    const chatAnswers = Promise.withResolvers<void>()
    await page.route(`${chatFrameUrl}**`, async (route) => {
      await chatAnswers.promise
      await route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><title>Chat</title><h1>Ask</h1></html>',
      })
    })
    await page.goto(`${car}?lang=en`, { waitUntil: 'domcontentloaded' })
    await frameArea.scrollIntoViewIfNeeded()
    await expect(frameArea.getByText('One moment …')).toBeVisible()
    heightBefore = await readHeight()
    chatAnswers.resolve()
    await expect(frameArea.getByText('One moment …')).toHaveCount(0)
    expect(await readHeight()).toBe(heightBefore)
  })

  await test.step('our own questions page is a link until it is loaded, and a sentence if it fails', async () => {
    await page.route(
      '**/ask/art/*',
      (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }),
      { times: 1 },
    )
    await page.goto('/art/1?lang=en')
    await expect(frameArea.getByRole('link', { name: 'Ask' })).toHaveCount(1)
    expect(await readHeight()).toBe(heightBefore)
    await frameArea.scrollIntoViewIfNeeded()
    await expect(frameArea).toHaveText(noReception)
  })
  await test.step('without a network it says so, and loads once the network is back', async () => {
    await page.goto('/art/3?lang=en')
    await context.setOffline(true)
    await frameArea.scrollIntoViewIfNeeded()
    await expect(frameArea).toHaveText(noReception)
    await expect(page.locator('.frame iframe')).toHaveCount(0)
    expect(await readHeight()).toBe(heightBefore)
    await context.setOffline(false)
    await expect(
      page.frameLocator('.frame iframe').getByRole('textbox', { name: 'Your question' }),
    ).toBeVisible()
    await expect(frameArea.getByText(noReception)).toHaveCount(0)
    expect(await readHeight()).toBe(heightBefore)
  })
})

test('an artwork is the largest part of its page, with its player on the first screen', async ({
  page,
  server,
}) => {
  await page.goto(await addArt(server))
  await expect(page.getByRole('table', { name: 'Artwork' }).getByRole('row').first()).toHaveText(
    /Artist\s*Ferdinand/,
  )
  await expect(page.getByRole('table', { name: 'Music' })).toBeVisible()
  const [play, pause] = ['Play', 'Pause'].map((name) => page.getByRole('button', { name }))
  if (!play || !pause) throw new Error('no buttons')
  await expectToFit(page, async ({ width }) => {
    if (width < 1000) {
      const parts = [
        '.picture',
        'h1',
        '.player',
        '.music table',
        '.about > table',
        '.description',
        '.questions',
        '.ends',
      ]
      await expectBelowEachOther(page, parts)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await page.evaluate('scrollTo(0, 0)')
    await expect(play).toBeInViewport({ ratio: 1 })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const [picture, ...others] = await readBoxes(page, [
    '.picture img',
    '.music',
    '.about > table',
    '.around',
  ])
  for (const other of others)
    expect(area(picture ?? { width: 0, height: 0 })).toBeGreaterThan(area(other))

  await page.setViewportSize({ width: 390, height: 500 })
  const isPlaying = () =>
    page.evaluate(
      `(({ paused, currentTime }) => !paused && currentTime > 0)(document.querySelector('audio'))`,
    )
  const positionBar = page.getByRole('slider', { name: 'Position' })
  await expect(positionBar).toBeDisabled()
  await play.click()
  await expect.poll(isPlaying).toBe(true)
  await expect(page.getByText(/0:\d\d \/ 0:2\d/)).toBeVisible()
  await positionBar.press('PageUp')
  await positionBar.press('PageUp')
  await expect(positionBar).toHaveAttribute('aria-valuetext', /^0:(0[4-9]|1\d) of 0:2\d$/)
  expect(await page.evaluate('navigator.mediaSession.metadata.title')).toBe('Lac Léman')
  expect(await page.evaluate('navigator.mediaSession.metadata.artist')).toBe('Liszt – Un')

  const expectBarBelow = (top: number) =>
    expect.poll(async () => (await positionBar.boundingBox())?.y ?? 0).toBeGreaterThan(top)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expectBarBelow(430)
  await expect(play).toBeHidden()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const footerBox = await page.getByText('©').boundingBox()
  const controls = await page.locator('.controls').boundingBox()
  expect((footerBox?.y ?? 0) + (footerBox?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0)
  await pause.press('Enter')
  await expect.poll(isPlaying).toBe(false)
  await expect(play).toBeFocused()

  await page.evaluate(`document.querySelector('[data-player]').scrollIntoView({ block: 'center' })`)
  await expect(pause).toBeVisible()
  await expect(play).toBeVisible()

  await page.route('**/api/recording/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await play.click()
  await expect(page.getByRole('status')).toHaveText(/can’t be played/)
})

test('without scripts a visitor chooses a language, reads a long text and plays the recording', async ({
  browser,
  server,
}) => {
  const path = await addArt(server, {
    description: `${frenchText}\n\n${'Une phrase de plus. '.repeat(40)}`,
  })
  const context = await browser.newContext({
    locale: 'ja-JP',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(server.url + path)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByText('日本語版はまだありません。この文章はフランス語です。')).toBeVisible()
  await expect(page.getByRole('row', { name: '作者 Ferdinand Hodler' })).toBeVisible()

  const switcher = page.locator('.languages summary')
  await expect(page.getByRole('link', { name: 'Français' })).toBeHidden()
  await switcher.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Français' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?lang=fr$/)
  await expect(switcher).toHaveText('Français')
  await expect(page.locator('.notice')).toHaveCount(0)
  await switcher.click()
  await expect(page.getByRole('link', { name: 'Français' })).toHaveAttribute('aria-current', 'true')
  await switcher.click()

  await expect(page.getByText('Une phrase de plus.')).toBeVisible()
  await expectBelowEachOther(page, ['audio', '.facts[aria-label="Œuvre"]', '.description'])
  await expect(page.locator('audio[controls]')).toBeInViewport()
  // Only a link, without an empty area for the frame.
  await expect(page.getByRole('link', { name: 'Poser la question' })).toBeVisible()
  expect((await page.locator('.frame').boundingBox())?.height).toBeLessThan(100)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lac Léman')
  await expect(page.locator('audio[controls]')).toBeVisible()
  await expect(page.getByText('Écouter')).toBeHidden()
  await page.locator('.picture a[data-enlarge]').click()
  await expect(page).toHaveURL(/\/api\/image\/\d+\?v=/)
  await context.close()
})

test('pages fit and are accessible in three languages, in a contrast theme and without content', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const path = await addArt(server)
  const looks = [
    { lang: 'fr', width: 375, colorScheme: 'light' },
    { lang: 'de', width: 375, colorScheme: 'dark' },
    { lang: 'ja', width: 1280, colorScheme: 'light', forcedColors: 'active' },
  ] as const
  for (const { lang, width, colorScheme, ...media } of looks) {
    await page.emulateMedia(media)
    await page.goto(`${path}?lang=${lang}`)
    await page.locator('.languages summary').click()
    const look = { width, colorScheme }
    await applyLook(page, look)
    expect(await measureOverflow(page), lang).toBe(0)
    expect(await findAxeViolations(page, [look], {})).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'none' })
  // The language chosen last is remembered.
  await page.goto('/art/99999')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.goto('/art/99999?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing under this number')
  await expect(page.getByText('La Grange')).toBeVisible()
  expect(await findAxeViolations(page, [phone, desktop], {})).toEqual([])
})

/** Turns from the fourth picture, which is shown in tiles, to the second. */
async function expectToTurnPages(page: Page, credits: readonly string[]): Promise<void> {
  const enlarged = page.locator('dialog.zoom')
  const caption = enlarged.locator('p')
  const expectShown = async (number: number) => {
    await expect(caption).toContainText(`${number} / 13`)
    // The whole credit, however long.
    await expect(caption).toContainText(credits[number - 1] ?? '')
    await expect(caption.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
    const { x, width } = (await caption.boundingBox()) ?? { x: -1, width: 0 }
    expect([x >= 0, x + width <= 390]).toEqual([true, true])
  }
  const swipe = async (from: number, to: number) => {
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x) => ({ x, y: 300, id: 0 })),
      })
    await finger('touchStart', from)
    for (const part of [0.3, 0.6, 1]) await finger('touchMove', from + (to - from) * part)
    await finger('touchEnd')
  }
  await expect(enlarged.locator('canvas').first()).toBeVisible()
  await expect(enlarged.locator('img')).toBeHidden()
  await expectShown(4)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(enlarged.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectShown(4)
  await swipe(300, 100)
  await expectShown(5)
  await swipe(100, 300)
  await expectShown(4)
  await page.keyboard.press('ArrowLeft')
  await expectShown(3)
  await enlarged.getByRole('button', { name: 'Previous' }).click()
  await expectShown(2)
  for (const shown of [1, 13, 12]) {
    await page.keyboard.press('ArrowLeft')
    await expectShown(shown)
  }
  const next = enlarged.getByRole('button', { name: 'Next' })
  for (const shown of [13, 1, 2]) {
    await next.click()
    await expectShown(shown)
  }
  // When zoomed, arrow keys and fingers move the picture, and nothing covers it.
  await expect(enlarged.getByRole('button', { name: 'Zoom in' })).toBeEnabled()
  await page.keyboard.press('+')
  await expect(caption).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await swipe(300, 100)
  await page.keyboard.press('0')
  await expectShown(2)
  await page.keyboard.press('Escape')
}

test('further pictures are a strip: swiped, loaded when visible, each enlarged', {
  tag: '@only-with-all',
}, async ({ page, server }) => {
  const path = await addCar(server)
  const staff = await createClient(server)
  const id = Number(path.split('/').at(-1))
  // With the cover they are fourteen: the strip shows twelve of these and a link to all. Another
  // width makes another picture, and the third one is high enough to be shown in tiles.
  for (let index = 0; index < 13; index++) {
    const height = index === 2 ? 2500 : 400
    const file = await createPictureFile(createDrawing({ width: 700 + index, height }).jpeg())
    await staff.call(api.media.addPicture, { body: { itemId: id }, file })
  }
  const { version, pictures } = await staff.call(api.inventory.details, { params: { id } })
  const credits = [
    'Anna Muster',
    'Anna Muster',
    longWord,
    'תמונה מאת אברהם',
    longWord.slice(0, 200),
  ]
  const withCredits = pictures.map(
    ({ fileName: _, width: __, height: ___, ...picture }, index) => ({
      ...picture,
      credit: credits[index] ?? '',
      alt: { fr: '', de: '', en: index === 3 ? 'The dashboard' : '' },
    }),
  )
  await staff.call(api.media.savePictures, { body: { itemId: id, version, pictures: withCredits } })

  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${path}?lang=en`)
  await waitForPicture(page)
  const strip = page.getByRole('list', { name: 'More pictures' })
  await expect(strip.getByRole('link', { name: /Benz Velo|dashboard/ })).toHaveCount(12)
  const lastInStrip = pictures[12]?.name ?? ''
  expect(requestedUrls.some((address) => address.includes(lastInStrip))).toBe(false)
  await expect(strip.getByRole('link', { name: 'All 14 pictures' })).not.toBeInViewport()
  const box = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 100, box.y + 40)
  await page.mouse.wheel(3_000, 0)
  await expect(strip.getByRole('link', { name: 'All 14 pictures' })).toBeInViewport()
  await expect.poll(() => requestedUrls.some((address) => address.includes(lastInStrip))).toBe(true)
  await expectToFit(page)
  await page.setViewportSize({ width: 390, height: 844 })

  const dashboard = strip.getByRole('link', { name: 'The dashboard' })
  await dashboard.click()
  const dialog = page.getByRole('dialog', { name: 'The dashboard' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dashboard).toBeFocused()
  await dashboard.click()
  await expectToTurnPages(page, credits)
  await expect(strip.getByRole('link', { name: 'Benz Velo (2)' })).toBeFocused()

  await strip.getByRole('link', { name: 'All 14 pictures' }).click()
  await expect(strip.getByRole('link', { name: /Benz Velo|dashboard/ })).toHaveCount(13)
  expect(await measureOverflow(page)).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await expect(strip).toBeHidden()
  await expect(page.getByRole('img', { name: 'Benz Velo', exact: true })).toBeVisible()
})

test('a signed-in browser gets a link from an item’s page to its screen, without a request', async ({
  page,
  server,
  signInAs,
}) => {
  const link = page.getByRole('link', { name: 'Open in Vitrine' })
  const requestedPaths: string[] = []
  const musicTops: unknown[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  const visitAndListApiCalls = async () => {
    await page.goto('/art/1?lang=fr')
    await page.waitForLoadState()
    musicTops.push(
      await page.evaluate(`document.querySelector('.music').getBoundingClientRect().top`),
    )
    return requestedPaths
      .splice(0)
      .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/image/'))
  }
  expect(await visitAndListApiCalls()).toEqual([])
  await expect(link).toHaveCount(0)
  await signInAs('employee')
  expect(await visitAndListApiCalls()).toEqual([])
  expect(musicTops[1]).toBe(musicTops[0])
  await link.click()
  await expect(page).toHaveURL(/\/inventory-detail\/101$/)
  await expect(page.getByRole('heading', { name: 'LG-001' })).toBeVisible()

  // Visitors learn nothing about a withdrawn item, but staff still get the link.
  const staff = await createClient(server)
  const itemId = await addItem(staff, { name: 'Lac Léman' })
  await staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
  await page.goto(`/art/${toPublicNumber('art', itemId)}?lang=en`)
  await expect(page.getByRole('heading', { name: 'Not on show at present' })).toBeVisible()
  await expect(link).toHaveAttribute('href', `/inventory-detail/${itemId}`)
  await page.goto('/art/99999')
  await expect(link).toHaveCount(0)
})

test('Escape and a click elsewhere close the language menu', async ({ page }) => {
  for (const path of ['/art/1?lang=en', '/manege?lang=en', '/art/99999?lang=en']) {
    await page.goto(path)
    const switcher = page.locator('.languages summary')
    const french = page.getByRole('link', { name: 'Français' })
    await switcher.click()
    await expect(french).toBeVisible()
    await french.focus()
    await page.keyboard.press('Escape')
    await expect(french).toBeHidden()
    await expect(switcher).toBeFocused()
    await switcher.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(french).toBeHidden()
  }
})

test('a picture that fails shows the fallback as a cover, in the strip and in a link', async ({
  page,
  server,
}) => {
  const path = await addCar(server)
  const staff = await createClient(server)
  const id = Number(path.split('/').at(-1))
  for (const width of [500, 600]) {
    const file = await createPictureFile(createDrawing({ width, height: 400 }).jpeg())
    await staff.call(api.media.addPicture, { body: { itemId: id }, file })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${path}?lang=en`)
  await waitForPicture(page)
  const link = page.locator('.picture > a')
  const before = await link.boundingBox()
  const { pictures } = await staff.call(api.inventory.details, { params: { id } })
  await page.route(new RegExp(`thumbnail|v=(${pictures[0]?.name}|${pictures[1]?.name})`), (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await page.reload()
  const cover = page.getByRole('img', { name: 'Benz Velo', exact: true })
  await expect(cover.locator('svg')).toBeVisible()
  await expect(cover).toHaveCSS('width', `${before?.width}px`)
  expect((await cover.boundingBox())?.height).toBeCloseTo(before?.height ?? 0, 0)
  // The fallback can't be enlarged.
  await expect(page.getByRole('link', { name: /Enlarge/ })).toHaveCount(0)
  const strip = page.getByRole('list', { name: 'More pictures' })
  await expect(strip.getByRole('img', { name: 'Benz Velo (2)' }).locator('svg')).toBeVisible()
  await page.locator('.around').scrollIntoViewIfNeeded()
  await expect(page.locator('.around img')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Previous/ })).toBeVisible()
})

test.describe('markup in a text', () => {
  // Without the policy, which would stop it anyway: the markup itself has to be harmless.
  test.use({ bypassCSP: true })

  const hostileMarkup = `</script></style></title><script>window.hurt=1</script><img src="/x" onerror="window.hurt=2"><svg onload="window.hurt=3">`
  const readHarm = (page: Page) => page.evaluate('window.hurt')

  test('markup in a text is shown on the pages of a car and an artwork, never run', async ({
    page,
    server,
  }) => {
    const staff = await createClient(server)
    for (const type of ['car', 'art'] as const) {
      const id = await addItem(staff, {
        type_id: type === 'car' ? 1 : 2,
        name: hostileMarkup,
        description: hostileMarkup,
      })
      const definitions = await staff.call(
        type === 'car' ? api.inventory.carTags : api.inventory.artTags,
      )
      const tags = Object.fromEntries(
        definitions
          .filter(({ tag_key }) => tag_key !== placeAttributeKey)
          .map(({ tag_key }) => [tag_key, hostileMarkup]),
      )
      await staff.call(api.inventory.saveTags, { body: { itemId: id, tags } })
      await page.goto(`/${type}/${toPublicNumber(type, id)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostileMarkup)
      await expect(page.getByRole('cell', { name: hostileMarkup }).first()).toBeVisible()
      expect(await page.locator('img[src="/x"], svg[onload]').count()).toBe(0)
      expect(await readHarm(page)).toBeUndefined()
      expect(await measureOverflow(page)).toBe(0)
    }
  })
})
