import { type Screen, type ScreenPath, screens } from '@vitrine/contract'

/** Path without parameters, to which menus can link. */
export type LinkablePath = Exclude<ScreenPath, `${string}:${string}`>

const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(screens, path)

/** Finds a screen by the full path of a matched route; returns null for an unknown address. */
export function findScreenOfRoute(fullPath: string): Screen | null {
  // Routes write parameters as '$id', screens as ':id'. A slash at the end is dropped, except in '/'.
  const path = fullPath.replaceAll('/$', '/:').replace(/(.)\/$/, '$1')
  return isScreenPath(path) ? screens[path] : null
}

const scanScreens = Object.keys(screens).filter(
  (path) => isScreenPath(path) && 'scans' in screens[path],
)

/** Finds the path of the scanning screen at an address; undefined if another screen is there. */
export const findScanScreen = (pathname: string): string | undefined =>
  // A parameter such as ':id' stands for any text without a slash.
  scanScreens.find((path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/?$`).test(pathname))

const isLinkable = (path: string): path is LinkablePath =>
  isScreenPath(path) && !path.includes('/:')

/** All screens that menus can link to, in the order of `screens`. */
export const linkableScreens: readonly (Screen & { readonly path: LinkablePath })[] = Object.keys(
  screens,
)
  .filter(isLinkable)
  .map((path) => ({ ...screens[path], path }))
