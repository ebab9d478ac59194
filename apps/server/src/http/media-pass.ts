import { api } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { days } from '../base/clock.ts'
import { bearerToken } from './access.ts'
import type { Actor } from './actor.ts'
import { cookieReader, hiddenCookie } from './cookies.ts'

const name = 'media-pass'
// The pass itself ends with its session.
const lifetime = days(30)

/** The pass that a browser brings along. */
export const mediaPassIn = cookieReader(name)

/**
 * Gives the browser of whoever is signed in a cookie for the pictures and recordings of withdrawn items: an <img> or a
 * player carries no bearer token. It opens these and nothing else.
 */
export function handOutMediaPass(
  app: FastifyInstance,
  { passOf, secure }: { passOf: (actor: Actor, token: string) => string; secure: boolean },
): void {
  const cookie = (value: string, maxAgeMs: number) => hiddenCookie(name, value, { path: '/api', maxAgeMs, secure })
  const signOut = `/api${api.auth.signOut.path}`
  app.addHook('onRequest', async (request, reply) => {
    const { actor, headers } = request
    const token = bearerToken(request)
    // A script has no cookies, and shows its token where it asks for a picture.
    if (!actor || token === undefined || headers.cookie === undefined) return
    if (request.routeOptions.url === signOut) return void reply.header('set-cookie', cookie('', 0))
    const pass = passOf(actor, token)
    if (mediaPassIn(headers.cookie) !== pass) reply.header('set-cookie', cookie(pass, lifetime))
  })
}
