import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Request } from '@playwright/test'
import { admits, api, managers, type Role, rootOnly, staff } from '@vitrine/contract'
import { Client } from '../apps/server/test/client.ts'
import { mp3File, pictureFile } from '../apps/server/test/media-files.ts'
import { goTo } from './go-to.ts'
import { post, unique } from './items.ts'
import { expect, type Page, type TestServer, test } from './vitrine.ts'

/** A label of the specification, and the element that carries it. */
type Name = readonly [by: Parameters<Page['getByRole']>[0] | 'label' | 'text' | 'css', name: string | RegExp]

interface Screen {
  readonly at: string
  readonly for: readonly Role[] | 'visitors'
  /** The specified labels: there without a click, in the first line of the window or further down. */
  readonly names: readonly Name[]
  /** Additional labels of some roles. */
  readonly namesFor?: readonly (readonly [roles: readonly Role[], names: readonly Name[]])[]
  /** Labels for wide screens only. */
  readonly wide?: readonly Name[]
  /** Headings whose order is specified, as it reads on a phone. */
  readonly inOrder?: readonly Name[]
  /** On the first screen, without scrolling; on Home at every size. */
  readonly first?: readonly Name[]
  /** The labels that a specified control opens. */
  readonly opens?: readonly (readonly [control: Name, names: readonly Name[]])[]
}

const named = (by: Name[0], ...names: readonly (string | RegExp)[]): Name[] => names.map((name) => [by, name])

const carColumns = named('columnheader', 'Identifier', 'Name', 'Origin', 'Model', 'Year', 'Body')
const artColumns = [
  ['css', 'tbody img, tbody svg'],
  ...named('columnheader', 'Identifier', /Name.*Artist/, /Music.*Composer/),
] as const

const list = {
  for: staff,
  names: [
    ['label', 'Filter the items'],
    ['text', /^\d+ of \d+ inventory items$/],
    ...named('button', /^Download CSV/, /CSV delimiter: Semicolon/, 'Add Item'),
  ],
  opens: [[['button', 'Add Item'], named('textbox', 'Identifier', 'Name', 'Description')]],
} as const satisfies Partial<Screen>

const item = {
  for: staff,
  names: [
    ['css', '#content img'],
    ['label', 'Picture'],
    ['button', 'Upload'],
    ...named('term', 'Name', 'Identifier', 'Description'),
    ['link', 'Search the web'],
    ...named('button', 'Edit info', 'Edit attributes', 'Save Comment'),
    ['link', 'Web factsheet'],
    ['css', '[placeholder="Add a comment..."]'],
    ['heading', 'Most Recent Comments'],
    ['button', /^Delete comment/],
  ],
  inOrder: named('heading', 'Info', 'Attributes', 'Factsheets', 'Comments'),
  opens: [
    [
      ['button', 'Edit info'],
      [...named('textbox', 'Name', 'Identifier', 'Description'), ...named('button', 'Remove Line Breaks', 'Save Info')],
    ],
    [['button', 'Edit attributes'], named('button', 'Add Missing', 'Save Attributes')],
  ],
} as const satisfies Partial<Screen>

const password = named('label', 'New Passwort', 'Repeat password')
const user: Screen['names'] = [
  ...named('radio', 'Admin', 'Employee', 'Mr.', 'Ms.'),
  ...named('textbox', 'E-mail', 'First name', 'Last name', 'Phone'),
  ...named('button', 'Back', 'Save'),
]
// An admin can't create a root.
const rootOption: Screen['namesFor'] = [[rootOnly, [['radio', 'Root']]]]
const questions = 'Questions · Fragen · Questions · Domande · Preguntas · Perguntas · Вопросы · 问题 · 質問'

