import { randomBytes, timingSafeEqual } from 'node:crypto'
import { xsrfCookie, xsrfHeader } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../base/failure.ts'
import { cookieReader } from './cookies.ts'
import { isCall } from './is-call.ts'

const headerName = xsrfHeader.toLowerCase()
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Sets a token cookie and requires it in a header with every write (double-submit cookie). */
export function requireXsrfToken(app: FastifyInstance, secure: boolean): void {
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
  if (!isCall(request) || safeMethods.has(request.method) || isScript(request)) return false
  return !token || !same(token, request.headers[headerName])
}

// Shared caches may keep files and finished answers, so these must not carry a cookie.
const isPageOrCall = ({ url, routeOptions }: FastifyRequest) =>
  !url.startsWith('/assets/') && !routeOptions.config.finished

/** A browser sends Origin with every write. A script sends neither that nor a cookie that could be abused. */
const isScript = (request: FastifyRequest) =>
  request.headers.cookie === undefined && request.headers.origin === undefined

function same(token: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const [a, b] = [Buffer.from(token), Buffer.from(header)]
  return a.length === b.length && timingSafeEqual(a, b)
}
