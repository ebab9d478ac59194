export const signInStorageKey = 'signInInfo'
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
export const idempotencyHeader = 'Idempotency-Key'

/** Where to go after a sign-in: only ever inside this site, and home when in doubt. */
export function toSafeReturnUrl(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  // Resolving is what a browser would do: it catches '//host', '/\host' and control characters in one go.
  const base = 'https://vitrine.invalid'
  const url = URL.parse(wanted, base)
  if (url?.origin !== base) return '/'
  // '/.//host' stays on this origin, but its normalised path would leave it when used again.
  if (url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
