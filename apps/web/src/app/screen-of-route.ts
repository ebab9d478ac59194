import { type Screen, type ScreenPath, screens } from '@vitrine/contract'

/** A screen whose address has no parameter, so that a menu can lead to it. */
export type CompletePath = Exclude<ScreenPath, `${string}:${string}`>

const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** The row of the role table for the full path of a matched route; `null` for an unknown address. */
export function screenOfRoute(fullPath: string): Screen | null {
  const path = fullPath.replaceAll('/$', '/:').replace(/(.)\/$/, '$1')
  return isScreenPath(path) ? screens[path] : null
}

const isComplete = (path: string): path is CompletePath =>
  isScreenPath(path) && !path.includes('/:')

/** All screens a menu could lead to, in the table's order. */
export const completeScreens: readonly (Screen & { readonly path: CompletePath })[] =
  Object.entries<Screen>(screens).flatMap(([path, screen]) =>
    isComplete(path) ? [{ ...screen, path }] : [],
  )
