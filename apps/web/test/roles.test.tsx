import { waitFor } from '@testing-library/react'
import {
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
import { attribute, emptyHome, entry, event, item, listEntry, museum, place } from './samples.ts'

/** A screen, and what roles other than root lack on it. */
interface ScreenCase {
  readonly screen: ScreenPath
  /** The address, if it differs from the screen's path. */
  readonly path?: string
  readonly answers: Answers
  /** A label that appears with the last answer, when the screen is complete. */
  readonly lastLabel: string
  /** Labels that a role lacks but root sees, besides menu entries and tiles of closed screens. */
  readonly missingLabels?: { readonly [R in Role]?: readonly string[] }
}

const comment: ItemComment = {
  id: 5,
  item_id: 101,
  identifier: 'LG-001',
  item_name: 'Étude',
  comment: 'Frame is loose.',
  created: '2026-11-01T10:00:00.000Z',
  first_name: 'Anna',
  last_name: 'Keller',
}

const createUser = (id: number, role: Role): UserListItem => ({
  id,
  role,
  email: `${role}@museum.example`,
  firstName: 'Anna',
  lastName: role,
})

const externalToolLabels = ['AI Tools External', 'Chat Logs(opens a new tab)']

const screenCases: readonly ScreenCase[] = [
  {
    screen: '/',
    answers: {
      'GET /home': emptyHome,
      'GET /external-tools': [{ title: 'Chat Logs', url: 'https://logs.example.org', info: null }],
    },
    lastLabel: 'Recent changes',
    missingLabels: { admin: externalToolLabels, employee: [...externalToolLabels, 'All changes'] },
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
    missingLabels: { employee: ['Add place', 'Move Halle 1 to…'] },
  },
  {
    screen: '/stocktake',
    answers: { 'GET /stocktake': [] },
    lastLabel: 'Stocktake',
    missingLabels: { employee: ['Open a stocktake'] },
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
    answers: { 'GET /admin/employees': [createUser(1, 'root'), createUser(2, 'admin')] },
    lastLabel: 'Edit user (Anna admin)',
    missingLabels: {
      admin: ['Audit log', 'Send password link (Anna root)', 'Edit user (Anna root)'],
    },
  },
  { screen: '/employees/new', answers: {}, lastLabel: 'Save', missingLabels: { admin: ['Root'] } },
]

/** Reads the labels of all headings, links, controls and columns in the navbar and on the screen. */
const readLabels = (): string[] => {
  const labelled = document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, a, button, summary, label, dt, th',
  )
  return [...labelled].map((element) => element.getAttribute('aria-label') ?? element.textContent)
}

async function openAndReadLabels(
  role: Role,
  { screen, path = screen, answers, lastLabel }: ScreenCase,
): Promise<string[]> {
  openScreen(path, answers, role)
  await waitFor(() => expect(readLabels()).toContain(lastLabel))
  // The user's menu has a different label for each role.
  return readLabels().filter((label) => label !== `${role}@example.org`)
}

const listMenuTitles = (role: Role) =>
  listNavbarEntries(role).map((menuEntry) =>
    menuEntry.kind === 'link' ? menuEntry.link.title : menuEntry.title,
  )

const listHomeTitles = (role: Role) => [
  ...Object.values<Screen>(screens)
    .filter(({ tile }) => tile?.for.includes(role))
    .map(({ title }) => title),
  ...listMoreScreens(role, []).map(({ title }) => title),
]

/** Lists the titles of the screens that the menu, and on Home the tiles, offer to root only. */
function listTitlesMissingFor(role: Role, screen: ScreenPath): string[] {
  const listTitles = (shownTo: Role) =>
    screen === '/'
      ? [...listMenuTitles(shownTo), ...listHomeTitles(shownTo)]
      : listMenuTitles(shownTo)
  return listTitles('root').filter((title) => !listTitles(role).includes(title))
}

afterEach(closeScreen)

const allowedCases = roles
  .filter((role) => role !== 'root')
  .flatMap((role) =>
    screenCases
      .filter(({ screen }) => isRoleAllowed(screens[screen].access, role))
      .map((screenCase) => ({ role, screenCase })),
  )

// That screens are closed to the other roles is tested in screens.test.tsx.
test.for(allowedCases)(
  '$screenCase.screen shows $role what root sees, without the controls that the role lacks',
  async ({ role, screenCase }) => {
    const rootLabels = await openAndReadLabels('root', screenCase)
    const roleLabels = await openAndReadLabels(role, screenCase)

    const missingLabels = [
      ...listTitlesMissingFor(role, screenCase.screen),
      ...(screenCase.missingLabels?.[role] ?? []),
    ]
    expect(rootLabels.filter((label) => !roleLabels.includes(label)).sort()).toEqual(
      missingLabels.sort(),
    )
    expect(roleLabels.filter((label) => !rootLabels.includes(label))).toEqual([])
  },
)
