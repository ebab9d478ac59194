import { isRoleAllowed, type Role, roles, screens } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { listNavbarEntries, listUserMenuLinks } from './navigation.ts'
import { listPaletteScreens } from './palette/palette-screens.ts'

/** The navbar's entries as texts; '|' stands for a divider. */
const formatNavbar = (role: Role) =>
  listNavbarEntries(role).map((entry) => {
    if (entry.kind === 'link') return entry.link.title

    const titles = entry.links.map((link) =>
      link.hasDividerBefore ? `| ${link.title}` : link.title,
    )
    return `${entry.title}: ${titles.join(', ')}`
  })

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
  it.each(roles)('has the entries specified for %s', (role) => {
    expect(formatNavbar(role)).toEqual(menus[role])
    expect(listUserMenuLinks(role).map((link) => link.title)).toEqual(['Change Password'])
  })

  it.each(roles)('links %s only to screens that the role may open', (role) => {
    const links = listNavbarEntries(role).flatMap((entry) =>
      entry.kind === 'link' ? [entry.link] : entry.links,
    )
    for (const { path } of [...links, ...listPaletteScreens(role)])
      expect(isRoleAllowed(screens[path].access, role)).toBe(true)
  })
})

describe('the command palette', () => {
  it('offers the screens that a role may open, including those in no menu', () => {
    const listTitles = (role: Role) => listPaletteScreens(role).map(({ title }) => title)
    expect(listTitles('admin')).toEqual(
      expect.arrayContaining(['Journal', 'Report', 'Questions', 'New User', 'Test screen']),
    )
    expect(listTitles('employee')).not.toContain('Journal')
    expect(listTitles('root')).not.toContain('Login')
    expect(listTitles('root')).not.toContain('Edit User')
  })
})
