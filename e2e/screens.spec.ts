import { isDeepStrictEqual } from 'node:util'
import { anyone, api, screens } from '@vitrine/contract'
import { createMp3File, createPictureFile } from '../apps/server/test/media-files.ts'
import { findAxeViolations, type Look, wcagRules } from './axe.ts'
import { goTo } from './go-to.ts'
import { holdAnswers } from './hold-answers.ts'
import { createClient, postAs, uniqueName } from './items.ts'
import {
  type SpecifiedName,
  type SpecifiedScreen,
  shellNames,
  specifiedStaffScreens,
  specifiedVisitorScreens,
} from './specified.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const desktop = { width: 1280, height: 800, colorScheme: 'light' } as const
const phone = { width: 375, height: 844, colorScheme: 'dark' } as const
type Size = typeof desktop | typeof phone

/** Height in pixels of what is visible without scrolling, also on the smallest common phone. */
const firstScreenHeight = 800

const timeoutMs = 20_000

/** Soft, so that one run reports every fault. */
const softly = expect.configure({ soft: true, timeout: timeoutMs })

/** The other staff screens. The scan screens come last, because they reload the page. */
const otherScreens = Object.entries(screens)
  .filter(
    ([route, { access }]) =>
      access !== anyone && !specifiedStaffScreens.some(({ path }) => matchesRoute(route, path)),
  )
  .map(([route, screen]) => ({ path: route.replace(':id', '1'), isLast: 'scans' in screen }))
  .sort((a, b) => Number(a.isLast) - Number(b.isLast))

/** For screens without specified labels. */
const headingOnly: readonly SpecifiedName[] = [['heading', /./]]

function matchesRoute(route: string, path: string): boolean {
  return new RegExp(`^${route.replace(':id', '\\d+')}$`).test(path)
}

test.beforeAll(async ({ server }) => {
  // Tests seed the demo without pictures and recordings.
  const staff = await createClient(server)
  for (const itemId of [20, 101])
    await staff.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  await staff.call(api.media.uploadRecording, {
    body: { itemId: 101 },
    file: createMp3File({ frames: 800 }),
  })
})

/** Leaves out the external chat in its frame. */
const withoutFrames = { include: ['html'], exclude: ['iframe'] }

/** Halves the time of axe: later rows and cards repeat the first ones. */
const firstOfEachList = {
  ...withoutFrames,
  exclude: [
    'iframe',
    'tbody tr:nth-child(n+5)',
    'main li:nth-child(n+5)',
    'article:nth-of-type(n+4)',
  ],
}

const desktopVisit = { axeContext: firstOfEachList, expectMore: expectToFitPhone }

test('visitors’ screens show what is specified, do not shift, are accessible and fit a phone', async ({
  page,
  server,
}) => {
  const checkScreen = await createScreenCheck(page, desktop, desktopVisit)
  for (const screen of specifiedVisitorScreens(await createPasswordLink(server)))
    await checkScreen(screen, () => loadScreen(page, screen.path))
})

test('specified staff screens show their labels, do not shift, are accessible and fit a phone', async ({
  page,
  signInAs,
}) => {
  const checkScreen = await createScreenCheck(page, desktop, desktopVisit)
  await signInAs('root')
  for (const screen of specifiedStaffScreens) {
    const wide = [...shellNames, ...(screen.wide ?? [])]
    await checkScreen({ ...screen, wide }, () => loadScreen(page, screen.path))
    await expectOpened(page, screen)
  }
})

test('all other staff screens are accessible and fit a phone', async ({ page, signInAs }) => {
  const checkScreen = await createScreenCheck(page, desktop, desktopVisit)
  await signInAs('root')
  await page.goto('/about')
  for (const { path } of otherScreens)
    await checkScreen({ path, names: headingOnly }, () => goInside(page, path))
})

