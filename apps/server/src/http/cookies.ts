import { randomBytes } from 'node:crypto'
import { api, xsrfCookie, xsrfHeader } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { days } from '../base/clock.ts'
import { forbidden } from '../base/failure.ts'
import { isSameSecret } from '../base/secrets.ts'
import { type Actor, isApiRequest, isPageNavigation, parseBearerToken } from './access.ts'

/** Creates a reader of one cookie from the Cookie header. */
export function createCookieReader(
  name: string,
): (header: string | undefined) => string | undefined {
  const pattern = new RegExp(`(?:^|;) *${name}=([^; ]*)`)
  return (header) => (header && pattern.exec(header)?.[1]) || undefined
}

interface Attributes {
  readonly path: string
  /** Without it, the cookie lasts until the browser is closed. */
  readonly maxAgeMs?: number
  /** 'Lax' cookies are also sent when a link on another site is followed. */
  readonly sameSite?: 'Strict' | 'Lax'
  readonly secure: boolean
}

/** A cookie that scripts can't read, and that requests made by other sites don't carry. */
export function formatHttpOnlyCookie(name: string, value: string, attributes: Attributes): string {
  const { path, maxAgeMs, sameSite = 'Strict', secure } = attributes
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${maxAgeMs / 1000}`
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`
}

const mediaPassName = 'media-pass'
// The pass is also invalid once its session has ended.
const passLifetimeMs = days(30)

export const parseMediaPass = createCookieReader(mediaPassName)

/**
 * Sets a cookie in signed-in browsers for the pictures and recordings of withdrawn items: an <img>
 * or a player sends no bearer token. The cookie grants access to these and nothing else.
 */
export function issueMediaPass(
  app: FastifyInstance,
  { createPass, secure }: { createPass: (actor: Actor, token: string) => string; secure: boolean },
): void {
  const formatPassCookie = (value: string, maxAgeMs: number) =>
    formatHttpOnlyCookie(mediaPassName, value, { path: '/api', maxAgeMs, secure })
  const signOutUrl = `/api${api.auth.signOut.path}`
  app.addHook('onRequest', (request, reply, done) => {
    const { actor, headers } = request
    // A script has no cookies and sends its bearer token with each request.
    const token = actor && headers.cookie !== undefined ? parseBearerToken(request) : undefined
    if (!actor || token === undefined) return done()
    if (request.routeOptions.url === signOutUrl) {
      reply.header('set-cookie', formatPassCookie('', 0))
      return done()
    }

    const pass = createPass(actor, token)
    if (parseMediaPass(headers.cookie) !== pass)
      reply.header('set-cookie', formatPassCookie(pass, passLifetimeMs))
    done()
  })
}

const xsrfHeaderName = xsrfHeader.toLowerCase()
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Sets a token cookie and requires it in a header with every write (double-submit cookie). */
export function requireXsrfToken(app: FastifyInstance, secure: boolean): void {
  const attributes = `; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
  app.addHook('onRequest', (request, reply, done) => {
    const token = parseXsrfToken(request.headers.cookie)
    if (!token && mayCarryCookie(request) && (isApiRequest(request) || isPageNavigation(request))) {
      reply.header(
        'set-cookie',
        `${xsrfCookie}=${randomBytes(24).toString('base64url')}${attributes}`,
      )
    }
    done(
      isForged(request, token)
        ? forbidden('This page is out of date. Please reload it and try again.')
        : undefined,
    )
  })
}

const parseXsrfToken = createCookieReader(xsrfCookie)

function isForged(request: FastifyRequest, token: string | undefined): boolean {
  if (!isApiRequest(request) || safeMethods.has(request.method) || isProgram(request)) return false
  const header = request.headers[xsrfHeaderName]
  return !token || typeof header !== 'string' || !isSameSecret(token, header)
}

// Shared caches may keep files and finished answers.
const mayCarryCookie = ({ url, routeOptions }: FastifyRequest) =>
  !url.startsWith('/assets/') && !routeOptions.config.finished

/**
 * A browser sends Origin with every write. Another program sends neither that nor a cookie that
 * could be abused.
 */
const isProgram = (request: FastifyRequest) =>
  request.headers.cookie === undefined && request.headers.origin === undefined
