import { admits, anyone, type Menu, type Role, rootOnly, type Screen } from '@vitrine/contract'
import { type LinkablePath, linkableScreens } from './screen-of-route.ts'

export interface NavLink {
  readonly title: string
  readonly path: LinkablePath
  /** Set before the first entry that only root sees. */
  readonly afterDivider: boolean
}

export type NavEntry =
  | { readonly kind: 'link'; readonly link: NavLink }
  | { readonly kind: 'group'; readonly title: string; readonly links: readonly NavLink[] }

const isRootOnly = (screen: Screen) => screen.menu?.for === rootOnly

const linksIn = (menu: Menu, role: Role): readonly NavLink[] =>
  linkableScreens
    .filter((screen) => screen.menu?.in === menu && screen.menu.for.includes(role))
    .map((screen, index, all) => {
      const before = all[index - 1]
      return {
        title: screen.title,
        path: screen.path,
        afterDivider:
          menu !== 'bar' && before !== undefined && !isRootOnly(before) && isRootOnly(screen),
      }
    })

/** The top navbar for a role. A dropdown takes the place of the first of its screens in the table. */
export function listNavbarEntries(role: Role): readonly NavEntry[] {
  const placed = new Set<Menu>()
  const barLinks = new Map(linksIn('bar', role).map((link) => [link.path, link]))
  return linkableScreens.flatMap((screen): NavEntry[] => {
    const menu = screen.menu?.in
    if (menu === undefined || menu === 'user' || placed.has(menu)) return []
    if (menu === 'bar') {
      const link = barLinks.get(screen.path)
      return link ? [{ kind: 'link', link }] : []
    }
    placed.add(menu)
    const links = linksIn(menu, role)
    return links.length > 0 ? [{ kind: 'group', title: menu, links }] : []
  })
}

export const listUserMenuLinks = (role: Role): readonly NavLink[] => linksIn('user', role)

/** What the command palette offers: every screen the role may open, shown in a menu or not. */
export const listPaletteScreens = (
  role: Role,
): readonly { readonly title: string; readonly path: LinkablePath }[] =>
  linkableScreens.filter((screen) => screen.access !== anyone && admits(screen.access, role))
