import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const everything = ['journal'] as const

export const journalQueries = {
  list: queryOptions({
    queryKey: [...everything, 'list'],
    queryFn: async ({ signal }) => (await call('GET /journal', undefined, { signal })).data,
  }),
  tags: queryOptions({
    queryKey: [...everything, 'tags'],
    queryFn: async ({ signal }) => (await call('GET /journal/tags/all', undefined, { signal })).data,
  }),
}
