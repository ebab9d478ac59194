import { queryOptions } from '@tanstack/react-query'
import type { StocktakeResult } from '@vitrine/contract'
import { call } from '../../client/call.ts'

/** All result rows of a stocktake, fetched in pages of about a megabyte. */
export const stocktakeResultQuery = (id: number) =>
  queryOptions({
    // Starts with the key of the list of stocktakes, so that invalidating the list includes it.
    queryKey: ['stocktake', id, 'result'],
    async queryFn({ signal }) {
      const rows: StocktakeResult[] = []
      for (let after: string | undefined; ; ) {
        const page = await call(
          'GET /stocktake/:id/result',
          { params: { id }, query: after === undefined ? {} : { after } },
          { signal },
        )
        rows.push(...page.rows)
        if (page.next === null) return rows
        after = String(page.next)
      }
    },
  })
