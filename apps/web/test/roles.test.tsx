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
import { listMoreScreens } from '../src/features/home/more-screens.ts'
import { type Answers, closeScreen, openScreen } from './open-screen.tsx'
import { attribute, entry, event, item, museum, place } from './samples.ts'

interface Row {
  readonly screen: ScreenPath
  /** The address, if it differs from the screen's path. */
  readonly path?: string
  readonly answers: Answers
  /** A label that appears with the last answer. */
  readonly lastLabel: string
  /** Labels that only root sees, besides menu entries and tiles of closed screens. */
  readonly missing?: { readonly [R in Role]?: readonly string[] }
}

const listEntry = { ...emptyListColumns, id: 101, identifier: 'LG-001', name: 'Étude', picture: '' }
const name = { first_name: 'Anna', last_name: 'Keller' }
const comment: ItemComment = {
  ...{ id: 5, item_id: 101, identifier: 'LG-001', item_name: 'Étude' },
  ...{ comment: 'Frame is loose.', created: '2026-11-01T10:00:00.000Z', ...name },
}
const user = (id: number, role: Role): UserListItem => ({
  ...{ id, role, email: `${role}@museum.example`, firstName: 'Anna', lastName: role },
})
const external = ['AI Tools External', 'Chat Logs(opens a new tab)']

const rows: readonly Row[] = [
  {
    screen: '/',
    answers: {
      'GET /home': {
        ...{ notices: [], tasks: [], changes: [], events: [], gaps: [] },
        ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
      },
      'GET /external-tools': [{ title: 'Chat Logs', url: 'https://logs.example.org', info: null }],
    },
    lastLabel: 'Recent changes',
    missing: { admin: external, employee: [...external, 'All changes'] },
  },
  {
    screen: '/inventory/car',
    answers: { 'GET /inventory/cars': [listEntry] },
    lastLabel: 'LG-001',
  },
  { screen: '/inventory/art', answers: { 'GET /inventory/art': [listEntry] }, lastLabel: 'LG-001' },
  {
    screen: '/inventory-detail/:id',
    path: '/inventory-detail/101',
    answers: {
      'GET /inventory/details/:id': { ...item, tags: { artist: 'Anker' } },
      'GET /attributes/:type': [attribute],
      'GET /inventory/comments/:id': [comment],
      'GET /history/:subject/:id': { changes: [], hasMore: false },
    },
    lastLabel: 'Most Recent Comments',
  },
  { screen: '/comments', answers: { 'GET /inventory/comments': [comment] }, lastLabel: 'LG-001' },
  {
    screen: '/cms',
    answers: { 'GET /cms/save-the-date': { version: 'a', events: [event] } },
    lastLabel: 'Remove Event',
  },
  { screen: '/change-password', answers: {}, lastLabel: 'Change Password' },
  { screen: '/test-error', answers: {}, lastLabel: 'Log test' },
  {
    screen: '/places',
    answers: { 'GET /places': [place] },
    lastLabel: 'Halle 1',
    missing: { employee: ['Add place', 'Move Halle 1 to…'] },
  },
  {
    screen: '/stocktake',
    answers: { 'GET /stocktake': [] },
    lastLabel: 'Stocktake',
    missing: { employee: ['Open a stocktake'] },
  },
  {
    screen: '/journal',
    answers: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    lastLabel: 'Manage Tags',
  },
  {
    screen: '/report',
    answers: { 'GET /journal/tags/all': { data: [] } },
    lastLabel: 'Generate Report',
  },
  {
    screen: '/attributes',
    path: '/attributes?museum=art',
    answers: { 'GET /attributes/:type': [attribute] },
    lastLabel: 'Add Attribute',
  },
  { screen: '/museums', answers: { 'GET /museums': [museum] }, lastLabel: 'Save' },
  {
    screen: '/employees',
    answers: { 'GET /admin/employees': [user(1, 'root'), user(2, 'admin')] },
    lastLabel: 'Edit user (Anna admin)',
    missing: { admin: ['Audit log', 'Send password link (Anna root)', 'Edit user (Anna root)'] },
  },
  { screen: '/employees/new', answers: {}, lastLabel: 'Save', missing: { admin: ['Root'] } },
]

/** Labels of all headings, links, controls and columns in the navbar and on the screen. */
const readLabels = (): string[] => {
  const parts = document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, a, button, summary, label, dt, th',
  )
  return [...parts].map((part) => part.getAttribute('aria-label') ?? part.textContent)
}

async function openAndReadLabels(
  role: Role,
  { screen, path = screen, answers, lastLabel }: Row,
): Promise<string[]> {
  openScreen(path, answers, role)
  await waitFor(() => expect(readLabels()).toContain(lastLabel))
  return readLabels().filter((label) => label !== `${role}@example.org`)
}

const menuTitles = (role: Role) =>
  listNavbarEntries(role).map((entry) => (entry.kind === 'link' ? entry.link.title : entry.title))

const homeTitles = (role: Role) => [
  ...Object.values<Screen>(screens).flatMap(({ title, tile }) =>
    tile?.for.includes(role) ? [title] : [],
  ),
  ...listMoreScreens(role, []).map(({ title }) => title),
]

afterEach(closeScreen)

const rowsByRole = roles
  .filter((role) => role !== 'root')
  .flatMap((role) => rows.map((row) => ({ role, row })))

test.for(rowsByRole.filter(({ role, row }) => isRoleAllowed(screens[row.screen].access, role)))(
  '$row.screen shows $role what root sees, without the controls that the role lacks',
  async ({ role, row }) => {
    const listEntries = (ofRole: Role) => [
      ...menuTitles(ofRole),
      ...(row.screen === '/' ? homeTitles(ofRole) : []),
    ]
    const closedEntries = listEntries('root').filter((title) => !listEntries(role).includes(title))
    const rootLabels = await openAndReadLabels('root', row)
    const roleLabels = await openAndReadLabels(role, row)
    expect(rootLabels.filter((label) => !roleLabels.includes(label)).sort()).toEqual(
      [...closedEntries, ...(row.missing?.[role] ?? [])].sort(),
    )
    expect(roleLabels.filter((label) => !rootLabels.includes(label))).toEqual([])
  },
)

test.for(rowsByRole.filter(({ role, row }) => !isRoleAllowed(screens[row.screen].access, role)))(
  '$row.screen is closed to $role',
  async ({ role, row: { screen, path = screen, answers, lastLabel } }) => {
    openScreen(path, answers, role)
    await waitFor(() => expect(readLabels()).toContain('Not allowed'))
    expect(readLabels()).not.toContain(lastLabel)
  },
)
