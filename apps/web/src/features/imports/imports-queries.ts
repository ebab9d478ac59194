import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const importsQueries = {
  list: queryOptions({
    queryKey: ['imports'],
    queryFn: ({ signal }) => call('GET /inventory/imports', undefined, { signal }),
  }),
}
