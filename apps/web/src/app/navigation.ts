import { type Menu, type Role, rootOnly, type Screen } from '@vitrine/contract'
import { type LinkablePath, linkableScreens } from './screen-of-route.ts'

export interface NavLink {
  readonly title: string
  readonly path: LinkablePath
  /** True for the first entry that only root sees. */
  readonly hasDividerBefore: boolean
}

export type NavEntry =
  | { readonly kind: 'link'; readonly link: NavLink }
  | { readonly kind: 'group'; readonly title: string; readonly links: readonly NavLink[] }

/** The navbar's entries for a role. A dropdown stands at the position of its first screen. */
export function listNavbarEntries(role: Role): readonly NavEntry[] {
  const entries: NavEntry[] = []
  const listedMenus = new Set<Menu>()
  const barLinks = new Map(listLinks('bar', role).map((link) => [link.path, link]))

  for (const { menu: position, path } of linkableScreens) {
    const menu = position?.in
    if (menu === undefined || menu === 'user' || listedMenus.has(menu)) continue

    if (menu === 'bar') {
      const link = barLinks.get(path)
      if (link) entries.push({ kind: 'link', link })
      continue
    }

    listedMenus.add(menu)
    const links = listLinks(menu, role)
    if (links.length > 0) entries.push({ kind: 'group', title: menu, links })
  }

  return entries
}

export const listUserMenuLinks = (role: Role): readonly NavLink[] => listLinks('user', role)

const listLinks = (menu: Menu, role: Role): readonly NavLink[] =>
  linkableScreens
    .filter((screen) => screen.menu?.in === menu && screen.menu.for.includes(role))
    .map((screen, index, menuScreens) => {
      const previous = menuScreens[index - 1]
      const startsRootOnly = previous !== undefined && !isRootOnly(previous) && isRootOnly(screen)
      return {
        title: screen.title,
        path: screen.path,
        hasDividerBefore: menu !== 'bar' && startsRootOnly,
      }
    })

const isRootOnly = (screen: Screen) => screen.menu?.for === rootOnly
