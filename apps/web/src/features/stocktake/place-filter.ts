import { compareKeys, fold, type PlaceInTree, type PlaceTree, toSortKey } from '@vitrine/contract'

/** Returns a filter that finds places in use by words of their code and path, in tree order. */
export function createPlaceFilter<Place extends PlaceInTree>(places: PlaceTree<Place>) {
  const rows = places.all
    .filter(({ archived }) => !archived)
    .map((place) => ({
      place,
      path: places.pathOf(place.id),
      depth: places.ancestry(place.id).length - 1,
    }))
    .toSorted((a, b) => compareKeys(toSortKey(a.path), toSortKey(b.path)))
    .map((row) => ({ ...row, folded: fold(`${row.place.code} ${row.path}`) }))

  return (text: string) => {
    const words = fold(text).split(/\s+/)
    return rows.filter(({ folded }) => words.every((word) => folded.includes(word)))
  }
}
