import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// An answer is an answer: only silence and a failing server are worth a second try.
const worthRetrying = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 502

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // 'always': without a connection a call fails with a sentence instead of waiting in silence.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && worthRetrying(error),
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
