import { type Menu, type Role, rootOnly, type Screen } from '@vitrine/contract'
import { type LinkablePath, linkableScreens } from './screen-of-route.ts'

export interface NavLink {
  readonly title: string
  readonly path: LinkablePath
  /** True for the first of the entries that only root sees. */
  readonly afterDivider: boolean
}

export type NavEntry =
  | { readonly kind: 'link'; readonly link: NavLink }
  | { readonly kind: 'group'; readonly title: string; readonly links: readonly NavLink[] }

const isRootOnly = (screen: Screen) => screen.menu?.for === rootOnly

const listLinks = (menu: Menu, role: Role): readonly NavLink[] =>
  linkableScreens
    .filter((screen) => screen.menu?.in === menu && screen.menu.for.includes(role))
    .map((screen, index, all) => {
      const previous = all[index - 1]
      const startsRootOnly = previous !== undefined && !isRootOnly(previous) && isRootOnly(screen)
      return {
        title: screen.title,
        path: screen.path,
        afterDivider: menu !== 'bar' && startsRootOnly,
      }
    })

/** The navbar's entries for a role. A dropdown stands where the table has its first screen. */
export function listNavbarEntries(role: Role): readonly NavEntry[] {
  const placedMenus = new Set<Menu>()
  const barLinks = new Map(listLinks('bar', role).map((link) => [link.path, link]))
  return linkableScreens.flatMap((screen): NavEntry[] => {
    const menu = screen.menu?.in
    if (menu === undefined || menu === 'user' || placedMenus.has(menu)) return []
    if (menu === 'bar') {
      const link = barLinks.get(screen.path)
      return link ? [{ kind: 'link', link }] : []
    }

    placedMenus.add(menu)
    const links = listLinks(menu, role)
    return links.length > 0 ? [{ kind: 'group', title: menu, links }] : []
  })
}

export const listUserMenuLinks = (role: Role): readonly NavLink[] => listLinks('user', role)
