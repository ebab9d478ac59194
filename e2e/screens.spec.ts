import { isDeepStrictEqual } from 'node:util'
import { anyone, api, screens } from '@vitrine/contract'
import { Client } from '../apps/server/test/client.ts'
import { mp3File, pictureFile } from '../apps/server/test/media-files.ts'
import { findAxeViolations, type Look, wcagRules } from './axe.ts'
import { goTo } from './go-to.ts'
import { holdAnswers } from './hold-answers.ts'
import { postAs, uniqueName } from './items.ts'
import {
  type SpecifiedName,
  type SpecifiedScreen,
  shellNames,
  specifiedStaffScreens,
  specifiedVisitorScreens,
} from './specified.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

const desk = { width: 1280, height: 800, colorScheme: 'light' } as const
const phone = { width: 375, height: 844, colorScheme: 'dark' } as const
type Size = typeof desk | typeof phone

const firstScreen = 800
/** One run reports everything that is wrong. */
const softly = expect.configure({ soft: true, timeout: 20_000 })

/** The other screens for staff. A screen that scans loads its page anew, so it comes last. */
const others = Object.entries(screens)
  .filter(
    ([path, { access }]) =>
      access !== anyone && !specifiedStaffScreens.some(({ at }) => isAt(path, at)),
  )
  .map(([path, screen]) => ({ at: path.replace(':id', '1'), isLast: 'scans' in screen }))
  .sort((a, b) => Number(a.isLast) - Number(b.isLast))

/** A screen of which nothing is specified has a heading. */
const headingOnly: readonly SpecifiedName[] = [['heading', /./]]

function isAt(path: string, at: string): boolean {
  return new RegExp(`^${path.replace(':id', '\\d+')}$`).test(at)
}

test.beforeAll(async ({ server }) => {
  // The demo of tests has no files.
  const staff = new Client(server.url, {
    token: JSON.parse(await server.signInInfo('employee')).token,
  })
  for (const itemId of [20, 101])
    await staff.call(api.media.uploadImage, { body: { itemId }, file: await pictureFile() })
  await staff.call(api.media.uploadRecording, {
    body: { itemId: 101 },
    file: mp3File({ frames: 800 }),
  })
})

test('every desktop screen shows what is specified, does not shift, and is accessible', async ({
  page,
  server,
  signInAs,
}) => {
  const visit = await visitor(page, desk)
  for (const screen of specifiedVisitorScreens(await passwordLink(server)))
    await visit(screen, () => page.goto(screen.at, { waitUntil: 'domcontentloaded' }))
  await signInAs('root')
  for (const screen of specifiedStaffScreens)
    await visit(
      { ...screen, wide: [...shellNames, ...(screen.wide ?? [])] },
      () => page.goto(screen.at, { waitUntil: 'domcontentloaded' }),
      () => expectOpened(page, screen),
    )
  for (const { at } of others) await visit({ at, names: headingOnly }, () => goInside(page, at))
})

// Inside the app, which costs a fifth of a page load: how a page begins is seen on the desk.
test('every phone screen shows what is specified without a click, in order, and fits the window', async ({
  page,
  server,
  signInAs,
}) => {
  const visit = await visitor(page, phone)
  for (const screen of specifiedVisitorScreens(await passwordLink(server)))
    await visit(screen, () => page.goto(screen.at, { waitUntil: 'domcontentloaded' }))
  await signInAs('root')
  await page.goto('/about')
  for (const screen of [
    ...specifiedStaffScreens,
    ...others.map(({ at }) => ({ at, names: headingOnly })),
  ])
    await visit(screen, () => goInside(page, screen.at))
})

/** From one screen to another. What the former one leaves behind is no shift. */
async function goInside(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.evaluate(drawn)
  await page.evaluate('shifts.length = 0')
}

