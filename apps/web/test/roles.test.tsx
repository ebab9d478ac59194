import { waitFor } from '@testing-library/react'
import { emptyColumns, type ItemComment, type Role, type UserListItem } from '@vitrine/contract'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen } from './open-screen.tsx'
import { attribute, entry, event, item, museum, place } from './samples.ts'

interface Row {
  readonly at: string
  readonly given: Answers
  /** A label that comes with the last answer. */
  readonly until: string
  /** What root sees, and admins do not. */
  readonly notForAdmins?: readonly string[]
  /** What root sees, and employees do not; null where they may not open the screen. */
  readonly notForEmployees?: readonly string[] | null
}

const listed = { ...emptyColumns, id: 101, identifier: 'LG-001', name: 'Étude', picture: '' }
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
    at: '/',
    given: {
      'GET /home': {
        ...{ tasks: [], changes: [], events: [], gaps: [] },
        ...{ openForMe: 0, openForAll: 0, unansweredQuestions: 0, expectedBack: 0 },
      },
      'GET /external-tools': [{ title: 'Chat Logs', url: '/questions', info: null }],
    },
    until: 'To complete',
    notForAdmins: [...external, 'Journal', 'Report'],
    notForEmployees: [...external, 'Journal', 'Report'],
  },
  { at: '/inventory/car', given: { 'GET /inventory/cars': [listed] }, until: 'LG-001' },
  { at: '/inventory/art', given: { 'GET /inventory/art': [listed] }, until: 'LG-001' },
  {
    at: '/inventory-detail/101',
    given: {
      'GET /inventory/details/:id': { ...item, tags: { artist: 'Anker' } },
      'GET /attributes/:type': [attribute],
      'GET /inventory/comments/:id': [comment],
      'GET /history/:subject/:id': { changes: [], hasMore: false },
    },
    until: 'Most Recent Comments',
  },
  { at: '/comments', given: { 'GET /inventory/comments': [comment] }, until: 'LG-001' },
  { at: '/cms', given: { 'GET /cms/save-the-date': { version: 'a', events: [event] } }, until: 'Remove Event' },
  { at: '/change-password', given: {}, until: 'Change Password' },
  { at: '/test-error', given: {}, until: 'Log test' },
  {
    at: '/places',
    given: { 'GET /places': [place] },
    until: 'Halle 1',
    notForEmployees: ['Add place', 'Move Halle 1 to…'],
  },
  { at: '/stocktake', given: { 'GET /stocktake': [] }, until: 'Stocktake', notForEmployees: ['Open a stocktake'] },
  {
    at: '/journal',
    given: { 'GET /journal': { data: [entry] }, 'GET /journal/tags/all': { data: [] } },
    until: 'Manage Tags',
    notForEmployees: null,
  },
  {
    at: '/report',
    given: { 'GET /journal/tags/all': { data: [] } },
    until: 'Generate Report',
    notForEmployees: null,
  },
  {
    at: '/attributes?museum=art',
    given: { 'GET /attributes/:type': [attribute] },
    until: 'Add Attribute',
    notForEmployees: null,
  },
  { at: '/museums', given: { 'GET /museums': [museum] }, until: 'Save', notForEmployees: null },
  {
    at: '/employees',
    given: { 'GET /admin/employees': [user(1, 'root'), user(2, 'admin')] },
    until: 'Edit user (Anna admin)',
    notForAdmins: ['Audit log', 'Send password link (Anna root)', 'Edit user (Anna root)'],
    notForEmployees: null,
  },
  { at: '/employees/new', given: {}, until: 'Save', notForAdmins: ['Root'], notForEmployees: null },
]

/** The names of what is in the bar and on the screen: headings, links, buttons, choices, columns. */
const labels = (): string[] => {
  const parts = document.querySelectorAll<HTMLElement>('h1, h2, h3, a, button, summary, label, dt, th')
  return [...parts].map((part) => part.getAttribute('aria-label') ?? part.textContent)
}

async function labelsFor(role: Role, { at, given, until }: Row): Promise<string[]> {
  openScreen(at, given, role)
  await waitFor(() => expect(labels()).toContain(until))
  return labels().filter((label) => label !== `${role}@example.org`)
}

afterEach(closeScreen)

test.for(rows)(
  '$at shows an admin and an employee what root sees, without the controls that their role lacks',
  async (row) => {
    const all = await labelsFor('root', row)
    const expectAllBut = async (role: Role, missing: readonly string[]) => {
      const own = await labelsFor(role, row)
      expect(all.filter((label) => !own.includes(label))).toEqual(missing)
      expect(own.filter((label) => !all.includes(label))).toEqual([])
    }
    const { notForAdmins = [], notForEmployees = [] } = row
    await expectAllBut('admin', notForAdmins)
    if (notForEmployees) return expectAllBut('employee', ['Employees', ...notForEmployees])
    openScreen(row.at, row.given, 'employee')
    await waitFor(() => expect(labels()).toContain('Not allowed'))
    expect(labels()).not.toContain(row.until)
  },
)
