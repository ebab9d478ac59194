import type { FastifyInstance, FastifyReply } from 'fastify'
import { isApiRequest } from './access.ts'

const daySeconds = 86_400
const yearSeconds = 365 * daySeconds

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library injects style elements; user input never ends up there.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Staff may enter the https address of a recording kept elsewhere, and play it.
  "media-src 'self' blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** Browsers heed these headers on pages only, not on scripts and styles. */
export const documentHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
] as const

/** Sets the security headers, built once because they are the same for every answer. */
export function setSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    ...(isHttps && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // Answers of the API depend on the user: no cache may keep them.
    if (isApiRequest(request)) reply.header('cache-control', 'no-store')
    done()
  })
}

/** Lets the scripts of a page compile WebAssembly. */
export function allowWasm(reply: FastifyReply): void {
  const strict = String(reply.getHeader('content-security-policy'))
  reply.header(
    'content-security-policy',
    strict.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
  )
}

/** Lets scripts of other sites read public content, preflight requests included. */
export function enableCors(app: FastifyInstance, routePattern: string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'link',
      'cross-origin-resource-policy': 'cross-origin',
    })
    done()
  })
  app.options(routePattern, { config: { finished: true } }, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*',
        'access-control-max-age': daySeconds,
      })
      .send(),
  )
}
