import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// An answer is an answer: only silence and a failing server are worth a second try.
const worthRetrying = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 502

/** One who is busy or being restarted is there again within seconds. */
const isBusy = (error: Error) => error instanceof ApiError && error.status === 503

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // 'always': without a connection a call fails with a sentence instead of waiting in silence.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => worthRetrying(error) && failures < (isBusy(error) ? 2 : 1),
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
