import {
  anyone,
  isRoleAllowed,
  type Role,
  type Screen,
  type ScreenPath,
  screens,
} from '@vitrine/contract'

/** Path without parameters, to which a list can link. */
type ListedPath = Exclude<ScreenPath, `${string}:${string}`>

interface MoreScreen {
  readonly path: ListedPath
  readonly title: string
}

// Root has tiles for these as external tools, unless settings name other addresses.
const usualToolPaths: readonly ScreenPath[] = ['/questions', '/assistant']

/**
 * Lists the screens that a role may open but has no tile for, in the order of the role table.
 * `toolAddresses` are those of the tiles for external tools; null while they load.
 */
export const listMoreScreens = (
  role: Role,
  toolAddresses: readonly string[] | null,
): MoreScreen[] =>
  (Object.entries(screens) as [ScreenPath, Screen][])
    .filter((entry): entry is [ListedPath, Screen] => !entry[0].includes('/:') && entry[0] !== '/')
    .filter(([, { access }]) => access !== anyone && isRoleAllowed(access, role))
    .filter(([, { tile, technical }]) => !tile?.for.includes(role) && !technical)
    .filter(([path]) => !(toolAddresses ?? usualToolPaths).includes(path))
    .map(([path, { title }]) => ({ path, title }))
