import type { Role } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { listMoreScreens } from './more-screens.ts'

/** The addresses of external tools are null while they load. */
const listTitles = (role: Role, toolAddresses: readonly string[] | null = []) =>
  listMoreScreens(role, toolAddresses).map(({ title }) => title)

const managerScreens = ['Attributes', 'Museums', 'Employees', 'New User', 'Change Password']

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
    ...managerScreens,
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
    ...managerScreens,
    'All changes',
    'Audit log',
    'Help',
    'About Vitrine',
  ])
})

test('leaves out screens that open from tiles of external tools, also while these load', () => {
  const toolTitles = ['Questions', 'Assistant']
  const listToolTitles = (toolAddresses: readonly string[] | null) =>
    listTitles('root', toolAddresses).filter((title) => toolTitles.includes(title))

  expect(listToolTitles(null)).toEqual([])
  expect(listToolTitles(['/questions', '/assistant'])).toEqual([])
  expect(listToolTitles(['https://logs.example.org', '/assistant'])).toEqual(['Questions'])
  expect(listToolTitles(['https://logs.example.org', 'https://chat.example.org'])).toEqual(
    toolTitles,
  )
})
