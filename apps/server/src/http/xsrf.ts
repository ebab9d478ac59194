import { randomBytes, timingSafeEqual } from 'node:crypto'
import { xsrfCookie, xsrfHeader } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../base/failure.ts'
import { cookieReader } from './cookies.ts'
import { isCall } from './is-call.ts'

const headerName = xsrfHeader.toLowerCase()
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Hands every browser a token by cookie and asks for it back in a header with each writing call. */
export function guardAgainstForgery(app: FastifyInstance, secure: boolean): void {
  const attributes = `; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
  app.addHook('onRequest', (request, reply, done) => {
    const token = tokenIn(request.headers.cookie)
    if (!token && isPageOrCall(request)) {
      reply.header('set-cookie', `${xsrfCookie}=${randomBytes(24).toString('base64url')}${attributes}`)
    }
    done(isForged(request, token) ? forbidden('This page is out of date. Please reload it and try again.') : undefined)
  })
}

const tokenIn = cookieReader(xsrfCookie)

function isForged(request: FastifyRequest, token: string | undefined): boolean {
  if (!isCall(request) || readingMethods.has(request.method) || isScript(request)) return false
  return !token || !same(token, request.headers[headerName])
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
