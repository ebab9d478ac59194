/** A media type as a header names it; one without a profile means any. */
export interface MediaType {
  readonly type: string
  readonly profile?: string
}

interface Range extends MediaType {
  readonly quality: number
}

// Far more than any program sends.
const maxRanges = 50
// Commas and semicolons inside quotes separate nothing.
const rangePattern = /(?:[^,"]|"[^"]*")+/g
const parameterPattern = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^;\s]+))/g

function rangesOf(accept: string): Range[] {
  return (accept.match(rangePattern) ?? []).slice(0, maxRanges).map((range) => {
    const [type = ''] = range.split(';', 1)
    const parameters = [...range.matchAll(parameterPattern)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain] as const,
    )
    const { q = '1', profile } = Object.fromEntries(parameters)
    return { type: type.trim().toLowerCase(), quality: Number(q) || 0, ...(profile && { profile }) }
  })
}

/**
 * What a program asks for by Accept instead of the page at an address (RFC 9110, 12.5.1); null for the page. Whoever
 * names HTML gets the page: some browsers name XML as well.
 */
export function acceptedInstead<T extends MediaType>(accept: string | undefined, others: readonly T[]): T | null {
  const ranges = rangesOf(accept ?? '').filter(({ quality }) => quality > 0)
  if (ranges.some(({ type }) => /^(?:text\/html|application\/xhtml\+xml)$/.test(type))) return null
  const wanted = (other: T) =>
    Math.max(
      0,
      ...ranges
        .filter(({ type, profile }) => type === other.type && (profile ?? other.profile) === other.profile)
        .map(({ quality }) => quality),
    )
  const anything = Math.max(0, ...ranges.filter(({ type }) => /^(?:\*|text)\/\*$/.test(type)).map((any) => any.quality))
  const best = others.reduce<T | null>(
    (first, other) => (first && wanted(first) >= wanted(other) ? first : other),
    null,
  )
  return best && wanted(best) > 0 && wanted(best) >= anything ? best : null
}
