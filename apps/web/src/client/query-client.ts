import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// Other failures would only be repeated: the server has rejected the request.
const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502

/** A server that is busy or restarting is back within seconds. */
const isBusy = (error: Error) => error instanceof ApiError && error.status === 503

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // 'always': offline, a call fails with a message instead of waiting silently.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => isWorthRetrying(error) && failures < (isBusy(error) ? 2 : 1),
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
