import { screen } from '@testing-library/react'
import {
  anyone,
  api,
  type Call,
  fillTemplate,
  inventoryRoute,
  isRoleAllowed,
  perType,
  roles,
  type ScreenPath,
  screens,
} from '@vitrine/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { CallAddress } from '../src/client/address.ts'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { attribute, emptyHome, item, place } from './samples.ts'

/** A call of a screen, and what is shown while it is pending, if it fails or if it is empty. */
interface ScreenCall {
  readonly call: CallAddress
  /** Answers that the screen needs before it makes the call. */
  readonly answers?: Answers
  /** Accessible name of the placeholder. */
  readonly loading: string
  /** Message of the alert if the call fails. */
  readonly failed: string
  /** Further answers, with which there is no content, and the text that is shown then. */
  readonly empty?: readonly [answers: Answers, text: string]
}

/** A screen with its calls, or with its heading if it makes no calls. */
type ScreenStates = { readonly path: string } & (
  | { readonly heading: string }
  | { readonly calls: readonly ScreenCall[] }
)

const itemAnswer: Answers = { 'GET /inventory/details/:id': item }
const placeAnswer: Answers = { 'GET /places': [place] }
const itemAnswers: Answers = { ...itemAnswer, 'GET /attributes/:type': [] }

/** States by path of the screen; the type requires an entry for every new screen. */
const statesByScreen: Record<ScreenPath, ScreenStates> = {
  '/login': { path: '/login', heading: 'Login' },
  '/forgot-password': { path: '/forgot-password', heading: 'Forgot password' },
  '/set-password/:token': { path: '/set-password/abc', heading: 'Set Password' },
  '/': {
    path: '/',
    calls: [
      {
        call: 'GET /home',
        loading: 'Loading the overview',
        failed: 'The overview could not be loaded.',
        empty: [{ 'GET /home': emptyHome }, 'Everything is in order: no item lacks anything.'],
      },
    ],
  },
  ...perType('/inventory/{type}', (type): ScreenStates => {
    const call = fillTemplate('GET /inventory/{collection}', type)
    return {
      path: inventoryRoute(type),
      calls: [
        {
          call,
          loading: 'Loading the items',
          failed: 'The items could not be loaded.',
          empty: [{ [call]: [] }, 'There are no items in this inventory yet.'],
        },
      ],
    }
  }),
  '/inventory-detail/:id': {
    path: '/inventory-detail/101',
    calls: [
      {
        call: 'GET /inventory/details/:id',
        loading: 'Loading the item',
        failed: 'The item could not be loaded.',
        empty: [itemAnswers, 'No description yet.'],
      },
      {
        call: 'GET /attributes/:type',
        answers: itemAnswer,
        loading: 'Loading the item',
        failed: 'The attributes could not be loaded.',
        empty: [{ 'GET /attributes/:type': [] }, 'No attributes yet.'],
      },
      {
        call: 'GET /inventory/comments/:id',
        answers: itemAnswers,
        loading: 'Loading the comments',
        failed: 'The comments could not be loaded.',
        empty: [{ 'GET /inventory/comments/:id': [] }, 'No comments for this item.'],
      },
      {
        call: 'GET /history/:subject/:id',
        answers: itemAnswers,
        loading: 'Loading the history',
        failed: 'The history could not be loaded.',
        empty: [
          { 'GET /history/:subject/:id': { changes: [], hasMore: false } },
          'No changes yet.',
        ],
      },
    ],
  },
  '/attributes': {
    path: '/attributes?museum=art',
    calls: [
      {
        call: 'GET /attributes/:type',
        loading: 'Loading the attributes',
        failed: 'The attributes could not be loaded.',
        empty: [{ 'GET /attributes/:type': [] }, 'There are no attributes yet.'],
      },
      {
        call: 'GET /attributes/:type/history',
        answers: { 'GET /attributes/:type': [attribute] },
        loading: 'Loading the history',
        failed: 'The history could not be loaded.',
        empty: [{ 'GET /attributes/:type/history': [] }, 'No changes yet.'],
      },
    ],
  },
  '/comments': {
    path: '/comments',
    calls: [
      {
        call: 'GET /inventory/comments',
        loading: 'Loading the comments',
        failed: 'The comments could not be loaded.',
        empty: [{ 'GET /inventory/comments': [] }, 'There are no comments yet.'],
      },
    ],
  },
  '/stocktake': {
    path: '/stocktake',
    calls: [
      {
        call: 'GET /stocktake',
        loading: 'Loading the stocktakes',
        failed: 'The stocktakes could not be loaded.',
        empty: [{ 'GET /stocktake': [] }, 'There is no stocktake yet.'],
      },
    ],
  },
  '/scan': { path: '/scan', heading: 'Scan' },
  // Its data is in the browser's database, which e2e/stocktake.spec.ts uses.
  '/stocktake/:id': { path: '/stocktake/5', heading: 'Scan' },
  '/journal': {
    path: '/journal',
    calls: [
      {
        call: 'GET /journal',
        loading: 'Loading the journal',
        failed: 'The journal could not be loaded.',
        empty: [{ 'GET /journal': { data: [] } }, 'No journal entries found'],
      },
    ],
  },
  '/report': { path: '/report', heading: 'Report' },
  '/assistant': { path: '/assistant', heading: 'Assistant' },
  '/cms': {
    path: '/cms',
    calls: [
      {
        call: 'GET /cms/save-the-date',
        loading: 'Loading the events',
        failed: 'The events could not be loaded.',
        empty: [
          { 'GET /cms/save-the-date': { version: '', events: [] } },
          'There are no events yet.',
        ],
      },
    ],
  },
  '/employees': {
    path: '/employees',
    calls: [
      {
        call: 'GET /admin/employees',
        loading: 'Loading the users',
        failed: 'Error while downloading the employees.',
        empty: [{ 'GET /admin/employees': [] }, 'There are no employees yet.'],
      },
    ],
  },
  '/employees/new': { path: '/employees/new', heading: 'New User' },
  '/employees/edit/:id': {
    path: '/employees/edit/2',
    calls: [
      {
        call: 'GET /admin/employees/:id',
        loading: 'Loading the user',
        failed: 'Error downloading the details of the employee.',
      },
    ],
  },
  '/change-password': {
    path: '/change-password',
    calls: [
      {
        call: 'GET /user/second-step',
        loading: 'Loading the second step',
        failed: 'The second step could not be loaded.',
        empty: [
          { 'GET /user/second-step': { code: false, passkeys: [], recoveryCodesLeft: 0 } },
          'It is off:',
        ],
      },
      {
        call: 'GET /user/sessions',
        loading: 'Loading your sessions',
        failed: 'The list of your sessions could not be loaded.',
      },
    ],
  },
  '/places': {
    path: '/places',
    calls: [
      {
        call: 'GET /places',
        loading: 'Loading the places',
        failed: 'The places could not be loaded.',
        empty: [{ 'GET /places': [] }, 'No places yet. Add your museum first.'],
      },
    ],
  },
  '/places/:id': {
    path: '/places/1',
    calls: [
      {
        call: 'GET /places',
        loading: 'Loading the place',
        failed: 'The place could not be loaded.',
      },
      {
        call: 'GET /places/:id/items',
        answers: placeAnswer,
        loading: 'Loading the contents',
        failed: 'The contents could not be loaded.',
        empty: [{ 'GET /places/:id/items': [] }, 'Nothing is in here.'],
      },
      {
        call: 'GET /movements',
        answers: placeAnswer,
        loading: 'Loading the movements',
        failed: 'The movements could not be loaded.',
        empty: [{ 'GET /movements': { movements: [], hasMore: false } }, 'No movements yet.'],
      },
    ],
  },
  '/questions': {
    path: '/questions',
    calls: [
      {
        call: 'GET /questions',
        loading: 'Loading the questions',
        failed: 'The questions could not be loaded.',
        empty: [
          {
            'GET /questions': {
              groups: [],
              next: null,
              count: { questions: 0, groups: 0, unanswered: 0 },
            },
          },
          'Nobody has asked anything yet. Questions are kept here for 180 days, without visitors’ names.',
        ],
      },
    ],
  },
  '/museums': {
    path: '/museums',
    calls: [
      {
        call: 'GET /museums',
        loading: 'Loading the museums',
        failed: 'The museums could not be loaded.',
      },
    ],
  },
  '/changes': {
    path: '/changes',
    calls: [
      {
        call: 'GET /history',
        answers: { 'GET /people': [] },
        loading: 'Loading the changes',
        failed: 'The changes could not be loaded.',
        empty: [
          { 'GET /history': { changes: [], next: null } },
          'No changes yet. What you and your colleagues change appears here.',
        ],
      },
    ],
  },
  '/audit': {
    path: '/audit',
    calls: [
      {
        call: 'GET /audit',
        loading: 'Loading the audit log',
        failed: 'The audit log could not be loaded.',
        empty: [{ 'GET /audit': { entries: [], next: null } }, 'Nothing matches the filter.'],
      },
    ],
  },
  '/api-reference': {
    path: '/api-reference',
    calls: [
      {
        call: 'GET /openapi.json',
        loading: 'Loading the API reference',
        failed: 'The API reference could not be loaded.',
        empty: [{ 'GET /openapi.json': {} }, 'No call matches the filter.'],
      },
    ],
  },
  '/help': { path: '/help', heading: 'Help' },
  '/about': {
    path: '/about',
    calls: [
      {
        call: 'GET /about',
        loading: 'Loading the licences',
        failed: 'The licences could not be loaded.',
      },
    ],
  },
  '/test-error': { path: '/test-error', heading: 'Test screen' },
}

