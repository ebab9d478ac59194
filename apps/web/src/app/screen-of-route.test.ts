import { type ScreenPath, screens } from '@vitrine/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { router } from './router.ts'
import { findScanScreen, findScreenOfRoute } from './screen-of-route.ts'

/*
 * `screens` writes a parameter as ':id', the router as '$id'. Both must have the same paths: a
 * route without a screen would be open to all roles, a screen without a route a dead menu entry.
 */
type ToScreenPath<Path extends string> = Path extends `${infer Head}$${infer Tail}`
  ? `${Head}:${ToScreenPath<Tail>}`
  : Path

/** The route of unknown addresses, which has no screen. */
type UnknownAddress = '/$'
type RoutedScreen = ToScreenPath<
  Exclude<keyof (typeof router)['routesByPath'] & string, UnknownAddress>
>

describe('findScreenOfRoute', () => {
  it.each([
    ['/', screens['/']],
    ['/employees/', screens['/employees']],
    ['/employees/edit/$id', screens['/employees/edit/:id']],
    ['/set-password/$token', screens['/set-password/:token']],
  ])('finds the screen of %s', (fullPath, screen) =>
    expect(findScreenOfRoute(fullPath)).toBe(screen),
  )

  it.each(['/$', '', '/toString', '/constructor'])('returns null for %s', (fullPath) =>
    expect(findScreenOfRoute(fullPath)).toBeNull(),
  )
})

describe('findScanScreen', () => {
  it.each([
    ['/scan', '/scan'],
    ['/stocktake/5', '/stocktake/:id'],
    ['/stocktake/5/', '/stocktake/:id'],
    ['/stocktake', undefined],
    ['/stocktake/5/6', undefined],
    ['/scanner', undefined],
  ])('finds the scanning screen at %s: %s', (address, path) =>
    expect(findScanScreen(address)).toBe(path),
  )
})

it('every route has a screen, and every screen a route', () => {
  expectTypeOf<Exclude<RoutedScreen, ScreenPath>>().toBeNever()
  expectTypeOf<Exclude<ScreenPath, RoutedScreen>>().toBeNever()
})
