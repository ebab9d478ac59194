import { type LabelLanguage, parseLabelLanguage } from '@vitrine/contract'

export type Encoding = 'br' | 'gzip'

// Browsers send a few dozen different headers.
const maxCachedHeaders = 200
const maxCachedHeaderLength = 500

/** Caches parsed headers: nearly every request sends one of the same few. */
export function memoizeHeaderParser<T>(
  parse: (header: string) => T,
): (header: string | undefined) => T {
  const cache = new Map<string, T>()
  return (header = '') => {
    const cached = cache.get(header)
    if (cached !== undefined || cache.has(header)) return cached as T
    const value = parse(header)
    if (cache.size >= maxCachedHeaders) cache.clear()
    if (header.length <= maxCachedHeaderLength) cache.set(header, value)
    return value
  }
}

// 'q=0' or 'q=0.0'.
const rejectingWeight = /^q=0(?:\.0*)?$/

/**
 * Lists the names in a header that are not rejected by `q=0`, in lower case and without parameters.
 */
export const parseAcceptedNames = memoizeHeaderParser((header): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      return { name, parameters }
    })
    .filter(({ parameters }) => !parameters.some((parameter) => rejectingWeight.test(parameter)))
    .map(({ name }) => name),
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
  readonly profile?: string | undefined
}

interface MediaRange extends MediaType {
  readonly quality: number
}

// More than any program sends.
const maxRanges = 50
// Commas and semicolons inside quotes separate nothing.
const rangePattern = /(?:[^,"]|"[^"]*")+/g
// A parameter such as `;q=0.5`, with its value in quotes or without.
const parameterPattern = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^;\s]+))/g

function parseMediaRanges(accept: string): MediaRange[] {
  return (accept.match(rangePattern) ?? []).slice(0, maxRanges).map((range) => {
    const [type = ''] = range.split(';', 1)
    const parameters = [...range.matchAll(parameterPattern)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain] as const,
    )
    const { q = '1', profile } = Object.fromEntries(parameters)
    return {
      type: type.trim().toLowerCase(),
      profile: profile || undefined,
      quality: Number(q) || 0,
    }
  })
}

const htmlType = /^(?:text\/html|application\/xhtml\+xml)$/
const xmlType = /[/+]xml$/
// `*/*` and `text/*`, which include HTML.
const wildcardType = /^(?:\*|text)\/\*$/

/**
 * The media type to send in place of the page at an address (RFC 9110, 12.5.1): one that Accept
 * prefers to HTML and ranks no lower than a wildcard; null for the page. XML never wins where HTML
 * is named: some browsers prefer it and can't show it.
 */
export function negotiateAlternative<T extends MediaType>(
  accept: string | undefined,
  alternatives: readonly T[],
): T | null {
  const ranges = parseMediaRanges(accept ?? '').filter(({ quality }) => quality > 0)
  const findBestQuality = (matches: (range: MediaRange) => boolean) =>
    Math.max(0, ...ranges.filter(matches).map(({ quality }) => quality))
  const htmlQuality = findBestQuality(({ type }) => htmlType.test(type))
  const wildcardQuality = findBestQuality(({ type }) => wildcardType.test(type))
  const getQuality = (alternative: T): number => {
    if (htmlQuality > 0 && xmlType.test(alternative.type)) return 0
    return findBestQuality(
      ({ type, profile }) =>
        type === alternative.type && (profile ?? alternative.profile) === alternative.profile,
    )
  }

  const [best] = alternatives.toSorted((a, b) => getQuality(b) - getQuality(a))
  if (!best) return null
  const quality = getQuality(best)
  return quality > htmlQuality && quality >= wildcardQuality ? best : null
}

// More than any browser sends.
const maxLanguages = 50
// A language tag such as 'fr-CH', whose first part is captured, and its weight.
const languageRange = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i

/**
 * The best of our languages in an Accept-Language header (RFC 9110, 12.5.4). Malformed parts are
 * ignored.
 */
export const negotiateLanguage = memoizeHeaderParser((header): LabelLanguage | null => {
  let best: { readonly lang: LabelLanguage; readonly quality: number } | null = null
  for (const part of header.split(',', maxLanguages)) {
    const [, tag, weight = '1'] = languageRange.exec(part) ?? []
    const lang = parseLabelLanguage(tag)
    const quality = Number(weight)
    // Of two languages with the same weight, the first wins.
    if (lang && quality > (best?.quality ?? 0)) best = { lang, quality }
  }
  return best?.lang ?? null
})
