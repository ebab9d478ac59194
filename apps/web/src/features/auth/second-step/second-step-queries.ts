import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'

export const secondStepQuery = queryOptions({
  queryKey: ['second-step', 'state'],
  queryFn: ({ signal }) => call('GET /user/second-step', undefined, { signal }),
})
