import { type Role, type Screen, type ScreenPath, screens, type TileGroup } from '@vitrine/contract'

export interface Tile {
  readonly title: string
  readonly address: string
  readonly info: string | null
  readonly screen?: ScreenPath
}

/** The tiles of one group that the role table shows to a role, in the table's order. */
export const tilesOf = (group: TileGroup, role: Role): readonly Tile[] =>
  Object.entries<Screen>(screens).flatMap(([path, { title, tile }]) =>
    tile?.in === group && tile.for.includes(role)
      ? [{ title, address: path, info: tile.info ?? null, screen: path as ScreenPath }]
      : [],
  )
