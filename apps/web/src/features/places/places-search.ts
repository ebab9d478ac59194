/** The search parameters of the screen's address. */
export interface PlacesSearch {
  /** Shows the list of items that are away instead of the tree. */
  readonly away?: '1'
  readonly filter?: string
  /** Shows archived places as well. */
  readonly archived?: '1'
}

/** Reads the screen's state from an address, dropping invalid values. */
export function parsePlacesSearch({
  away,
  filter,
  archived,
}: Record<string, unknown>): PlacesSearch {
  let search: PlacesSearch = {}
  if (away !== undefined) search = { ...search, away: '1' }
  if (typeof filter === 'string' && filter !== '') search = { ...search, filter }
  if (archived !== undefined) search = { ...search, archived: '1' }
  return search
}
