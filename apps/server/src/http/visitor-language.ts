import { type PageLanguage, parseLabelLanguage } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { days } from '../base/clock.ts'
import { negotiateLanguage } from './accept.ts'
import { cookieReader, httpOnlyCookie } from './cookies.ts'

const name = 'lang'
const chosenIn = cookieReader(name)

/** The language of a page: by `?lang=`, else as chosen before, else by Accept-Language, else English. */
export function requestedLanguage({
  query,
  headers,
}: Pick<FastifyRequest, 'query' | 'headers'>): PageLanguage {
  const pinned = parseLabelLanguage((query as { lang?: unknown }).lang)
  if (pinned) return { lang: pinned, pinned: true }
  const lang =
    parseLabelLanguage(chosenIn(headers.cookie)) ??
    negotiateLanguage(headers['accept-language']) ??
    'en'
  return { lang, pinned: false }
}

/**
 * Remembers a language that the address asks for. The cookie is the same for every request of that address, so a shared cache
 * may keep it with the page.
 */
export function rememberLanguage(
  reply: FastifyReply,
  { lang, pinned }: PageLanguage,
  secure: boolean,
): void {
  if (!pinned) return
  // Lax: a QR code, or a link in a mail, opens in the chosen language, too.
  reply.header(
    'set-cookie',
    httpOnlyCookie(name, lang, { path: '/', maxAgeMs: days(365), sameSite: 'Lax', secure }),
  )
}
