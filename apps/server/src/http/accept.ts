import { type LabelLanguage, parseLabelLanguage } from '@vitrine/contract'

export type Encoding = 'br' | 'gzip'

// Browsers send a few dozen different headers.
const maxRemembered = 200
const maxRememberedLength = 500

/** Reads a header once: the same few are sent with nearly every request. */
export function memoizeHeaderParser<T>(
  read: (header: string) => T,
): (header: string | undefined) => T {
  const known = new Map<string, T>()
  return (header = '') => {
    const found = known.get(header)
    if (found !== undefined || known.has(header)) return found as T
    const value = read(header)
    if (known.size >= maxRemembered) known.clear()
    if (header.length <= maxRememberedLength) known.set(header, value)
    return value
  }
}

/** The names in a header that are not refused, in lower case and without their parameters. */
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

/** The best encoding that a client takes (RFC 9110, 12.5.3); nothing for one that names none of ours. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | undefined {
  const names = parseAcceptedNames(String(header ?? ''))
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding))
}

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

const html = /^(?:text\/html|application\/xhtml\+xml)$/
const anything = /^(?:\*|text)\/\*$/

/**
 * The type that a program asks for by Accept instead of the page at an address (RFC 9110, 12.5.1): preferred to HTML, and no
 * less than any other; null for the page. XML never wins where HTML is named: some browsers prefer it and can't show it.
 */
export function negotiateAlternative<T extends MediaType>(
  accept: string | undefined,
  others: readonly T[],
): T | null {
  const ranges = rangesOf(accept ?? '').filter(({ quality }) => quality > 0)
  const best = (matches: (range: Range) => boolean) =>
    Math.max(0, ...ranges.filter(matches).map(({ quality }) => quality))
  const page = best(({ type }) => html.test(type))
  const any = best(({ type }) => anything.test(type))
  const wanted = (other: T) =>
    page > 0 && /[/+]xml$/.test(other.type)
      ? 0
      : best(
          ({ type, profile }) =>
            type === other.type && (profile ?? other.profile) === other.profile,
        )
  const [first = null] = others.toSorted((one, other) => wanted(other) - wanted(one))
  return first && wanted(first) > page && wanted(first) >= any ? first : null
}

// Far more than any browser sends.
const maxLanguages = 50
const languageRange = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i

/** The best of our languages in an Accept-Language header (RFC 9110, 12.5.4). Malformed parts are ignored. */
export const negotiateLanguage = memoizeHeaderParser((header): LabelLanguage | null => {
  const wanted = header.split(',', maxLanguages).flatMap((part) => {
    const [, tag, quality = '1'] = languageRange.exec(part) ?? []
    const lang = parseLabelLanguage(tag)
    return lang && Number(quality) > 0 ? [{ lang, quality: Number(quality) }] : []
  })
  // Of two with the same weight the first one counts: the sort is stable.
  return wanted.sort((a, b) => b.quality - a.quality)[0]?.lang ?? null
})
