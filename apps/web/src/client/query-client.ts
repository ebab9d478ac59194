import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // 'always': offline, a call fails with a message instead of waiting silently.
      queries: {
        networkMode: 'always',
        retry: (failureCount, error) => failureCount < getMaxRetries(error),
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  })

function getMaxRetries(error: Error): number {
  // The server has rejected the request, and would do so again.
  if (error instanceof ApiError && error.status !== 0 && error.status < 502) return 0
  // A server that is busy or restarting is back within seconds.
  if (error instanceof ApiError && error.status === 503) return 2
  return 1
}
