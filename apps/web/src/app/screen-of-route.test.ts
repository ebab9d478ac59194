import { screens } from '@vitrine/contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type RoutesWithoutRow, type RowsWithoutRoute, screenOfRoute } from './screen-of-route.ts'

describe('the row of a route', () => {
  it.each([
    ['/', screens['/']],
    ['/employees/', screens['/employees']],
    ['/employees/edit/$id', screens['/employees/edit/:id']],
    ['/set-password/$token', screens['/set-password/:token']],
  ])('of %s', (fullPath, screen) => expect(screenOfRoute(fullPath)).toBe(screen))

  it.each(['/$', '', '/toString', '/constructor'])('is none for %s', (fullPath) =>
    expect(screenOfRoute(fullPath)).toBeNull(),
  )
})

it('exists for every route, and a route for every row', () => {
  expectTypeOf<RoutesWithoutRow>().toBeNever()
  expectTypeOf<RowsWithoutRoute>().toBeNever()
})
