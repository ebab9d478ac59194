import { type LabelLanguage, languageNamed, type PageLanguage } from '@vitrine/contract'
import type { FastifyRequest } from 'fastify'

/** The language of a request, by `?lang=` or else by Accept-Language; null when that is none of ours. */
export function askedLanguage({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): PageLanguage | null {
  const pinned = languageNamed((query as { lang?: unknown }).lang)
  if (pinned) return { lang: pinned, pinned: true }
  const accepted = acceptedLanguage(headers['accept-language'])
  return accepted && { lang: accepted, pinned: false }
}

// Far more than any browser sends.
const maxRanges = 50
const range = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i

/** The best of our languages in an Accept-Language header (RFC 9110, 12.5.4). Malformed parts are ignored. */
export function acceptedLanguage(header: string | undefined): LabelLanguage | null {
  const wanted = (header ?? '').split(',', maxRanges).flatMap((part) => {
    const [, tag, quality = '1'] = range.exec(part) ?? []
    const lang = languageNamed(tag)
    return lang && Number(quality) > 0 ? [{ lang, quality: Number(quality) }] : []
  })
  // Of two with the same weight the first one counts: the sort is stable.
  return wanted.sort((a, b) => b.quality - a.quality)[0]?.lang ?? null
}
