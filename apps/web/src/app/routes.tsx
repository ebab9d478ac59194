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
  openTasks,
  safeReturnUrl,
} from '@vitrine/contract'
import type { ComponentType, ReactNode } from 'react'
import type { CommentsSearch } from '../features/comments/comments-page.tsx'
import { parseListSearch } from '../features/inventory/list/list-search.ts'
import { parseJournalAddress } from '../features/journal/journal-search.ts'
import { parsePlacesSearch } from '../features/places/places-search.ts'
import { readQuestionsSearch } from '../features/questions/questions-search.ts'
import { session } from '../session/session.ts'
import { NotFoundPage } from './pages.tsx'
import { useScreenTitle } from './use-screen-title.ts'

/**
 * Loads a screen on demand, from a file in routes/ that is named after the address: the build finds it by that name
 * (build/screen-pages.ts). The module's type is not asked for, since it needs the types of the routes itself.
 */
const screen = (load: () => Promise<unknown>) =>
  lazyRouteComponent(load as () => Promise<{ Screen: ComponentType }>, 'Screen')

const root = createRootRoute({ component: Root, beforeLoad: requireOwnPage })

function Root(): ReactNode {
  useScreenTitle()
  return <Outlet />
}

const shell = createRoute({
  getParentRoute: () => root,
  id: '_shell',
  component: screen(() => import('./routes/_shell.tsx')),
})

function requireSession({ location }: { location: ParsedLocation }): void {
  if (session.current() !== null) return
  throw redirect({
    to: '/login',
    search: location.pathname === '/' ? {} : { returnUrl: location.href },
    replace: true,
  })
}

/** A page has the policy and the worker of its own screen. One that scans needs both, and no other may have them. */
function requireOwnPage({
  location,
  preload,
}: {
  location: ParsedLocation
  preload: boolean
}): void {
  const isOwn =
    location.pathname.startsWith('/stocktake/') === !!document.querySelector('[name=scans]')
  // Without reception there is no other page to load, and nothing to run in this one.
  if (import.meta.env.PROD && !isOwn && !preload && navigator.onLine)
    throw redirect({ href: location.href, reloadDocument: true })
}

const inRoot = { getParentRoute: () => root }
const inShell = { getParentRoute: () => shell, beforeLoad: requireSession }

/** A screen of signed-in people to which no link with search parameters leads. */
const plain = <const Path extends string>(path: Path, load: () => Promise<unknown>) =>
  createRoute({ ...inShell, path, component: screen(load) })

type Search = Record<string, unknown>

function readMuseum({ museum }: Search): { museum?: ItemType } {
  const known = itemTypes.find((type) => type === museum)
  return known ? { museum: known } : {}
}

const listScreens: Record<ItemType, () => Promise<unknown>> = {
  car: () => import('./routes/_shell/inventory.car.tsx'),
  art: () => import('./routes/_shell/inventory.art.tsx'),
}

const open = [
  createRoute({
    ...inRoot,
    path: '/login',
    beforeLoad: ({ search }) => {
      if (session.current() !== null)
        throw redirect({ href: safeReturnUrl(search.returnUrl), replace: true })
    },
    validateSearch: ({ returnUrl }: Search): { readonly returnUrl?: string } =>
      typeof returnUrl === 'string' ? { returnUrl } : {},
    component: screen(() => import('./routes/login.tsx')),
  }),
  createRoute({
    ...inRoot,
    path: '/forgot-password',
    component: screen(() => import('./routes/forgot-password.tsx')),
  }),
  createRoute({
    ...inRoot,
    path: '/set-password/$token',
    component: screen(() => import('./routes/set-password.$token.tsx')),
  }),
] as const

const signedIn = [
  plain('/', () => import('./routes/_shell/index.tsx')),
  ...itemTypes.map((type) =>
    createRoute({
      ...inShell,
      path: `/inventory/${type}`,
      validateSearch: parseListSearch(type),
      component: screen(listScreens[type]),
    }),
  ),
  createRoute({
    ...inShell,
    path: '/inventory-detail/$id',
    validateSearch: ({ answer }: Search): { answer?: LabelLanguage } => {
      const lang = labelLanguages.find((one) => one === answer)
      return lang ? { answer: lang } : {}
    },
    component: screen(() => import('./routes/_shell/inventory-detail.$id.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/places',
    validateSearch: parsePlacesSearch,
    component: screen(() => import('./routes/_shell/places.tsx')),
  }),
  plain('/places/$id', () => import('./routes/_shell/places.$id.tsx')),
  createRoute({
    ...inShell,
    path: '/attributes',
    validateSearch: readMuseum,
    component: screen(() => import('./routes/_shell/attributes.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/comments',
    validateSearch: ({ filter, open }: Search): CommentsSearch => {
      const whose = openTasks.find((one) => one === open)
      return {
        ...(typeof filter === 'string' && filter !== '' && { filter }),
        ...(whose && { open: whose }),
      }
    },
    component: screen(() => import('./routes/_shell/comments.tsx')),
  }),
  plain('/cms', () => import('./routes/_shell/cms.tsx')),
  createRoute({
    ...inShell,
    path: '/museums',
    validateSearch: readMuseum,
    component: screen(() => import('./routes/_shell/museums.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/journal',
    validateSearch: parseJournalAddress,
    component: screen(() => import('./routes/_shell/journal.tsx')),
  }),
  plain('/report', () => import('./routes/_shell/report.tsx')),
  createRoute({
    ...inShell,
    path: '/questions',
    validateSearch: readQuestionsSearch,
    component: screen(() => import('./routes/_shell/questions.tsx')),
  }),
  createRoute({
    ...inShell,
    path: '/stocktake',
    validateSearch: ({ campaign }: Search): { campaign?: string } =>
      typeof campaign === 'string' && /^\d{1,9}$/.test(campaign) ? { campaign } : {},
    component: screen(() => import('./routes/_shell/stocktake.tsx')),
  }),
  plain('/stocktake/$id', () => import('./routes/_shell/stocktake.$id.tsx')),
  plain('/assistant', () => import('./routes/_shell/assistant.tsx')),
  plain('/employees', () => import('./routes/_shell/employees.tsx')),
  plain('/employees/new', () => import('./routes/_shell/employees.new.tsx')),
  plain('/employees/edit/$id', () => import('./routes/_shell/employees.edit.$id.tsx')),
  plain('/audit', () => import('./routes/_shell/audit.tsx')),
  plain('/change-password', () => import('./routes/_shell/change-password.tsx')),
  plain('/about', () => import('./routes/_shell/about.tsx')),
  plain('/api-reference', () => import('./routes/_shell/api-reference.tsx')),
  plain('/test-error', () => import('./routes/_shell/test-error.tsx')),
  // An unknown address is no secret: without a session it is 'not found' as well.
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
] as const

export const routeTree = root.addChildren([...open, shell.addChildren(signedIn)])
