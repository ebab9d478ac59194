import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Place, placeTree, sortedByText } from '@vitrine/contract'
import { useMemo } from 'react'
import { historyKey } from './queries.ts'
import { query } from './query.ts'

export const placesQuery = { ...query('GET /places'), staleTime: 30_000 }

const none: readonly Place[] = []

/** All places, as a tree once they are loaded; those in one place by name. */
export function usePlaces() {
  const list = useQuery(placesQuery)
  const places = list.data ?? none
  return {
    list,
    tree: useMemo(() => placeTree(sortedByText(places, ({ name }) => name)), [places]),
  }
}

/** Whatever shows where items are is fetched again. */
export const invalidatePlaces = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [['places'], ['movements'], ['inventory'], historyKey('item'), historyKey('place')].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )
