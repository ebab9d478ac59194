import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import {
  type ItemType,
  itemTypes,
  type LabelLanguage,
  labelLanguages,
  openTaskFilters,
  toSafeReturnUrl,
} from '@vitrine/contract'
import type { ComponentType, ReactNode } from 'react'
import type { CommentsSearch } from '../features/comments/comments-page.tsx'
import { parseListSearch } from '../features/inventory/list/list-search.ts'
import { parseJournalAddress } from '../features/journal/journal-search.ts'
import { parsePlacesSearch } from '../features/places/places-search.ts'
import { parseQuestionsSearch } from '../features/questions/questions-search.ts'
import { session } from '../session/session.ts'
import { NotFoundPage } from './pages.tsx'
import { findScanScreen } from './screen-of-route.ts'
import { useScreenTitle } from './use-screen-title.ts'

/**
 * Loads a screen on demand from the file in routes/ named after its path; build/screen-pages.ts
 * relies on that name. The module's type is `unknown`, because it depends on the routes' types.
 */
const lazyScreen = (load: () => Promise<unknown>) =>
  lazyRouteComponent(load as () => Promise<{ Screen: ComponentType }>, 'Screen')

const root = createRootRoute({ component: Root, beforeLoad: requireOwnPage })

function Root(): ReactNode {
  useScreenTitle()
  return <Outlet />
}

const shell = createRoute({
  getParentRoute: () => root,
  id: '_shell',
  component: lazyScreen(() => import('./routes/_shell.tsx')),
})

function requireSession({ location }: { location: ParsedLocation }): void {
  if (session.current() !== null) return
  throw redirect({
    to: '/login',
    search: location.pathname === '/' ? {} : { returnUrl: location.href },
    replace: true,
  })
}

interface RouteOpening {
  readonly location: ParsedLocation
  readonly preload: boolean
}

/**
 * Reloads the page on the way to and from a screen that scans: only its own page is served with
 * the content security policy and the service worker that it needs.
 */
function requireOwnPage({ location, preload }: RouteOpening): void {
  const neededPage = findScanScreen(location.pathname) ?? ''
  const loadedPage = document.querySelector<HTMLMetaElement>('[name=scans]')?.content ?? ''
  // Offline, no other page could be loaded.
  if (import.meta.env.PROD && neededPage !== loadedPage && !preload && navigator.onLine)
    throw redirect({ href: location.href, reloadDocument: true })
}

const inRoot = { getParentRoute: () => root }
const inShell = { getParentRoute: () => shell, beforeLoad: requireSession }

/** Creates the route of a screen for signed-in users without search parameters. */
const plainRoute = <const Path extends string>(path: Path, load: () => Promise<unknown>) =>
  createRoute({ ...inShell, path, component: lazyScreen(load) })

type Search = Record<string, unknown>

function parseCommentsSearch({ filter, open }: Search): CommentsSearch {
  const openFilter = openTaskFilters.find((value) => value === open)
  return {
    ...(typeof filter === 'string' && filter !== '' && { filter }),
    ...(openFilter && { open: openFilter }),
  }
}

function parseMuseum({ museum }: Search): { museum?: ItemType } {
  const type = itemTypes.find((itemType) => itemType === museum)
  return type ? { museum: type } : {}
}

const inventoryScreens: Record<ItemType, () => Promise<unknown>> = {
  car: () => import('./routes/_shell/inventory.car.tsx'),
  art: () => import('./routes/_shell/inventory.art.tsx'),
}

