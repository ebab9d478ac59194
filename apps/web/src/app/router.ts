import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFoundPage, RouteErrorPage } from './pages.tsx'
import { routeTree } from './routes.tsx'
import { readSearch, writeSearch } from './search-text.ts'

export const makeRouter = (history?: RouterHistory) =>
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

export const router = makeRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
