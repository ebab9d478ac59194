import { type PageLanguage, parseLabelLanguage } from '@vitrine/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { days } from '../base/clock.ts'
import { negotiateLanguage } from './accept.ts'
import { createCookieReader, formatHttpOnlyCookie } from './cookies.ts'

const cookieName = 'lang'
const readChosenLanguage = createCookieReader(cookieName)

/**
 * The language of a page: from `?lang=`, else as chosen before, else from Accept-Language, else
 * English.
 */
export function readRequestedLanguage({
  query,
  headers,
}: Pick<FastifyRequest, 'query' | 'headers'>): PageLanguage {
  const pinned = parseLabelLanguage((query as { lang?: unknown }).lang)
  if (pinned) return { lang: pinned, pinned: true }
  const lang =
    parseLabelLanguage(readChosenLanguage(headers.cookie)) ??
    negotiateLanguage(headers['accept-language']) ??
    'en'
  return { lang, pinned: false }
}

/**
 * Remembers a language that the address names. Every request for that address gets the same cookie,
 * so a shared cache may keep it with the page.
 */
export function rememberLanguage(
  reply: FastifyReply,
  { lang, pinned }: PageLanguage,
  secure: boolean,
): void {
  if (!pinned) return
  // Lax, so that QR codes and links in mails open in the chosen language, too.
  reply.header(
    'set-cookie',
    formatHttpOnlyCookie(cookieName, lang, {
      path: '/',
      maxAgeMs: days(365),
      sameSite: 'Lax',
      secure,
    }),
  )
}
