import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// Only a missing answer or a failing server is worth a retry.
const worthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502

/** A server that is busy or restarting is back within seconds. */
const isBusy = (error: Error) => error instanceof ApiError && error.status === 503

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // 'always': without a connection a call fails with a message instead of waiting silently.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => worthRetrying(error) && failures < (isBusy(error) ? 2 : 1),
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