const publicRoutes = [
  createRoute({
    ...inRoot,
    path: '/login',
    beforeLoad: ({ search }) => {
      if (session.current() !== null)
        throw redirect({ href: toSafeReturnUrl(search.returnUrl), replace: true })
    },
    validateSearch: ({ returnUrl }: Search): { readonly returnUrl?: string } =>
      typeof returnUrl === 'string' ? { returnUrl } : {},
    component: lazyScreen(() => import('./routes/login.tsx')),
  }),
  createRoute({
    ...inRoot,
    path: '/forgot-password',
    component: lazyScreen(() => import('./routes/forgot-password.tsx')),
  }),
  createRoute({
    ...inRoot,
    path: '/set-password/$token',
    component: lazyScreen(() => import('./routes/set-password.$token.tsx')),
  }),
] as const

const signedInRoutes = [
  plainRoute('/', () => import('./routes/_shell/index.tsx')),
  ...itemTypes.map((type) =>
    createRoute({
      ...inShell,
      path: `/inventory/${type}`,
      validateSearch: parseListSearch(type),
      component: lazyScreen(inventoryScreens[type]),
    }),
  ),
  createRoute({
    ...inShell,
    path: '/inventory-detail/$id',
    validateSearch: ({ answer }: Search): { answer?: LabelLanguage } => {
      const lang = labelLanguages.find((language) => language === answer)
      return lang ? { answer: lang } : {}
    },
    component: lazyScreen(() => import('./routes/_shell/inventory-detail.$id.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/places',
    validateSearch: parsePlacesSearch,
    component: lazyScreen(() => import('./routes/_shell/places.tsx')),
  }),
  plainRoute('/places/$id', () => import('./routes/_shell/places.$id.tsx')),
  plainRoute('/scan', () => import('./routes/_shell/scan.tsx')),
  createRoute({
    ...inShell,
    path: '/attributes',
    validateSearch: parseMuseum,
    component: lazyScreen(() => import('./routes/_shell/attributes.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/comments',
    validateSearch: parseCommentsSearch,
    component: lazyScreen(() => import('./routes/_shell/comments.tsx')),
  }),
  plainRoute('/cms', () => import('./routes/_shell/cms.tsx')),
  createRoute({
    ...inShell,
    path: '/museums',
    validateSearch: parseMuseum,
    component: lazyScreen(() => import('./routes/_shell/museums.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/journal',
    validateSearch: parseJournalAddress,
    component: lazyScreen(() => import('./routes/_shell/journal.tsx')),
  }),
  plainRoute('/report', () => import('./routes/_shell/report.tsx')),
  createRoute({
    ...inShell,
    path: '/questions',
    validateSearch: parseQuestionsSearch,
    component: lazyScreen(() => import('./routes/_shell/questions.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/stocktake',
    validateSearch: ({ campaign }: Search): { campaign?: string } =>
      typeof campaign === 'string' && /^\d{1,9}$/.test(campaign) ? { campaign } : {},
    component: lazyScreen(() => import('./routes/_shell/stocktake.tsx')),
  }),
  plainRoute('/stocktake/$id', () => import('./routes/_shell/stocktake.$id.tsx')),
  plainRoute('/assistant', () => import('./routes/_shell/assistant.tsx')),
  plainRoute('/employees', () => import('./routes/_shell/employees.tsx')),
  plainRoute('/employees/new', () => import('./routes/_shell/employees.new.tsx')),
  plainRoute('/employees/edit/$id', () => import('./routes/_shell/employees.edit.$id.tsx')),
  plainRoute('/changes', () => import('./routes/_shell/changes.tsx')),
  plainRoute('/audit', () => import('./routes/_shell/audit.tsx')),
  plainRoute('/change-password', () => import('./routes/_shell/change-password.tsx')),
  plainRoute('/help', () => import('./routes/_shell/help.tsx')),
  plainRoute('/about', () => import('./routes/_shell/about.tsx')),
  plainRoute('/api-reference', () => import('./routes/_shell/api-reference.tsx')),
  plainRoute('/test-error', () => import('./routes/_shell/test-error.tsx')),
  // Needs no session: an unknown address is 'Not found' for everybody.
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
] as const

export const routeTree = root.addChildren([...publicRoutes, shell.addChildren(signedInRoutes)])
