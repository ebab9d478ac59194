import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { cancelAndInvalidate } from './queries.ts'
import { createQueryClient } from './query-client.ts'

it('cancelAndInvalidate ignores a pending response from before the change', async () => {
  const queryClient = createQueryClient()
  const { promise: lateResponse, resolve } = Promise.withResolvers<string>()
  const responses = [lateResponse, Promise.resolve('after')]
  const queryKey = ['list']
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => responses.shift() ?? 'no more',
  })
  const stop = observer.subscribe(() => undefined)

  const refetch = cancelAndInvalidate(queryClient, queryKey)
  resolve('before')
  await refetch

  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
