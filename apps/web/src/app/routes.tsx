import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { type ItemType, itemTypes, type LabelLanguage, labelLanguages, openTasks } from '@vitrine/contract'
import type { ComponentType, ReactNode } from 'react'
import { readAuditSearch } from '../features/audit/audit-search.ts'
import type { CommentsSearch } from '../features/comments/comments-page.tsx'
import { readListSearch } from '../features/inventory/list/list-search.ts'
import { readAddress } from '../features/journal/page/journal-search.ts'
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

const root = createRootRoute({ component: Root })

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

const inRoot = { getParentRoute: () => root }
const inShell = { getParentRoute: () => shell, beforeLoad: requireSession }

const login = createRoute({
  ...inRoot,
  path: '/login',
  validateSearch: ({ returnUrl }: Record<string, unknown>): { readonly returnUrl?: string } =>
    typeof returnUrl === 'string' ? { returnUrl } : {},
  component: screen(() => import('./routes/login.tsx')),
})

const forgotPassword = createRoute({
  ...inRoot,
  path: '/forgot-password',
  component: screen(() => import('./routes/forgot-password.tsx')),
})

const setPassword = createRoute({
  ...inRoot,
  path: '/set-password/$token',
  component: screen(() => import('./routes/set-password.$token.tsx')),
})

const home = createRoute({ ...inShell, path: '/', component: screen(() => import('./routes/_shell/index.tsx')) })

const listScreens: Record<ItemType, () => Promise<unknown>> = {
  car: () => import('./routes/_shell/inventory.car.tsx'),
  art: () => import('./routes/_shell/inventory.art.tsx'),
}
const lists = itemTypes.map((type) =>
  createRoute({
    ...inShell,
    path: `/inventory/${type}`,
    validateSearch: readListSearch(type),
    component: screen(listScreens[type]),
  }),
)

const item = createRoute({
  ...inShell,
  path: '/inventory-detail/$id',
  validateSearch: ({ answer }: Record<string, unknown>): { answer?: LabelLanguage } => {
    const lang = labelLanguages.find((one) => one === answer)
    return lang ? { answer: lang } : {}
  },
  component: screen(() => import('./routes/_shell/inventory-detail.$id.tsx')),
})

const attributes = createRoute({
  ...inShell,
  path: '/attributes',
  validateSearch: ({ museum }: Record<string, unknown>): { museum?: ItemType } => {
    const known = itemTypes.find((type) => type === museum)
    return known ? { museum: known } : {}
  },
  component: screen(() => import('./routes/_shell/attributes.tsx')),
})

const comments = createRoute({
  ...inShell,
  path: '/comments',
  validateSearch: ({ filter, open }: Record<string, unknown>): CommentsSearch => {
    const whose = openTasks.find((one) => one === open)
    return { ...(typeof filter === 'string' && filter !== '' && { filter }), ...(whose && { open: whose }) }
  },
  component: screen(() => import('./routes/_shell/comments.tsx')),
})

const events = createRoute({ ...inShell, path: '/cms', component: screen(() => import('./routes/_shell/cms.tsx')) })

const journal = createRoute({
  ...inShell,
  path: '/journal',
  validateSearch: readAddress,
  component: screen(() => import('./routes/_shell/journal.tsx')),
})

const report = createRoute({
  ...inShell,
  path: '/report',
  component: screen(() => import('./routes/_shell/report.tsx')),
})

const questions = createRoute({
  ...inShell,
  path: '/questions',
  validateSearch: readQuestionsSearch,
  component: screen(() => import('./routes/_shell/questions.tsx')),
})

const assistant = createRoute({
  ...inShell,
  path: '/assistant',
  component: screen(() => import('./routes/_shell/assistant.tsx')),
})

const users = createRoute({
  ...inShell,
  path: '/employees',
  component: screen(() => import('./routes/_shell/employees.tsx')),
})

const newUser = createRoute({
  ...inShell,
  path: '/employees/new',
  component: screen(() => import('./routes/_shell/employees.new.tsx')),
})

const editUser = createRoute({
  ...inShell,
  path: '/employees/edit/$id',
  component: screen(() => import('./routes/_shell/employees.edit.$id.tsx')),
})

const audit = createRoute({
  ...inShell,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: screen(() => import('./routes/_shell/audit.tsx')),
})

const changePassword = createRoute({
  ...inShell,
  path: '/change-password',
  component: screen(() => import('./routes/_shell/change-password.tsx')),
})

const about = createRoute({
  ...inShell,
  path: '/about',
  component: screen(() => import('./routes/_shell/about.tsx')),
})

const apiReference = createRoute({
  ...inShell,
  path: '/api-reference',
  component: screen(() => import('./routes/_shell/api-reference.tsx')),
})

const testError = createRoute({
  ...inShell,
  path: '/test-error',
  component: screen(() => import('./routes/_shell/test-error.tsx')),
})

// An unknown address is no secret: without a session it is 'not found' as well.
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

export const routeTree = root.addChildren([
  login,
  forgotPassword,
  setPassword,
  shell.addChildren([
    home,
    ...lists,
    item,
    attributes,
    comments,
    events,
    journal,
    report,
    questions,
    assistant,
    users,
    newUser,
    editUser,
    audit,
    changePassword,
    about,
    apiReference,
    testError,
    unknown,
  ]),
])