// Navigates inside the app, which costs a fifth of a page load; the other stories load the screens.
test('on a phone in dark colours no screen shifts while answers arrive, and all are accessible', {
  tag: '@only-with-all',
}, async ({ page, server, signInAs }) => {
  const checkScreen = await createScreenCheck(page, phone, { axeContext: withoutFrames })
  for (const screen of specifiedVisitorScreens(await createPasswordLink(server)))
    await checkScreen(screen, () => loadScreen(page, screen.path))
  await signInAs('root')
  await page.goto('/about')
  for (const screen of specifiedStaffScreens)
    await checkScreen(screen, () => goInside(page, screen.path))
  for (const { path } of otherScreens)
    await checkScreen({ path, names: headingOnly }, () => goInside(page, path))
})

const loadScreen = (page: Page, path: string) => page.goto(path, { waitUntil: 'domcontentloaded' })

/** Goes to another screen, and ignores the layout shifts of leaving the former one. */
async function goInside(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.evaluate(untilDrawn)
  await page.evaluate('shifts.length = 0')
}

/** Formats the message of a failed check of the current screen. */
type FormatMessage = (fault: string) => string

interface ScreenCheckOptions {
  readonly axeContext: { readonly include: string[]; readonly exclude: string[] }
  readonly expectMore?: (
    page: Page,
    screen: SpecifiedScreen,
    message: FormatMessage,
  ) => Promise<void>
}

/**
 * Returns a function that opens a screen while the server answers late, and checks it, in the end
 * with axe.
 */
async function createScreenCheck(
  page: Page,
  size: Size,
  { axeContext, expectMore }: ScreenCheckOptions,
) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: size.colorScheme })
  await page.addInitScript(recordShifts)
  const answers = await holdAnswers(page)
  return (screen: SpecifiedScreen, open: () => Promise<unknown>) => {
    const title = screen.path.replace(/(set-password).*/, '$1')
    return test.step(title, async () => {
      const message = (fault: string) => `${title}, ${size.width} px: ${fault}`
      const names = listNames(screen, size)
      answers.hold()
      await open()
      await page.evaluate(untilDrawn)
      const boxesBefore = await readBoxes(page, names)
      answers.release()
      const boxes = await expectInSight(page, names, message, answers.untilSettled)
      if (screen.names !== headingOnly) {
        softly(listMoved(boxesBefore, boxes), message('moved')).toEqual([])
        softly(await page.evaluate('shifts'), message('moved, says the browser')).toEqual([])
      }
      expectOnFirstScreen(listFirstScreenNames(screen, size), boxes, message)
      const busyParts = page.locator(
        '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root',
      )
      await softly(busyParts).toHaveCount(0)
      await expectMore?.(page, screen, message)
      softly(
        await findAxeViolations(page, [size satisfies Look], wcagRules, axeContext),
        message('axe'),
      ).toEqual([])
    })
  }
}

/** Shows the open screen in the window of a phone, and checks what is visible without a click. */
async function expectToFitPhone(page: Page, screen: SpecifiedScreen, message: FormatMessage) {
  await page.setViewportSize(phone)
  const boxes = await expectInSight(page, listNames(screen, phone), (fault) =>
    message(`on a phone ${fault}`),
  )
  expectOnFirstScreen(listFirstScreenNames(screen, phone), boxes, message)

  const tops = (screen.inOrder ?? []).map((name) => boxes.get(formatName(name))?.top ?? 0)
  softly(tops, message('the order of the headings')).toEqual(tops.toSorted((a, b) => a - b))

  const outside = [...boxes].filter(([, { left, right }]) => left < 0 || right > phone.width)
  softly(outside, message('to be scrolled sideways')).toEqual([])
  const measureOverflow = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await softly.poll(measureOverflow, message('wider than a phone')).toBeLessThanOrEqual(0)
}

const listFirstScreenNames = (
  { path, first = [] }: SpecifiedScreen,
  size: Size,
): readonly SpecifiedName[] => (path === '/' || size === desktop ? first : [])

const listNames = (screen: SpecifiedScreen, size: Size): readonly SpecifiedName[] => [
  ...(size === desktop ? (screen.wide ?? []) : []),
  ...screen.names,
  ...listFirstScreenNames(screen, size),
  ...(screen.inOrder ?? []),
]

/** Lists the elements that were visible before and are now elsewhere. */
const listMoved = (before: ReadonlyMap<string, Box>, after: ReadonlyMap<string, Box>) =>
  [...before].filter(([name, box]) => !isDeepStrictEqual(toCorner(box), toCorner(after.get(name))))

