/** Reads one cookie out of a request's header. */
export function cookieReader(name: string): (header: string | undefined) => string | undefined {
  const pattern = new RegExp(`(?:^|;) *${name}=([^; ]*)`)
  return (header) => (header && pattern.exec(header)?.[1]) || undefined
}

interface Attributes {
  readonly path: string
  readonly maxAgeMs: number
  readonly secure: boolean
}

/** A cookie that scripts can't read and that no other site can have sent along. */
export const hiddenCookie = (name: string, value: string, { path, maxAgeMs, secure }: Attributes): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeMs / 1000}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