afterEach(closeScreen)

const allStates = Object.values(statesByScreen)
const screensWithCalls = allStates.filter((states) => 'calls' in states)
const screensWithoutCalls = allStates.filter((states) => 'heading' in states)

test.for(screensWithoutCalls)(
  '$path shows its heading before any answer',
  async ({ path, heading }) => {
    openScreen(path, {})
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  },
)

test('/help explains no screens for programmers', async () => {
  openScreen('/help', {})
  expect(await screen.findByRole('link', { name: screens['/about'].title })).toBeTruthy()
  const help = screen.getByRole('main')
  expect(help.textContent).not.toContain(screens['/api-reference'].title)
  expect(help.textContent).not.toContain(screens['/test-error'].title)
})

describe.for(screensWithCalls)('$path', ({ path, calls }) => {
  test.for(calls)(
    'shows that $call is pending, then that it has failed',
    async ({ call, answers, loading, failed }) => {
      const server = openScreen(path, { ...answers })
      expect(await screen.findByRole('status', { name: loading })).toBeTruthy()

      server.addAnswers({ [call]: rejection(500) })
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain(failed)
      expect(alert.textContent).toContain(rejectionMessage)
      expect(screen.queryByRole('status', { name: loading })).toBeNull()
    },
  )

  const callsWithEmptyState = calls.flatMap(({ call, answers, empty }) => {
    if (!empty) return []
    const [emptyAnswers, text] = empty
    return [{ call, answers: { ...answers, ...emptyAnswers }, text }]
  })

  test.for(callsWithEmptyState)(
    'shows that the answer to $call is empty',
    async ({ answers, text }) => {
      openScreen(path, answers)
      expect(await screen.findByText(text, { exact: false })).toBeTruthy()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

test.for(['999999', 'abc', '0'])(
  '/inventory-detail/%s, which is no item, shows ‘Not found’',
  async (id) => {
    openScreen(`/inventory-detail/${id}`, { 'GET /inventory/details/:id': rejection(404) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy()
  },
)

const callsByAddress = new Map(
  Object.values(api)
    .flatMap((group): Call[] => Object.values(group))
    .map((call) => [`${call.method} ${call.path}`, call]),
)

const screenPaths = Object.keys(statesByScreen) as ScreenPath[]
const screenPathsWithCalls = screenPaths.filter(
  (screenPath) => 'calls' in statesByScreen[screenPath],
)

test.for(screenPathsWithCalls)('%s makes only calls that all its roles may make', (screenPath) => {
  const states = statesByScreen[screenPath]
  const screenRoles = roles.filter((role) => isRoleAllowed(screens[screenPath].access, role))
  for (const { call } of 'calls' in states ? states.calls : []) {
    const { access = anyone } = callsByAddress.get(call) ?? {}
    const rejectedRoles = screenRoles.filter((role) => !isRoleAllowed(access, role))
    expect(rejectedRoles, call).toEqual([])
  }
})

// The tests above sign in as root; screens for anyone need no session.
const rolesBesidesRoot = roles.filter((role) => role !== 'root')
const restrictedPaths = screenPaths.filter((screenPath) => screens[screenPath].access !== anyone)
const visits = rolesBesidesRoot.flatMap((role) =>
  restrictedPaths.map((screenPath) => ({
    path: statesByScreen[screenPath].path,
    role,
    states: statesByScreen[screenPath],
    isAllowed: isRoleAllowed(screens[screenPath].access, role),
  })),
)

test.for(visits.filter(({ isAllowed }) => isAllowed))(
  '$path opens for $role',
  async ({ path, role, states }) => {
    const [firstCall] = 'calls' in states ? states.calls : []
    openScreen(path, { ...firstCall?.answers }, role)
    if ('heading' in states) await screen.findByRole('heading', { level: 1, name: states.heading })
    else await screen.findByRole('status', { name: firstCall?.loading ?? '' })
  },
)

test.for(visits.filter(({ isAllowed }) => !isAllowed))(
  '$path is closed to $role',
  async ({ path, role }) => {
    openScreen(path, {}, role)
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Not allowed' })).toBeTruthy()
    // The screen itself is not shown.
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  },
)
