import { type LabelLanguage, parseLabelLanguage } from '@vitrine/contract'

export type Encoding = 'br' | 'gzip'

// Browsers send a few dozen different headers.
const maxRemembered = 200
const maxRememberedLength = 500

/** Caches what a header is parsed to: nearly every request sends one of the same few. */
export function memoizeHeaderParser<T>(
  parse: (header: string) => T,
): (header: string | undefined) => T {
  const cache = new Map<string, T>()
  return (header = '') => {
    const cached = cache.get(header)
    if (cached !== undefined || cache.has(header)) return cached as T
    const value = parse(header)
    if (cache.size >= maxRemembered) cache.clear()
    if (header.length <= maxRememberedLength) cache.set(header, value)
    return value
  }
}

/**
 * Lists the names in a header that are not rejected by `q=0`, in lower case and without parameters.
 */
export const parseAcceptedNames = memoizeHeaderParser((header): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(
      ([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)),
    )
    .map(([name = '']) => name),
)

/**
 * The best encoding that a client accepts (RFC 9110, 12.5.3); undefined if it names none of ours.
 */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | undefined {
  const names = parseAcceptedNames(String(header ?? ''))
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding))
}

/** A media type; without a profile it matches any profile. */
export interface MediaType {
  readonly type: string
  readonly profile?: string
}

interface MediaRange extends MediaType {
  readonly quality: number
}

// No program sends nearly as many.
const maxRanges = 50
// Commas and semicolons inside quotes separate nothing.
const rangePattern = /(?:[^,"]|"[^"]*")+/g
const parameterPattern = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^;\s]+))/g

function parseMediaRanges(accept: string): MediaRange[] {
  return (accept.match(rangePattern) ?? []).slice(0, maxRanges).map((range) => {
    const [type = ''] = range.split(';', 1)
    const parameters = [...range.matchAll(parameterPattern)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain] as const,
    )
    const { q = '1', profile } = Object.fromEntries(parameters)
    return { type: type.trim().toLowerCase(), quality: Number(q) || 0, ...(profile && { profile }) }
  })
}

const html = /^(?:text\/html|application\/xhtml\+xml)$/
const anything = /^(?:\*|text)\/\*$/

/**
 * The media type to send in place of the page at an address (RFC 9110, 12.5.1): one that Accept
 * prefers to HTML and ranks no lower than a wildcard; null for the page. XML never wins where HTML
 * is named: some browsers prefer it and can't show it.
 */
export function negotiateAlternative<T extends MediaType>(
  accept: string | undefined,
  others: readonly T[],
): T | null {
  const ranges = parseMediaRanges(accept ?? '').filter(({ quality }) => quality > 0)
  const findBestQuality = (matches: (range: MediaRange) => boolean) =>
    Math.max(0, ...ranges.filter(matches).map(({ quality }) => quality))
  const htmlQuality = findBestQuality(({ type }) => html.test(type))
  const wildcardQuality = findBestQuality(({ type }) => anything.test(type))
  const getQuality = (other: T) =>
    htmlQuality > 0 && /[/+]xml$/.test(other.type)
      ? 0
      : findBestQuality(
          ({ type, profile }) =>
            type === other.type && (profile ?? other.profile) === other.profile,
        )
  const [first = null] = others.toSorted((one, other) => getQuality(other) - getQuality(one))
  return first && getQuality(first) > htmlQuality && getQuality(first) >= wildcardQuality
    ? first
    : null
}

// No browser sends nearly as many.
const maxLanguages = 50
const languageRange = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i

/**
 * The best of our languages in an Accept-Language header (RFC 9110, 12.5.4). Malformed parts are
 * ignored.
 */
export const negotiateLanguage = memoizeHeaderParser((header): LabelLanguage | null => {
  const accepted = header.split(',', maxLanguages).flatMap((part) => {
    const [, tag, quality = '1'] = languageRange.exec(part) ?? []
    const lang = parseLabelLanguage(tag)
    return lang && Number(quality) > 0 ? [{ lang, quality: Number(quality) }] : []
  })
  // The sort is stable: of two languages with the same weight, the first wins.
  return accepted.sort((a, b) => b.quality - a.quality)[0]?.lang ?? null
})
