import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { inventoryRoute, inventoryTypes, itemTypes, placeTree } from '@vitrine/contract'
import { useMemo } from 'react'
import { placesQuery } from '../../client/use-places.ts'
import { savedViewAddress, viewsQuery } from '../../features/inventory/list/views/views.ts'
import type { Command } from '../../features/search/options.tsx'
import { useMayOpen } from '../../session/use-may-open.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { listPaletteScreens } from '../navigation.ts'

export function usePaletteCommands(): readonly Command[] {
  const { user } = useSignedIn()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const title = Object.entries(moves).find(([path]) => here.startsWith(path))?.[1]
  const commands = listPaletteScreens(user.role).map(({ title, path }) => ({
    key: path,
    title,
    href: path,
    icon: <ScreenIcon screen={path} />,
  }))
  const move = title
    ? [{ key: 'move', title, href: `${here}#move`, icon: <ScreenIcon screen="/places" /> }]
    : []
  return [...commands, ...move, secondStep]
}

/** What can be moved on a screen. */
const moves = {
  '/inventory-detail/': 'Move this item…',
  '/places/': 'Move everything in this place…',
}

/** On the screen of the password, where few look for it: found by what it is called elsewhere. */
const secondStep: Command = {
  key: 'second step',
  title: 'Second step (2FA): authenticator app or passkey',
  href: '/change-password',
  icon: <ScreenIcon screen="/change-password" />,
  onlyWhenTyped: true,
}

/** The saved views of all inventories, offered once a name is typed. */
export function useViewCommands(isOpen: boolean): readonly Command[] {
  const mayOpen = useMayOpen()
  const mayUse = itemTypes.some((type) => mayOpen(inventoryRoute(type)))
  const { data = [] } = useQuery({ ...viewsQuery, enabled: isOpen && mayUse })
  return data.map((view) => ({
    key: `view ${view.id}`,
    title: `${view.name} · ${inventoryTypes[view.type].museum}`,
    href: savedViewAddress(view),
    icon: <ScreenIcon screen={inventoryRoute(view.type)} />,
    onlyWhenTyped: true,
  }))
}

/** The places in use, offered once a name is typed. */
export function usePlaceCommands(isOpen: boolean): readonly Command[] {
  const mayUse = useMayOpen()('/places')
  const { data } = useQuery({ ...placesQuery, enabled: isOpen && mayUse })
  return useMemo(() => {
    const tree = placeTree(data ?? [])
    return tree.all
      .filter(({ archived }) => !archived)
      .map(({ id, code }) => ({
        key: `place ${id}`,
        title: `${tree.pathOf(id)} (${code})`,
        href: `/places/${id}`,
        icon: <ScreenIcon screen="/places" />,
        onlyWhenTyped: true,
      }))
  }, [data])
}
