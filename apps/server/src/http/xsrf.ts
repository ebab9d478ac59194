import { randomBytes, timingSafeEqual } from 'node:crypto'
import { xsrfCookie, xsrfHeader } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../failure.ts'

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Hands every browser a token by cookie and asks for it back in a header with each writing call. */
export function guardAgainstForgery(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[xsrfCookie]
    if (!token && isPageOrCall(request)) {
      reply.setCookie(xsrfCookie, randomBytes(24).toString('base64url'), { path: '/', sameSite: 'strict', secure })
    }
    if (!request.url.startsWith('/api/') || readingMethods.has(request.method) || isScript(request)) return
    if (!token || !same(token, request.headers[xsrfHeader.toLowerCase()])) {
      throw forbidden('This page is out of date. Please reload it and try again.')
    }
  })
}

// Files and finished answers may be cached by everybody on the way and must not carry a cookie.
const isPageOrCall = ({ url, routeOptions }: FastifyRequest) =>
  !url.startsWith('/assets/') && !routeOptions.config.finished

/** A browser names the page's origin in every writing call. A script has neither that nor cookies to abuse. */
const isScript = (request: FastifyRequest) =>
  request.headers.cookie === undefined && request.headers.origin === undefined

function same(token: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const [a, b] = [Buffer.from(token), Buffer.from(header)]
  return a.length === b.length && timingSafeEqual(a, b)
}
