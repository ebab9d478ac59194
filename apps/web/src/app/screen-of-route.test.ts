import { screens } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { screenOfRoute } from './screen-of-route.ts'

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
