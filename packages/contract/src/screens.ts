import { type Access, anyone, managers, type Role, rootOnly, signedIn, staff } from './access.ts'
import { perType } from './inventory/per-type.ts'
import { inventoryTypes } from './inventory/types.ts'

export const menus = ['bar', 'Inventory', 'Utilities', 'Website', 'user'] as const
export type Menu = (typeof menus)[number]

export const tileGroups = ['Inventory Museum', 'Utilities', 'Website'] as const
export type TileGroup = (typeof tileGroups)[number]

/**
 * A screen of the staff app. `access` decides who may open it; a menu entry or tile may be
 * shown to fewer people than may open it, never to more. The command palette offers every
 * screen the role may open whose address is complete.
 */
export interface Screen {
  readonly title: string
  readonly access: Access
  readonly menu?: { readonly in: Menu; readonly for: readonly Role[] }
  /** API path of the screen's first data, which the page preloads in parallel with its scripts. */
  readonly firstCall?: string
  /**
   * Whether it scans codes, with WebAssembly. Only its own page allows that, so it is opened by a
   * page load instead of the router.
   */
  readonly scans?: true
  /** Whether it works offline, by the service worker that controls its page. */
  readonly worksOffline?: true
  /** Whether it is for programmers; Home hides it, and the palette until its name is typed. */
  readonly technical?: true
  readonly tile?: { readonly in: TileGroup; readonly for: readonly Role[]; readonly info?: string }
}

/** The role table: read by the server, the router, the navbar, home and the command palette. */
export const screens = {
  '/login': { title: 'Login', access: anyone },
  '/forgot-password': { title: 'Forgot password', access: anyone },
  '/set-password/:token': { title: 'Set Password', access: anyone },

  // Opens after the sign-in, and shows only what the role may read.
  '/': { title: 'Home', access: signedIn, menu: { in: 'bar', for: signedIn } },
  ...perType('/inventory/{type}', (type) => ({
    title: inventoryTypes[type].museum,
    access: staff,
    menu: { in: 'Inventory' as const, for: staff },
    tile: { in: 'Inventory Museum' as const, for: staff },
    firstCall: `/inventory/${inventoryTypes[type].collection}`,
  })),
  '/inventory-detail/:id': { title: 'Inventory item', access: staff },
  '/places': { title: 'Places', access: staff, menu: { in: 'Inventory', for: staff } },
  '/places/:id': { title: 'Place', access: staff },
  // Reached by the camera button beside the search.
  '/scan': { title: 'Scan', access: staff, scans: true },
  '/comments': {
    title: 'Comments',
    access: staff,
    menu: { in: 'Utilities', for: staff },
    tile: { in: 'Utilities', for: staff },
  },
  '/journal': {
    title: 'Journal',
    access: managers,
    menu: { in: 'Utilities', for: rootOnly },
    tile: { in: 'Utilities', for: rootOnly },
  },
  '/report': {
    title: 'Report',
    access: managers,
    menu: { in: 'Utilities', for: rootOnly },
    tile: { in: 'Utilities', for: rootOnly },
  },
  '/questions': { title: 'Questions', access: managers, menu: { in: 'Utilities', for: rootOnly } },
  '/assistant': { title: 'Assistant', access: managers, menu: { in: 'Utilities', for: rootOnly } },
  '/stocktake': { title: 'Stocktake', access: staff, menu: { in: 'Utilities', for: staff } },
  '/stocktake/:id': { title: 'Stocktake scan', access: staff, scans: true, worksOffline: true },
  '/attributes': {
    title: 'Attributes',
    access: managers,
    menu: { in: 'Utilities', for: managers },
  },
  '/cms': {
    title: 'Save the Date',
    access: staff,
    menu: { in: 'Website', for: staff },
    tile: { in: 'Website', for: staff },
  },
  '/museums': { title: 'Museums', access: managers, menu: { in: 'Website', for: managers } },
  '/employees': { title: 'Employees', access: managers, menu: { in: 'bar', for: managers } },
  '/employees/new': { title: 'New User', access: managers },
  '/employees/edit/:id': { title: 'Edit User', access: managers },
  '/change-password': {
    title: 'Change Password',
    access: signedIn,
    menu: { in: 'user', for: signedIn },
  },
  '/changes': { title: 'All changes', access: managers },
  '/audit': { title: 'Audit log', access: rootOnly },
  '/api-reference': { title: 'API reference', access: staff, technical: true },
  '/help': { title: 'Help', access: signedIn },
  '/about': { title: 'About Vitrine', access: signedIn },
  '/test-error': { title: 'Test screen', access: staff, technical: true },
} as const satisfies Record<`/${string}`, Screen>

export type ScreenPath = keyof typeof screens

/** The screen's HTML file in the build of the staff app. */
export const screenPageFile = (path: ScreenPath) =>
  `screens/${path.slice(1).replaceAll('/', '.').replaceAll(':', '$') || 'index'}.html`
