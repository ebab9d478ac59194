import { isRoleAllowed, type Role, roles, screens } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { listNavbarEntries, listPaletteScreens, listUserMenuLinks } from './navigation.ts'

/** A menu as a person reads it: '|' is the divider. */
const read = (role: Role) =>
  listNavbarEntries(role).map((entry) =>
    entry.kind === 'link'
      ? entry.link.title
      : `${entry.title}: ${entry.links.map((link) => (link.afterDivider ? `| ${link.title}` : link.title)).join(', ')}`,
  )

const staffMenu = ['Home', 'Inventory: Le Manège, La Grange, Places']

const menus: Record<Role, readonly string[]> = {
  root: [
    ...staffMenu,
    'Utilities: Comments, | Journal, Report, Questions, Assistant, Stocktake, Attributes',
    'Website: Save the Date, Museums',
    'Employees',
  ],
  admin: [
    ...staffMenu,
    'Utilities: Comments, Stocktake, Attributes',
    'Website: Save the Date, Museums',
    'Employees',
  ],
  employee: [...staffMenu, 'Utilities: Comments, Stocktake', 'Website: Save the Date'],
}

describe('the navbar', () => {
  it.each(roles)('of %s', (role) => {
    expect(read(role)).toEqual(menus[role])
    expect(listUserMenuLinks(role).map((link) => link.title)).toEqual(['Change Password'])
  })

  it.each(roles)('never leads %s to a screen that is closed to them', (role) => {
    const links = listNavbarEntries(role).flatMap((entry) =>
      entry.kind === 'link' ? [entry.link] : entry.links,
    )
    for (const { path } of [...links, ...listPaletteScreens(role)])
      expect(isRoleAllowed(screens[path].access, role)).toBe(true)
  })
})

describe('the command palette', () => {
  it('offers admin the routes that no menu shows, and employees none of them', () => {
    const titles = (role: Role) => listPaletteScreens(role).map(({ title }) => title)
    expect(titles('admin')).toEqual(
      expect.arrayContaining(['Journal', 'Report', 'Questions', 'New User', 'Test screen']),
    )
    expect(titles('employee')).not.toEqual(expect.arrayContaining(['Journal']))
    expect(titles('root')).not.toContain('Login')
    expect(titles('root')).not.toContain('Edit User')
  })
})
