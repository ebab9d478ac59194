import { type Screen, type ScreenPath, screens } from '@vitrine/contract'

/** A screen whose address has no parameter, so that a menu can lead to it. */
export type LinkablePath = Exclude<ScreenPath, `${string}:${string}`>

const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** The row of the role table for the full path of a matched route; `null` for an unknown address. */
export function findScreenOfRoute(fullPath: string): Screen | null {
  const path = fullPath.replaceAll('/$', '/:').replace(/(.)\/$/, '$1')
  return isScreenPath(path) ? screens[path] : null
}

const isComplete = (path: string): path is LinkablePath =>
  isScreenPath(path) && !path.includes('/:')

/** All screens a menu could lead to, in the table's order. */
export const linkableScreens: readonly (Screen & { readonly path: LinkablePath })[] =
  Object.entries<Screen>(screens).flatMap(([path, screen]) =>
    isComplete(path) ? [{ ...screen, path }] : [],
  )
