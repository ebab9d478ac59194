import { queryOptions } from '@tanstack/react-query'
import type { StocktakeResult } from '@vitrine/contract'
import { call } from '../../client/call.ts'

/** All that came of a stocktake. The server answers with about a megabyte at once. */
export const resultQuery = (id: number) =>
  queryOptions({
    // Below the path of all stocktakes, which a decision invalidates.
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
