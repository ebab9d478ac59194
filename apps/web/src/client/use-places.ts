import { type QueryClient, useQuery } from '@tanstack/react-query'
import { buildPlaceTree, type Place, sortByText } from '@vitrine/contract'
import { useMemo } from 'react'
import { historyKey } from './queries.ts'
import { callQuery } from './query.ts'

export const placesQuery = { ...callQuery('GET /places'), staleTime: 30_000 }

const noPlaces: readonly Place[] = []

/** All places as a tree, siblings sorted by name; the tree is empty while they load. */
export function usePlaces() {
  const list = useQuery(placesQuery)
  const places = list.data ?? noPlaces
  return {
    list,
    tree: useMemo(() => buildPlaceTree(sortByText(places, ({ name }) => name)), [places]),
  }
}

/** Refetches places and everything that shows where items are. */
export const invalidatePlaces = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [['places'], ['movements'], ['inventory'], historyKey('item'), historyKey('place')].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )
