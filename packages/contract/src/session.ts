export const signInStorageKey = 'signInInfo'
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
export const idempotencyHeader = 'Idempotency-Key'

/** Validates the target after a sign-in. Returns '/' unless it is within this site. */
export function toSafeReturnUrl(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return '/'
  // Resolves the URL as a browser does, which detects '//host', '/\host' and control characters.
  const base = 'https://vitrine.invalid'
  const url = URL.parse(target, base)
  if (url?.origin !== base) return '/'
  // '/.//host' has this origin, but its normalised path '//host' is another host.
  if (url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
