import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  anyone,
  buildPlaceTree,
  inventoryRoute,
  inventoryTypes,
  isRoleAllowed,
  itemTypes,
  type Role,
} from '@vitrine/contract'
import { useMemo } from 'react'
import { placesQuery } from '../../client/use-places.ts'
import { savedViewAddress, viewsQuery } from '../../features/inventory/list/views/views.ts'
import type { PaletteCommand } from '../../features/search/search-options.tsx'
import { useMayOpen } from '../../session/use-may-open.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { screenTexts } from '../screen-texts.ts'
import { listPaletteScreens, type PaletteScreen } from './palette-screens.ts'

/**
 * Commands for screens and their actions, for moving what the screen shows, and for the second step.
 */
export function usePaletteCommands(): readonly PaletteCommand[] {
  const { user } = useSignedIn()
  const { pathname, searchStr } = useLocation()
  const moveTitle = Object.entries(moveTitles).find(([path]) => pathname.startsWith(path))?.[1]
  // An action on the current screen keeps its filter.
  const commands: PaletteCommand[] = listScreenCommands(user.role).map((command) => ({
    ...command,
    href: command.href.replace(`${pathname}#`, `${pathname}${searchStr}#`),
  }))

  if (moveTitle) {
    const icon = <ScreenIcon screen="/places" />
    commands.push({ key: 'move', title: moveTitle, href: `${pathname}#move`, icon })
  }
  return [...commands, secondStep]
}

/** Commands for the screens that a role may open, then for their actions. */
export function listScreenCommands(role: Role): readonly LinkCommand[] {
  const paletteScreens = listPaletteScreens(role)
  return [
    ...paletteScreens.map(toScreenCommand),
    ...paletteScreens.flatMap((screen) => listActionCommands(screen, role)),
  ]
}

type LinkCommand = PaletteCommand & { readonly href: string }

const toScreenCommand = ({ title, path, technical }: PaletteScreen): LinkCommand => ({
  key: path,
  title,
  href: path,
  icon: <ScreenIcon screen={path} />,
  names: screenTexts[path].names ?? [],
  ...(technical && { onlyWhenTyped: 'title' }),
})

const listActionCommands = ({ title: screen, path }: PaletteScreen, role: Role): LinkCommand[] =>
  Object.entries(screenTexts[path].actions ?? {})
    .filter(([, { access = anyone }]) => isRoleAllowed(access, role))
    .map(([title, { names, fragment }]) => ({
      key: `${path} ${title}`,
      title,
      screen,
      href: fragment === undefined ? path : `${path}#${fragment}`,
      icon: <ScreenIcon screen={path} />,
      heading: 'Actions',
      names,
      onlyWhenTyped: 'anything',
    }))

/** Titles of the command that moves the item or place of a screen, by the screen's path. */
const moveTitles = {
  '/inventory-detail/': 'Move this item…',
  '/places/': 'Move everything in this place…',
}

/** Part of the screen Change Password, where few look for it. The title has its usual names. */
const secondStep: PaletteCommand = {
  key: 'second step',
  title: 'Second step (2FA): authenticator app or passkey',
  href: '/change-password',
  icon: <ScreenIcon screen="/change-password" />,
  onlyWhenTyped: 'anything',
}

/** Saved views of all inventories, offered once the user types. */
export function useViewCommands(isOpen: boolean): readonly PaletteCommand[] {
  const mayOpen = useMayOpen()
  const mayUse = itemTypes.some((type) => mayOpen(inventoryRoute(type)))
  const { data = [] } = useQuery({ ...viewsQuery, enabled: isOpen && mayUse })
  return data.map((view) => ({
    key: `view ${view.id}`,
    title: `${view.name} · ${inventoryTypes[view.type].museum}`,
    href: savedViewAddress(view),
    icon: <ScreenIcon screen={inventoryRoute(view.type)} />,
    heading: 'Views',
    onlyWhenTyped: 'anything',
  }))
}

/** Places in use, offered once the user types. */
export function usePlaceCommands(isOpen: boolean): readonly PaletteCommand[] {
  const mayUse = useMayOpen()('/places')
  const { data } = useQuery({ ...placesQuery, enabled: isOpen && mayUse })
  return useMemo(() => {
    const tree = buildPlaceTree(data ?? [])
    return tree.all
      .filter(({ archived }) => !archived)
      .map(({ id, code }) => ({
        key: `place ${id}`,
        title: `${tree.pathOf(id)} (${code})`,
        href: `/places/${id}`,
        icon: <ScreenIcon screen="/places" />,
        heading: 'Places' as const,
        onlyWhenTyped: 'anything' as const,
      }))
  }, [data])
}
