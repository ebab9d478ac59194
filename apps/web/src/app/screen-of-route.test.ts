import { type ScreenPath, screens } from '@vitrine/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { router } from './router.ts'
import { findScreenOfRoute } from './screen-of-route.ts'

/*
 * The role table writes a parameter as ':id', the router as '$id'. The two must name the same addresses:
 * a route without a row would be open to all roles, a row without a route would be a dead menu entry.
 */
type AsScreen<Path extends string> = Path extends `${infer Head}$${infer Tail}`
  ? `${Head}:${AsScreen<Tail>}`
  : Path

/** The one route that stands for no screen: all unknown addresses. */
type UnknownAddress = '/$'
type RoutedScreen = AsScreen<
  Exclude<keyof (typeof router)['routesByPath'] & string, UnknownAddress>
>

describe('the row of a route', () => {
  it.each([
    ['/', screens['/']],
    ['/employees/', screens['/employees']],
    ['/employees/edit/$id', screens['/employees/edit/:id']],
    ['/set-password/$token', screens['/set-password/:token']],
  ])('of %s', (fullPath, screen) => expect(findScreenOfRoute(fullPath)).toBe(screen))

  it.each(['/$', '', '/toString', '/constructor'])('is none for %s', (fullPath) =>
    expect(findScreenOfRoute(fullPath)).toBeNull(),
  )
})

it('exists for every route, and a route for every row', () => {
  expectTypeOf<Exclude<RoutedScreen, ScreenPath>>().toBeNever()
  expectTypeOf<Exclude<ScreenPath, RoutedScreen>>().toBeNever()
})
