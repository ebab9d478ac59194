import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query'
import { commentsPerPage, type ItemComment } from '@vitrine/contract'
import { call } from '../../client/call.ts'

const everything = ['comments'] as const

export const commentsQueries = {
  everything,
  all: queryOptions({
    queryKey: [...everything, 'all'],
    queryFn: streamedQuery({
      streamFn: ({ signal }) => pages(signal),
      reducer: (all: readonly ItemComment[], page: readonly ItemComment[]) => [...all, ...page],
      initialValue: [],
      // The old list stays on the screen until the new one is complete.
      refetchMode: 'replace',
    }),
  }),
  /** Refetched each time it opens, to include what was deleted meanwhile. */
  deleted: queryOptions({
    queryKey: [...everything, 'deleted'],
    queryFn: ({ signal }) => call('GET /inventory/deleted-comments', undefined, { signal }),
    staleTime: 0,
  }),
  ofItem: (id: number) =>
    queryOptions({
      queryKey: [...everything, 'of', id],
      queryFn: ({ signal }) => call('GET /inventory/comments/:id', { params: { id } }, { signal }),
    }),
}

/** Yields page by page, so that the first ones show while the others load. */
async function* pages(signal: AbortSignal): AsyncGenerator<ItemComment[]> {
  let page: ItemComment[] = []
  do {
    const before = page.at(-1)?.id
    const query = { limit: commentsPerPage, ...(before !== undefined && { before }) }
    page = await call('GET /inventory/comments', { query }, { signal })
    yield page
  } while (page.length === commentsPerPage)
}
