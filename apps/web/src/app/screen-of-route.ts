import { type Screen, type ScreenPath, screens } from '@vitrine/contract'
import type { FileRouteTypes } from './route-tree.gen.ts'

/*
 * The role table writes a parameter as ':id', the router as '$id'. The two must name the same addresses:
 * a route without a row would open to everybody, a row without a route would be a dead menu entry.
 */
type AsScreen<Path extends string> = Path extends `${infer Head}$${infer Tail}` ? `${Head}:${AsScreen<Tail>}` : Path

/** The one route that stands for no screen: every address nobody knows. */
type UnknownAddress = '/$'
type RoutedScreen = AsScreen<Exclude<FileRouteTypes['to'], UnknownAddress>>

type Nothing<T extends never> = T
export type RoutesWithoutRow = Nothing<Exclude<RoutedScreen, ScreenPath>>
export type RowsWithoutRoute = Nothing<Exclude<ScreenPath, RoutedScreen>>

/** A screen whose address has no parameter, so that a menu can lead to it. */
export type CompletePath = Exclude<ScreenPath, `${string}:${string}`>

const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** The row of the role table for the full path of a matched route; `null` for an unknown address. */
export function screenOfRoute(fullPath: string): Screen | null {
  const path = fullPath.replaceAll('/$', '/:').replace(/(.)\/$/, '$1')
  return isScreenPath(path) ? screens[path] : null
}

const isComplete = (path: string): path is CompletePath => isScreenPath(path) && !path.includes('/:')

/** All screens a menu could lead to, in the table's order. */
export const completeScreens: readonly (Screen & { readonly path: CompletePath })[] = Object.entries<Screen>(
  screens,
).flatMap(([path, screen]) => (isComplete(path) ? [{ ...screen, path }] : []))
