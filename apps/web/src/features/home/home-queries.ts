import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call('GET /home', undefined, { signal }),
  // Others work meanwhile: asked again at every visit, with the earlier answer on the screen until the new one is there.
  staleTime: 0,
})
