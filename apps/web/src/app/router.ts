import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFoundPage, RouteErrorPage } from './pages.tsx'
import { routeTree } from './routes.tsx'

/** The part of an address after '?', as plain texts that people can read and write: no quotes, no JSON. */
const readSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })

export const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
