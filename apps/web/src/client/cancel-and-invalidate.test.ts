import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { cancelAndInvalidate } from './queries.ts'
import { createQueryClient } from './query-client.ts'

it('does not settle for a first answer that left before the change', async () => {
  const queries = createQueryClient()
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const answers = [late, Promise.resolve('after')]
  const queryKey = ['list']
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => answers.shift() ?? 'no more',
  })
  const stop = observer.subscribe(() => undefined)
  const asked = cancelAndInvalidate(queries, queryKey)
  resolve('before')
  await asked
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