/** The specification, screen by screen. */
const screens = (setPassword: string): readonly Screen[] => [
  {
    at: '/login',
    for: 'visitors',
    names: [...named('textbox', 'E-mail', 'Password'), ['button', 'Login'], ['link', 'Forgot password?']],
  },
  {
    at: '/forgot-password',
    for: 'visitors',
    names: [
      ['textbox', 'E-mail'],
      ['button', 'Send link'],
    ],
  },
  { at: setPassword, for: 'visitors', names: [['heading', 'Set Password'], ...password] },
  {
    at: '/car/20?lang=en',
    for: 'visitors',
    names: [
      ['img', 'Vitrine'],
      ['text', 'Le Manège'],
      ['heading', 'Citroën Traction Avant 11 BL'],
      ...named('rowheader', 'Model', 'Year', 'Origin', 'Country', 'Power (hp)', 'Power (kW)'),
      ['img', 'QR code of this page'],
      ['heading', questions],
      ['css', 'iframe'],
      ['text', /^© \d{4}/],
    ],
  },
  {
    at: '/art/1?lang=en',
    for: 'visitors',
    names: [
      ['img', 'Vitrine'],
      ['text', 'La Grange'],
      ...named('button', 'Play'),
      ...named('rowheader', 'Composer', 'Music', 'Music Detail', 'Music Interpreters', 'Reference'),
      ...named('rowheader', 'Artist', 'Year', 'Dimensions', 'Technique', 'Collection'),
      ['css', 'figure img'],
    ],
  },
  {
    at: '/save-the-date?lang=en',
    for: 'visitors',
    names: [
      ['heading', /^From /],
      ['heading', / \d\d:\d\d$/],
    ],
  },

  {
    at: '/',
    for: staff,
    names: [],
    first: [
      ...named('heading', 'Inventory Museum', 'Utilities', 'Website'),
      ...named('link', 'Le Manège', 'La Grange', 'Comments', 'Save the Date'),
    ],
    namesFor: [
      [rootOnly, [['heading', 'AI Tools External'], ...named('link', /^Chat Logs/, 'Assistant', 'Journal', 'Report')]],
    ],
    inOrder: named('heading', 'Inventory Museum', 'Utilities', 'Website', 'Open for me'),
  },
  { ...list, at: '/inventory/car', names: [...list.names, ['button', 'PDF One-Pagers']], wide: carColumns },
  {
    ...list,
    at: '/inventory/art',
    names: [
      ...list.names,
      ['button', 'PDF Info Cards'],
      ['button', 'Upload CSV'],
      ...named('button', 'List', 'Grid'),
      ['group', 'Artists'],
    ],
    wide: artColumns,
  },
  {
    ...item,
    at: '/inventory-detail/20',
    names: [
      ...item.names,
      ['heading', /LM-020/],
      ['link', 'A4 One Pager'],
      ...named('term', 'Model', 'Year', 'Power (hp)'),
    ],
    first: [
      ['button', 'Edit info'],
      ['term', 'Model'],
      ['link', 'Web factsheet'],
      ['link', 'A4 One Pager'],
    ],
  },
  {
    ...item,
    at: '/inventory-detail/101',
    names: [
      ...item.names,
      ['heading', /LG-001/],
      ['link', 'A6 Info Card'],
      ['link', /QR code/],
      ['css', 'audio'],
      ...named('term', 'Artist', 'Music'),
    ],
    first: [
      ['button', 'Edit info'],
      ['term', 'Artist'],
      ['link', 'Web factsheet'],
      ['link', 'A6 Info Card'],
      ['link', /QR code/],
    ],
  },
  {
    at: '/comments',
    for: staff,
    names: [
      ['label', 'Filter the comments'],
      ['group', 'Quick filters'],
      ['group', 'Identifiers'],
      ['link', 'LM-013'],
      ['button', /^Delete comment/],
    ],
  },
  {
    at: '/cms',
    for: staff,
    names: [
      ...named('button', 'New Event', 'Remove Event', 'Save Events', 'Rich Text', 'HTML'),
      ...named('checkbox', 'From', 'Time', 'Active'),
      ...named('label', 'Date', 'Time of the event'),
      ...named('textbox', 'French text', 'German text', 'English text'),
    ],
  },
  {
    at: '/journal',
    for: managers,
    names: [
      ['label', 'Filter the journal'],
      ['button', /^#/],
      ...named('button', 'List', 'Calendar', /^Download CSV/, /CSV delimiter: Comma/, /^Edit entry/, /^Delete entry/),
    ],
    wide: [
      ['css', 'textarea[rows="6"]'],
      ...named('label', 'Summary language', /^Date/),
      ['group', 'Tags'],
      ...named('button', 'Summarize', 'Correct Spelling', 'Add Entry', 'Manage Tags'),
    ],
    opens: [
      [
        ['button', /^Edit entry/],
        [['css', 'textarea[rows="9"]'], ...named('button', 'Delete', 'Cancel', 'Save Changes')],
      ],
    ],
  },
  {
    at: '/report',
    for: managers,
    names: [
      ['heading', 'Generate'],
      ...named('label', /^Start date/, /^End date/, 'Language'),
      ['group', 'Tags'],
      ['css', 'textarea[rows="7"]'],
      ['button', 'Generate Report'],
    ],
  },
  {
    at: '/employees',
    for: managers,
    names: [
      ['link', 'New User'],
      ['button', /^Send password link/],
      ['link', /^Edit user/],
    ],
  },
  { at: '/employees/new', for: managers, names: [['heading', 'New User'], ...user], namesFor: rootOption },
  {
    at: '/employees/edit/3',
    for: managers,
    names: [['heading', 'Edit User'], ['button', 'Delete User'], ...user],
    namesFor: rootOption,
  },
  { at: '/change-password', for: staff, names: [['heading', 'Change Password'], ...password] },
  {
    at: '/test-error',
    for: staff,
    names: named('button', 'Client error', 'Server error', 'Database error', 'Log test'),
  },
]

/** Around every screen for staff; on a phone the menu is behind its button, as specified. */
const frame = (role: Role): readonly Name[] => [
  ['link', 'Home'],
  ...named('button', 'Inventory', 'Utilities', 'Website', `${role}@example.org`),
  ...(admits(managers, role) ? named('link', 'Employees') : []),
]

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
type Size = keyof typeof sizes
const firstScreen = 800
/** One run reports everything that is wrong. */
const softly = expect.configure({ soft: true, timeout: 20_000 })

const clientOf = async (server: TestServer) =>
  new Client(server.url, { token: JSON.parse(await server.signInInfo('employee')).token })

test.beforeAll(async ({ server }) => {
  // The demo of tests has no files.
  const staffClient = await clientOf(server)
  for (const itemId of [20, 101])
    await staffClient.call(api.media.uploadImage, { body: { itemId }, file: await pictureFile() })
  await staffClient.call(api.media.uploadRecording, { body: { itemId: 101 }, file: mp3File({ frames: 800 }) })
})

/** Layout shifts depend on the screen, not on the role: the role that sees most waits for late answers. */
for (const role of ['root', 'visitor'] as const) {
  test(`${role} finds everything specified on every screen without a click, and nothing moves while answers arrive`, async ({
    page,
    server,
    signInAs,
  }) => {
    if (role === 'root') await signInAs(role)
    const own = screensOf(role, role === 'visitor' ? await passwordLink(server) : '')
    await page.addInitScript(recordShifts)
    const answers = await holdAnswers(page)
    for (const size of ['desk', 'phone'] as const) {
      await page.setViewportSize(sizes[size])
      for (const screen of own) {
        await test.step(`${screen.at} (${size})`, async () => {
          answers.hold()
          await page.goto(screen.at, { waitUntil: 'domcontentloaded' })
          await page.evaluate(drawn)
          const before = await boxes(page, namesOn(screen, role, size))
          answers.release()
          const after = await expectSpecified(page, screen, role, size, answers.settled)
          const moved = [...before].filter(([name, box]) => !isDeepStrictEqual(box, after.get(name)))
          softly(moved, say(screen, size, 'moved')).toEqual([])
          softly(await page.evaluate('shifts'), say(screen, size, 'moved, says the browser')).toEqual([])
          if (size === 'desk') await expectOpened(page, screen)
        })
      }
    }
  })
}

for (const role of ['admin', 'employee'] as const) {
  test(`${role} finds everything specified on every screen without a click`, async ({ page, server, signInAs }) => {
    await signInAs(role)
    await page.setViewportSize(sizes.phone)
    const [home, ...others] = screensOf(role)
    if (!home) throw new Error('no screen')
    await page.goto(home.at)
    await expectSpecified(page, home, role, 'phone')
    await page.setViewportSize(sizes.desk)
    await expectSpecified(page, home, role, 'desk')
    for (const screen of others) {
      await test.step(screen.at, async () => {
        await goTo(page, screen.at)
        await expectSpecified(page, screen, role, 'desk')
        await expectOpened(page, screen)
      })
    }
    if (role === 'employee') {
      await test.step('the comments screen lists the identifier of every item that has a comment', async () => {
        const comments = await (await clientOf(server)).call(api.comments.all)
        const identifiers = new Set(comments.map(({ identifier }) => identifier))
        expect(identifiers.size).toBeGreaterThan(24)
        await goTo(page, '/comments')
        await expect(page.getByRole('group', { name: 'Identifiers' }).getByRole('button')).toHaveCount(identifiers.size)
      })
    }
  })
}

function screensOf(role: Role | 'visitor', setPassword = ''): Screen[] {
  return screens(setPassword).filter(({ for: who }) =>
    role === 'visitor' ? who === 'visitors' : who !== 'visitors' && who.includes(role),
  )
}

const namesOfRole = ({ namesFor = [] }: Screen, role: Role | 'visitor') =>
  namesFor.flatMap(([roles, some]) => (roles.some((one) => one === role) ? some : []))

function onFirstScreen(screen: Screen, role: Role | 'visitor', size: Size): readonly Name[] {
  if (screen.at === '/') return [...(screen.first ?? []), ...namesOfRole(screen, role)]
  return size === 'desk' ? (screen.first ?? []) : []
}

function namesOn(screen: Screen, role: Role | 'visitor', size: Size): readonly Name[] {
  const wide = size === 'desk' ? [...(role === 'visitor' ? [] : frame(role)), ...(screen.wide ?? [])] : []
  return [...wide, ...screen.names, ...namesOfRole(screen, role), ...onFirstScreen(screen, role, size)]
}

const say = ({ at }: Screen, size: Size, what: string) =>
  `${at.replace(/\/set-password.*/, '/set-password')}, ${size}: ${what}`

/** Everything is in sight and in its place; reports where. */
async function expectSpecified(
  page: Page,
  screen: Screen,
  role: Role | 'visitor',
  size: Size,
  settled = async () => {},
): Promise<Map<string, Box>> {
  const { inOrder = [] } = screen
  const seen = await expectInSight(
    page,
    [...namesOn(screen, role, size), ...inOrder],
    say(screen, size, 'not in sight'),
    settled,
  )
  const further = onFirstScreen(screen, role, size).filter((name) => (seen.get(key(name))?.bottom ?? 0) > firstScreen)
  softly(further, say(screen, size, 'not on the first screen')).toEqual([])
  if (size === 'phone') {
    const tops = inOrder.map((name) => seen.get(key(name))?.top ?? 0)
    softly(tops, say(screen, size, 'the order of the headings')).toEqual(tops.toSorted((a, b) => a - b))
  }
  return seen
}

async function expectOpened(page: Page, { at, opens = [] }: Screen): Promise<void> {
  for (const [control, names] of opens) {
    await find(page, control).first().click({ timeout: 5000 })
    await expectInSight(page, names, `${at}: not opened by ${key(control)}`)
  }
}

async function expectInSight(page: Page, names: readonly Name[], message: string, settled = async () => {}) {
  let seen = new Map<string, Box>()
  const missing = async () => {
    await settled()
    seen = await boxes(page, names)
    return names.map(key).filter((name) => !seen.has(name))
  }
  await softly.poll(missing, message).toEqual([])
  return seen
}

const key = (name: Name): string => name.join(' ')

function find(page: Page, [by, name]: Name) {
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
async function boxes(page: Page, names: readonly Name[]): Promise<Map<string, Box>> {
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

/**
 * Holds back the server's answers, and releases them one after the other. Not by `page.route`, which switches off the
 * browser's cache: every page would compile all scripts again.
 */
async function holdAnswers(page: Page) {
  let gate = Promise.withResolvers<void>()
  let waiting = 0
  let released = 0
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', async ({ requestId }) => {
    await gate.promise
    await setTimeout(100 * (released++ % 5))
    // A closed page sends no more requests.
    await devtools.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  const isAnswer = (request: Request) => request.url().includes('/api/')
  page.on('request', (request) => isAnswer(request) && waiting++)
  page.on('requestfinished', (request) => isAnswer(request) && waiting--)
  page.on('requestfailed', (request) => isAnswer(request) && waiting--)
  return {
    hold() {
      gate.resolve()
      gate = Promise.withResolvers()
      waiting = 0
    },
    release: () => gate.resolve(),
    async settled() {
      await expect.poll(() => waiting <= 0).toBe(true)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    },
  }
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
  const email = `${unique('link').toLowerCase()}@example.org`
  const person = { email, gender: 'female', firstName: 'Ada', lastName: 'Link', phone: '', role: 'employee' }
  const { id } = await post<{ id: number }>(server, 'root', '/admin/employees/create', person)
  await post(server, 'root', '/admin/users/send-password-link', { userId: id })
  return new URL(await server.linkMailedTo(email)).pathname
}
