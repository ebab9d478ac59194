import { expect, test } from 'vitest'
import { toSafeReturnUrl } from './session.ts'

test.for(['/employees', '/inventory/art?filter=Anker&view=grid#top', '/employees/edit/3'])(
  'toSafeReturnUrl accepts %s',
  (address) => {
    expect(toSafeReturnUrl(address)).toBe(address)
  },
)

test.for([
  undefined,
  null,
  7,
  '',
  '/',
  'employees',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
])('toSafeReturnUrl replaces %s by the home page', (address) => {
  expect(toSafeReturnUrl(address)).toBe('/')
})
