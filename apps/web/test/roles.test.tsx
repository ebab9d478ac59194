import { waitFor } from '@testing-library/react'
import {
  emptyListColumns,
  type ItemComment,
  isRoleAllowed,
  type Role,
  roles,
  type Screen,
  type ScreenPath,
  screens,
  type UserListItem,
} from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { listNavbarEntries } from '../src/app/navigation.ts'
import { type Answers, closeScreen, openScreen } from './open-screen.tsx'
import { attribute, entry, event, item, museum, place } from './samples.ts'

interface Row {
  readonly screen: ScreenPath
  /** Its address, where that is not the same. */
  readonly at?: string
  readonly given: Answers
  /** A label that comes with the last answer. */
  readonly until: string
  /** What root sees and a role lacks, apart from the entries and tiles of screens that are closed to it. */
  readonly lacking?: { readonly [R in Role]?: readonly string[] }
}

const listed = { ...emptyListColumns, id: 101, identifier: 'LG-001', name: 'Étude', picture: '' }
const name = { first_name: 'Anna', last_name: 'Keller' }
const comment: ItemComment = {
  ...{ id: 5, item_id: 101, identifier: 'LG-001', item_name: 'Étude' },
  ...{ comment: 'Frame is loose.', created: '2026-11-01T10:00:00.000Z', ...name },
}
const user = (id: number, role: Role): UserListItem => ({
  ...{ id, role, email: `${role}@museum.example`, firstName: 'Anna', lastName: role },
})
const external = ['AI Tools External', 'Chat Logs']

const rows: readonly Row[] = [
  {
    screen: '/',
    given: {
      'GET /home': {
        ...{ tasks: [], changes: [], events: [], gaps: [] },
        ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
      },
      'GET /external-tools': [{ title: 'Chat Logs', url: '/questions', info: null }],
    },
    until: 'Recent changes',
    lacking: { admin: external, employee: external },
  },
  { screen: '/inventory/car', given: { 'GET /inventory/cars': [listed] }, until: 'LG-001' },
  { screen: '/inventory/art', given: { 'GET /inventory/art': [listed] }, until: 'LG-001' },
  {
    screen: '/inventory-detail/:id',
    at: '/inventory-detail/101',
    given: {
      'GET /inventory/details/:id': { ...item, tags: { artist: 'Anker' } },
      'GET /attributes/:type': [attribute],
      'GET /inventory/comments/:id': [comment],
      'GET /history/:subject/:id': { changes: [], hasMore: false },
    },
    until: 'Most Recent Comments',
  },
  { screen: '/comments', given: { 'GET /inventory/comments': [comment] }, until: 'LG-001' },
  {
    screen: '/cms',
    given: { 'GET /cms/save-the-date': { version: 'a', events: [event] } },
    until: 'Remove Event',
  },
  { screen: '/change-password', given: {}, until: 'Change Password' },
  { screen: '/test-error', given: {}, until: 'Log test' },
  {
    screen: '/places',
    given: { 'GET /places': [place] },
    until: 'Halle 1',
    lacking: { employee: ['Add place', 'Move Halle 1 to…'] },
  },
  {
    screen: '/stocktake',
    given: { 'GET /stocktake': [] },
    until: 'Stocktake',
    lacking: { employee: ['Open a stocktake'] },
  },
  {
    screen: '/journal',
    given: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    until: 'Manage Tags',
  },
  {
    screen: '/report',
    given: { 'GET /journal/tags/all': { data: [] } },
    until: 'Generate Report',
  },
  {
    screen: '/attributes',
    at: '/attributes?museum=art',
    given: { 'GET /attributes/:type': [attribute] },
    until: 'Add Attribute',
  },
  { screen: '/museums', given: { 'GET /museums': [museum] }, until: 'Save' },
  {
    screen: '/employees',
    given: { 'GET /admin/employees': [user(1, 'root'), user(2, 'admin')] },
    until: 'Edit user (Anna admin)',
    lacking: { admin: ['Audit log', 'Send password link (Anna root)', 'Edit user (Anna root)'] },
  },
  { screen: '/employees/new', given: {}, until: 'Save', lacking: { admin: ['Root'] } },
]

/** The names of what is in the bar and on the screen: headings, links, buttons, choices, columns. */
const labels = (): string[] => {
  const parts = document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, a, button, summary, label, dt, th',
  )
  return [...parts].map((part) => part.getAttribute('aria-label') ?? part.textContent)
}

async function labelsFor(
  role: Role,
  { screen, at = screen, given, until }: Row,
): Promise<string[]> {
  openScreen(at, given, role)
  await waitFor(() => expect(labels()).toContain(until))
  return labels().filter((label) => label !== `${role}@example.org`)
}

const menuTitles = (role: Role) =>
  listNavbarEntries(role).map((entry) => (entry.kind === 'link' ? entry.link.title : entry.title))

const tileTitles = (role: Role) =>
  Object.values<Screen>(screens).flatMap(({ title, tile }) =>
    tile?.for.includes(role) ? [title] : [],
  )

afterEach(closeScreen)

const others = roles
  .filter((role) => role !== 'root')
  .flatMap((role) => rows.map((row) => ({ role, row })))

test.for(others.filter(({ role, row }) => isRoleAllowed(screens[row.screen].access, role)))(
  '$row.screen shows $role what root sees, without the controls that the role lacks',
  async ({ role, row }) => {
    const entriesOf = (one: Role) => [
      ...menuTitles(one),
      ...(row.screen === '/' ? tileTitles(one) : []),
    ]
    const closed = entriesOf('root').filter((title) => !entriesOf(role).includes(title))
    const all = await labelsFor('root', row)
    const own = await labelsFor(role, row)
    expect(all.filter((label) => !own.includes(label)).sort()).toEqual(
      [...closed, ...(row.lacking?.[role] ?? [])].sort(),
    )
    expect(own.filter((label) => !all.includes(label))).toEqual([])
  },
)

test.for(others.filter(({ role, row }) => !isRoleAllowed(screens[row.screen].access, role)))(
  '$row.screen is closed to $role',
  async ({ role, row: { screen, at = screen, given, until } }) => {
    openScreen(at, given, role)
    await waitFor(() => expect(labels()).toContain('Not allowed'))
    expect(labels()).not.toContain(until)
  },
)