/** Opens screens before a server that answers late, and looks at each. */
async function visitor(page: Page, size: Size) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: size.colorScheme })
  await page.addInitScript(recordShifts)
  const answers = await holdAnswers(page)
  return (screen: SpecifiedScreen, open: () => Promise<unknown>, then = async () => {}) => {
    const title = screen.at.replace(/(set-password).*/, '$1')
    return test.step(title, async () => {
      const say = (what: string) => `${title}, ${size.width} px: ${what}`
      answers.hold()
      await open()
      await page.evaluate(drawn)
      const before = await boxes(page, namesOn(screen, size))
      answers.release()
      const seen = await expectInSight(
        page,
        namesOn(screen, size),
        say('not in sight'),
        answers.settled,
      )
      if (screen.names !== headingOnly) {
        const moved = [...before].filter(([name, box]) => !isDeepStrictEqual(box, seen.get(name)))
        softly(moved, say('moved')).toEqual([])
        softly(await page.evaluate('shifts'), say('moved, says the browser')).toEqual([])
      }

      const further = onFirstScreen(screen, size).filter(
        (name) => (seen.get(key(name))?.bottom ?? 0) > firstScreen,
      )
      softly(further, say('not on the first screen')).toEqual([])
      if (size === phone) {
        const tops = (screen.inOrder ?? []).map((name) => seen.get(key(name))?.top ?? 0)
        softly(tops, say('the order of the headings')).toEqual(tops.toSorted((a, b) => a - b))
        const overflow = () =>
          page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        await softly.poll(overflow, say('wider than the window')).toBeLessThanOrEqual(0)
      }
      await softly(
        page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root'),
      ).toHaveCount(0)
      // Axe takes longer than all the rest, and finds on a phone what it finds on a desk, as a rule.
      if (size === desk || process.env.TEST_LEVEL !== 'quick')
        softly(
          await findAxeViolations(page, [size satisfies Look], wcagRules, outsideFrames),
          say('axe'),
        ).toEqual([])
      await then()
    })
  }
}

/** The chat in its frame is not ours. */
const outsideFrames = { include: ['html'], exclude: ['iframe'] }

const onFirstScreen = (
  { at, first = [] }: SpecifiedScreen,
  size: Size,
): readonly SpecifiedName[] => (at === '/' || size === desk ? first : [])

const namesOn = (screen: SpecifiedScreen, size: Size): readonly SpecifiedName[] => [
  ...(size === desk ? (screen.wide ?? []) : []),
  ...screen.names,
  ...onFirstScreen(screen, size),
  ...(screen.inOrder ?? []),
]

async function expectOpened(page: Page, { at, opens = [] }: SpecifiedScreen): Promise<void> {
  for (const [control, names] of opens) {
    await find(page, control).first().click({ timeout: 5000 })
    await expectInSight(page, names, `${at}: not opened by ${key(control)}`)
  }
}

async function expectInSight(
  page: Page,
  names: readonly SpecifiedName[],
  message: string,
  settled = async () => {},
) {
  let seen = new Map<string, Box>()
  const missing = async () => {
    await settled()
    seen = await boxes(page, names)
    return names.map(key).filter((name) => !seen.has(name))
  }
  await softly.poll(missing, message).toEqual([])
  return seen
}

const key = (name: SpecifiedName): string => name.join(' ')

function find(page: Page, [by, name]: SpecifiedName) {
  if (by === 'css') return page.locator(String(name))
  if (by === 'text') return page.getByText(name, { exact: true })
  if (by === 'label') return page.getByLabel(name, { exact: true })
  // Its text is not its name.
  if (by === 'term') return page.locator(`dt:text-is("${name}")`)
  return page.getByRole(by, { name, exact: true })
}

interface Box {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

/** An element as drawn by the browser. */
interface Drawn {
  checkVisibility(options: object): boolean
  getBoundingClientRect(): Box & { readonly width: number }
}

/** The positions of the visible ones, all read at once. */
async function boxes(page: Page, names: readonly SpecifiedName[]): Promise<Map<string, Box>> {
  const found = await Promise.all(
    names.map(async (name) => {
      const box = await find(page, name).evaluateAll(([first]: Drawn[]): Box | null => {
        if (!first?.checkVisibility({ visibilityProperty: true })) return null
        const { left, top, bottom, width } = first.getBoundingClientRect()
        return width > 0 && bottom > top ? { left, top, bottom } : null
      })
      return box ? [[key(name), box] as const] : []
    }),
  )
  return new Map(found.flat())
}

/** Everything that does not wait for an answer is there: a heading or a notice, and ten frames bring nothing new. */
const drawn = `new Promise((done) => {
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
      if (!hadRecentInput) for (const { node, previousRect, currentRect } of sources)
        // The browser's own controls have inner boxes without a node.
        if (node || document.elementFromPoint(currentRect.x, currentRect.y)?.tagName !== 'AUDIO') shifts.push([value.toFixed(4), node?.outerHTML?.slice(0, 120) ?? node?.textContent, previousRect.y, currentRect.y, previousRect.x, currentRect.x].join(' | '))
  }).observe({ type: 'layout-shift', buffered: true })
`

async function passwordLink(server: TestServer): Promise<string> {
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
