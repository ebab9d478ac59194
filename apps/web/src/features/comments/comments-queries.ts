import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query'
import { type ItemComment, maxCommentsPerPage, type openTaskFilters } from '@vitrine/contract'
import { call } from '../../client/call.ts'

const commentsKey = ['comments'] as const

/** Whose open tasks are listed; undefined for all comments. */
export type OpenTasksFilter = (typeof openTaskFilters)[number] | undefined

export const commentsQueries = {
  commentsKey,
  all: (open?: OpenTasksFilter) =>
    queryOptions({
      queryKey: [...commentsKey, 'all', open],
      queryFn: streamedQuery({
        streamFn: ({ signal }) => fetchPages(open, signal),
        reducer: (all: readonly ItemComment[], page: readonly ItemComment[]) => [...all, ...page],
        initialValue: [],
        // The old list stays on the screen until the new one is complete.
        refetchMode: 'replace',
      }),
    }),
  /** Never fresh, because comments may have been deleted since it was last opened. */
  deleted: queryOptions({
    queryKey: [...commentsKey, 'deleted'],
    queryFn: ({ signal }) => call('GET /inventory/deleted-comments', undefined, { signal }),
    staleTime: 0,
  }),
  itemComments: (id: number) =>
    queryOptions({
      queryKey: [...commentsKey, 'of', id],
      queryFn: ({ signal }) => call('GET /inventory/comments/:id', { params: { id } }, { signal }),
    }),
  people: queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => call('GET /people', undefined, { signal }),
    staleTime: 60_000,
  }),
}

/** Yields one page after another, so that the first are shown while the others load. */
async function* fetchPages(
  open: OpenTasksFilter,
  signal: AbortSignal,
): AsyncGenerator<ItemComment[]> {
  let page: ItemComment[] = []

  do {
    const before = page.at(-1)?.id
    const query = {
      limit: maxCommentsPerPage,
      ...(open && { open }),
      ...(before !== undefined && { before }),
    }
    page = await call('GET /inventory/comments', { query }, { signal })
    yield page
  } while (page.length === maxCommentsPerPage)
}