function expectOnFirstScreen(
  names: readonly SpecifiedName[],
  boxes: ReadonlyMap<string, Box>,
  message: FormatMessage,
): void {
  const belowFirstScreen = names.filter(
    (name) => (boxes.get(formatName(name))?.bottom ?? 0) > firstScreenHeight,
  )
  softly(belowFirstScreen, message('not on the first screen')).toEqual([])
}

async function expectOpened(page: Page, { path, opens = [] }: SpecifiedScreen): Promise<void> {
  for (const [control, names] of opens) {
    await locate(page, control).first().click({ timeout: timeoutMs })
    await expectInSight(page, names, (fault) => `${path}, ${formatName(control)} pressed: ${fault}`)
  }
}

/** Waits until all elements are visible, and returns their positions. */
async function expectInSight(
  page: Page,
  names: readonly SpecifiedName[],
  message: FormatMessage,
  untilSettled = async () => {},
) {
  let boxes = new Map<string, Box>()
  const findMissing = async () => {
    await untilSettled()
    boxes = await readBoxes(page, names)
    return names.map(formatName).filter((name) => !boxes.has(name))
  }
  await softly.poll(findMissing, message('not in sight')).toEqual([])
  return boxes
}

const formatName = (name: SpecifiedName): string => name.join(' ')

function locate(page: Page, [by, name]: SpecifiedName) {
  if (by === 'css') return page.locator(String(name))
  if (by === 'text') return page.getByText(name, { exact: true })
  if (by === 'label') return page.getByLabel(name, { exact: true })
  // The accessible name of a term is not its text.
  if (by === 'term') return page.locator(`dt:text-is("${name}")`)
  return page.getByRole(by, { name, exact: true })
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Without the width, which may change with the text. */
const toCorner = (box: Box | undefined) => box && [box.left, box.top, box.bottom]

/** The methods of a DOM element that are used here. */
interface DomElement {
  checkVisibility(options: object): boolean
  getBoundingClientRect(): Box & { readonly width: number }
}

/** Reads the positions of all visible elements at once. */
async function readBoxes(page: Page, names: readonly SpecifiedName[]): Promise<Map<string, Box>> {
  const entries = await Promise.all(
    names.map(async (name) => {
      const box = await locate(page, name).evaluateAll(([first]: DomElement[]): Box | null => {
        if (!first?.checkVisibility({ visibilityProperty: true })) return null
        const { left, right, top, bottom, width } = first.getBoundingClientRect()
        return width > 0 && bottom > top ? { left, right, top, bottom } : null
      })
      return box ? [[formatName(name), box] as const] : []
    }),
  )
  return new Map(entries.flat())
}

/**
 * Waits until everything is drawn that needs no answer: a heading or status, then ten frames
 * without a change.
 */
const untilDrawn = `new Promise((done) => {
  let quiet = 0
  new MutationObserver(() => { quiet = 0 }).observe(document, { subtree: true, childList: true })
  const frame = () => {
    if (document.querySelector('h1, h2, main [role=status]') && ++quiet > 10) done()
    else requestAnimationFrame(frame)
  }
  frame()
})`

const recordShifts = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) for (const { node, previousRect: from, currentRect: to } of sources) {
        // The inner boxes of native controls have no node.
        if (!node && document.elementFromPoint(to.x, to.y)?.tagName === 'AUDIO') continue
        const text = node?.outerHTML?.slice(0, 120) ?? node?.textContent
        shifts.push([value.toFixed(4), text, from.y, to.y, from.x, to.x].join(' | '))
      }
  }).observe({ type: 'layout-shift', buffered: true })
`

async function createPasswordLink(server: TestServer): Promise<string> {
  const email = `${uniqueName('link').toLowerCase()}@example.org`
  const person = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: 'Link',
    phone: '',
    role: 'employee',
  }
  const { id } = await postAs<{ id: number }>(server, 'root', '/admin/employees/create', person)
  await postAs(server, 'root', '/admin/users/send-password-link', { userId: id })
  return new URL(await server.linkMailedTo(email)).pathname
}
