export interface PlacesSearch {
  /** The list of what is away, instead of the tree. */
  readonly away?: '1'
  readonly filter?: string
  readonly archived?: '1'
}

/** What an address says about the screen; what can't be is left out. */
export const readPlacesSearch = ({
  away,
  filter,
  archived,
}: Record<string, unknown>): PlacesSearch => ({
  ...(away !== undefined && { away: '1' }),
  ...(typeof filter === 'string' && filter !== '' && { filter }),
  ...(archived !== undefined && { archived: '1' }),
})
