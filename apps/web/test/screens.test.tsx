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
import { type Answers, closeScreen, openScreen, reason, refusal } from './open-screen.tsx'
import { attribute, item, place } from './samples.ts'

/** One thing that a screen asks the server for, and what is shown until it comes, if it fails and if there is nothing. */
interface Asked {
  readonly call: CallAddress
  /** What the screen needs before it asks. */
  readonly given?: Answers
  /** The name of what stands there meanwhile. */
  readonly loading: string
  readonly failed: string
  readonly nothing?: readonly [answer: Answers, text: string]
}

/** A screen that asks for nothing shows its heading. */
type States = { readonly at: string } & (
  | { readonly heading: string }
  | { readonly asks: readonly Asked[] }
)

const anItem: Answers = { 'GET /inventory/details/:id': item }
const aPlace: Answers = { 'GET /places': [place] }
const wholeItem: Answers = { ...anItem, 'GET /attributes/:type': [] }

/** Every screen has a row: a new one without does not compile. */
const table: Record<ScreenPath, States> = {
  '/login': { at: '/login', heading: 'Login' },
  '/forgot-password': { at: '/forgot-password', heading: 'Forgot password' },
  '/set-password/:token': { at: '/set-password/abc', heading: 'Set Password' },
  '/': {
    at: '/',
    asks: [
      {
        call: 'GET /home',
        loading: 'Loading the overview',
        failed: 'The overview could not be loaded.',
        nothing: [
          {
            'GET /home': {
              tasks: [],
              openForMe: 0,
              openForAll: 0,
              unansweredQuestions: 0,
              expectedBack: 0,
              changes: [],
              events: [],
              gaps: [],
            },
          },
          'Everything is in order: no item lacks anything.',
        ],
      },
    ],
  },
  ...perType('/inventory/{type}', (type): States => {
    const call = fillTemplate('GET /inventory/{collection}', type)
    return {
      at: inventoryRoute(type),
      asks: [
        {
          call,
          loading: 'Loading the items',
          failed: 'The items could not be loaded.',
          nothing: [{ [call]: [] }, 'There are no items in this inventory yet.'],
        },
      ],
    }
  }),
  '/inventory-detail/:id': {
    at: '/inventory-detail/101',
    asks: [
      {
        call: 'GET /inventory/details/:id',
        loading: 'Loading the item',
        failed: 'The item could not be loaded.',
        nothing: [wholeItem, 'No description yet.'],
      },
      {
        call: 'GET /attributes/:type',
        given: anItem,
        loading: 'Loading the item',
        failed: 'The attributes could not be loaded.',
        nothing: [{ 'GET /attributes/:type': [] }, 'No attributes yet.'],
      },
      {
        call: 'GET /inventory/comments/:id',
        given: wholeItem,
        loading: 'Loading the comments',
        failed: 'The comments could not be loaded.',
        nothing: [{ 'GET /inventory/comments/:id': [] }, 'No comments for this item.'],
      },
      {
        call: 'GET /history/:subject/:id',
        given: wholeItem,
        loading: 'Loading the history',
        failed: 'The history could not be loaded.',
        nothing: [
          { 'GET /history/:subject/:id': { changes: [], hasMore: false } },
          'No changes yet.',
        ],
      },
    ],
  },
  '/attributes': {
    at: '/attributes?museum=art',
    asks: [
      {
        call: 'GET /attributes/:type',
        loading: 'Loading the attributes',
        failed: 'The attributes could not be loaded.',
        nothing: [{ 'GET /attributes/:type': [] }, 'There are no attributes yet.'],
      },
      {
        call: 'GET /attributes/:type/history',
        given: { 'GET /attributes/:type': [attribute] },
        loading: 'Loading the history',
        failed: 'The history could not be loaded.',
        nothing: [{ 'GET /attributes/:type/history': [] }, 'No changes yet.'],
      },
    ],
  },
  '/comments': {
    at: '/comments',
    asks: [
      {
        call: 'GET /inventory/comments',
        loading: 'Loading the comments',
        failed: 'The comments could not be loaded.',
        nothing: [{ 'GET /inventory/comments': [] }, 'There are no comments yet.'],
      },
    ],
  },
  '/stocktake': {
    at: '/stocktake',
    asks: [
      {
        call: 'GET /stocktake',
        loading: 'Loading the stocktakes',
        failed: 'The stocktakes could not be loaded.',
        nothing: [{ 'GET /stocktake': [] }, 'There is no stocktake yet.'],
      },
    ],
  },
  // Its data is in the browser's database, which e2e/stocktake.spec.ts uses.
  '/stocktake/:id': { at: '/stocktake/5', heading: 'Scan' },
  '/journal': {
    at: '/journal',
    asks: [
      {
        call: 'GET /journal',
        loading: 'Loading the journal',
        failed: 'The journal could not be loaded.',
        nothing: [{ 'GET /journal': { data: [] } }, 'No journal entries found'],
      },
    ],
  },
  '/report': { at: '/report', heading: 'Report' },
  '/assistant': { at: '/assistant', heading: 'Assistant' },
  '/cms': {
    at: '/cms',
    asks: [
      {
        call: 'GET /cms/save-the-date',
        loading: 'Loading the events',
        failed: 'The events could not be loaded.',
        nothing: [
          { 'GET /cms/save-the-date': { version: '', events: [] } },
          'There are no events yet.',
        ],
      },
    ],
  },
  '/employees': {
    at: '/employees',
    asks: [
      {
        call: 'GET /admin/employees',
        loading: 'Loading the users',
        failed: 'Error while downloading the employees.',
        nothing: [{ 'GET /admin/employees': [] }, 'There are no employees yet.'],
      },
    ],
  },
  '/employees/new': { at: '/employees/new', heading: 'New User' },
  '/employees/edit/:id': {
    at: '/employees/edit/2',
    asks: [
      {
        call: 'GET /admin/employees/:id',
        loading: 'Loading the user',
        failed: 'Error downloading the details of the employee.',
      },
    ],
  },
  '/change-password': {
    at: '/change-password',
    asks: [
      {
        call: 'GET /user/second-step',
        loading: 'Loading the second step',
        failed: 'The second step could not be loaded.',
        nothing: [
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
    at: '/places',
    asks: [
      {
        call: 'GET /places',
        loading: 'Loading the places',
        failed: 'The places could not be loaded.',
        nothing: [{ 'GET /places': [] }, 'No places yet. Add your museum first.'],
      },
    ],
  },
  '/places/:id': {
    at: '/places/1',
    asks: [
      {
        call: 'GET /places',
        loading: 'Loading the place',
        failed: 'The place could not be loaded.',
      },
      {
        call: 'GET /places/:id/items',
        given: aPlace,
        loading: 'Loading the contents',
        failed: 'The contents could not be loaded.',
        nothing: [{ ...aPlace, 'GET /places/:id/items': [] }, 'Nothing is in here.'],
      },
      {
        call: 'GET /movements',
        given: aPlace,
        loading: 'Loading the movements',
        failed: 'The movements could not be loaded.',
        nothing: [
          { ...aPlace, 'GET /movements': { movements: [], hasMore: false } },
          'No movements yet.',
        ],
      },
    ],
  },
  '/questions': {
    at: '/questions',
    asks: [
      {
        call: 'GET /questions',
        loading: 'Loading the questions',
        failed: 'The questions could not be loaded.',
        nothing: [
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
    at: '/museums',
    asks: [
      {
        call: 'GET /museums',
        loading: 'Loading the museums',
        failed: 'The museums could not be loaded.',
      },
    ],
  },
  '/audit': {
    at: '/audit',
    asks: [
      {
        call: 'GET /audit',
        loading: 'Loading the audit log',
        failed: 'The audit log could not be loaded.',
        nothing: [{ 'GET /audit': { entries: [], next: null } }, 'Nothing matches the filter.'],
      },
    ],
  },
  '/api-reference': {
    at: '/api-reference',
    asks: [
      {
        call: 'GET /openapi.json',
        loading: 'Loading the API reference',
        failed: 'The API reference could not be loaded.',
        nothing: [{ 'GET /openapi.json': {} }, 'No call matches the filter.'],
      },
    ],
  },
  '/about': {
    at: '/about',
    asks: [
      {
        call: 'GET /about',
        loading: 'Loading the licences',
        failed: 'The licences could not be loaded.',
      },
    ],
  },
  '/test-error': { at: '/test-error', heading: 'Test screen' },
}

afterEach(closeScreen)

const screensThatAsk = Object.values(table).flatMap((states) => ('asks' in states ? [states] : []))
const screensThatDoNot = Object.values(table).flatMap((states) =>
  'heading' in states ? [states] : [],
)

test.for(screensThatDoNot)('$at shows ‘$heading’ before any answer', async ({ at, heading }) => {
  openScreen(at, {})
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
})

describe.for(screensThatAsk)('$at', ({ at, asks }) => {
  test.for(asks)(
    'says that it waits for $call, and what went wrong',
    async ({ call, given, loading, failed }) => {
      openScreen(at, { ...given })
      expect(await screen.findByRole('status', { name: loading })).toBeTruthy()

      openScreen(at, { ...given, [call]: refusal(500) })
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain(failed)
      expect(alert.textContent).toContain(reason)
      expect(screen.queryByRole('status', { name: loading })).toBeNull()
    },
  )

  test.for(asks.filter(({ nothing }) => nothing))(
    'says that there is nothing when $call is empty',
    async (asked) => {
      const [answer, text] = asked.nothing ?? [{}, '']
      openScreen(at, { ...asked.given, ...answer })
      expect(await screen.findByText(text, { exact: false })).toBeTruthy()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

test.for(['999999', 'abc', '0'])(
  '/inventory-detail/%s, which is no item, is a plain page',
  async (id) => {
    openScreen(`/inventory-detail/${id}`, { 'GET /inventory/details/:id': refusal(404) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy()
  },
)

const allCalls = Object.values(api).flatMap((group): Call[] => Object.values(group))

test.for(Object.keys(table) as ScreenPath[])(
  '%s asks for nothing that is closed to a role that opens it',
  (path) => {
    const states = table[path]
    const mayOpen = roles.filter((role) => isRoleAllowed(screens[path].access, role))
    for (const { call } of 'asks' in states ? states.asks : []) {
      const { access = anyone } =
        allCalls.find(({ method, path }) => `${method} ${path}` === call) ?? {}
      expect(
        mayOpen.filter((role) => !isRoleAllowed(access, role)),
        call,
      ).toEqual([])
    }
  },
)

/** What a root sees of each screen is tested above. */
const others = roles
  .filter((role) => role !== 'root')
  .flatMap((role) =>
    Object.entries(screens).flatMap(([path, { access }]) => {
      const states = table[path as ScreenPath]
      return access === anyone
        ? []
        : [{ at: states.at, role, states, opens: isRoleAllowed(access, role) }]
    }),
  )

test.for(others)('$at opens for $role: $opens', async ({ at, role, states, opens }) => {
  const [first] = 'asks' in states ? states.asks : []
  openScreen(at, { ...first?.given }, role)
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
  if (!opens)
    expect(await screen.findByRole('heading', { level: 1, name: /not allowed/i })).toBeTruthy()
  else if ('heading' in states)
    await screen.findByRole('heading', { level: 1, name: states.heading })
  else await screen.findByRole('status', { name: first?.loading ?? '' })
})
