import { api } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { days } from '../base/clock.ts'
import { bearerToken } from './access.ts'
import type { Actor } from './actor.ts'
import { cookieReader, hiddenCookie } from './cookies.ts'

const name = 'media-pass'
// The pass is also invalid once its session has ended.
const lifetimeMs = days(30)

/** Reads the pass from the Cookie header. */
export const mediaPassIn = cookieReader(name)

/**
 * Sets a cookie in signed-in browsers for the pictures and recordings of withdrawn items: an <img> or a player sends no
 * bearer token. The cookie grants access to these and nothing else.
 */
export function issueMediaPass(
  app: FastifyInstance,
  { passOf, secure }: { passOf: (actor: Actor, token: string) => string; secure: boolean },
): void {
  const cookie = (value: string, maxAgeMs: number) => hiddenCookie(name, value, { path: '/api', maxAgeMs, secure })
  const signOut = `/api${api.auth.signOut.path}`
  app.addHook('onRequest', async (request, reply) => {
    const { actor, headers } = request
    const token = bearerToken(request)
    // A script has no cookies and sends its bearer token with every request.
    if (!actor || token === undefined || headers.cookie === undefined) return
    if (request.routeOptions.url === signOut) return void reply.header('set-cookie', cookie('', 0))
    const pass = passOf(actor, token)
    if (mediaPassIn(headers.cookie) !== pass) reply.header('set-cookie', cookie(pass, lifetimeMs))
  })
}
