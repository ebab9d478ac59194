import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query'
import { commentsPerPage, type ItemComment, type openTasks } from '@vitrine/contract'
import { call } from '../../client/call.ts'

const everything = ['comments'] as const

/** Whose open tasks; all comments without. */
export type Open = (typeof openTasks)[number] | undefined

export const commentsQueries = {
  everything,
  all: (open?: Open) =>
    queryOptions({
      queryKey: [...everything, 'all', open],
      queryFn: streamedQuery({
        streamFn: ({ signal }) => pages(open, signal),
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
  people: queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => call('GET /people', undefined, { signal }),
    staleTime: 60_000,
  }),
}

/** Yields page by page, so that the first ones show while the others load. */
async function* pages(open: Open, signal: AbortSignal): AsyncGenerator<ItemComment[]> {
  let page: ItemComment[] = []
  do {
    const before = page.at(-1)?.id
    const query = {
      limit: commentsPerPage,
      ...(open && { open }),
      ...(before !== undefined && { before }),
    }
    page = await call('GET /inventory/comments', { query }, { signal })
    yield page
  } while (page.length === commentsPerPage)
}
