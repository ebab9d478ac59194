import type { Role } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { listMoreScreens } from './more-screens.ts'

const listTitles = (...[role, tools = []]: [role: Role, tools?: string[] | null]) =>
  listMoreScreens(role, tools).map(({ title }) => title)

const administration = ['Attributes', 'Museums', 'Employees', 'New User', 'Change Password']

test('lists every screen that a role may open and that has no tile for it', () => {
  expect(listTitles('employee')).toEqual([
    'Places',
    'Scan',
    'Stocktake',
    'Change Password',
    'Help',
    'About Vitrine',
  ])
  expect(listTitles('admin')).toEqual([
    'Places',
    'Scan',
    'Journal',
    'Report',
    'Questions',
    'Assistant',
    'Stocktake',
    ...administration,
    'All changes',
    'Help',
    'About Vitrine',
  ])
  expect(listTitles('root')).toEqual([
    'Places',
    'Scan',
    'Questions',
    'Assistant',
    'Stocktake',
    ...administration,
    'All changes',
    'Audit log',
    'Help',
    'About Vitrine',
  ])
})

test('leaves out screens that open from tiles of external tools, also while these load', () => {
  const both = ['Questions', 'Assistant']
  const listBoth = (tools: string[] | null) =>
    listTitles('root', tools).filter((title) => both.includes(title))
  expect(listBoth(null)).toEqual([])
  expect(listBoth(['/questions', '/assistant'])).toEqual([])
  expect(listBoth(['https://logs.example.org', '/assistant'])).toEqual(['Questions'])
  expect(listBoth(['https://logs.example.org', 'https://chat.example.org'])).toEqual(both)
})
