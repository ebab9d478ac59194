export interface PlacesSearch {
  /** Shows the list of items that are away instead of the tree. */
  readonly away?: '1'
  readonly filter?: string
  readonly archived?: '1'
}

/** Reads the screen's state from an address, dropping invalid values. */
export const parsePlacesSearch = ({
  away,
  filter,
  archived,
}: Record<string, unknown>): PlacesSearch => ({
  ...(away !== undefined && { away: '1' }),
  ...(typeof filter === 'string' && filter !== '' && { filter }),
  ...(archived !== undefined && { archived: '1' }),
})
