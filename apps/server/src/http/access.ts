import { type Access, admits, anyone } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { Failure, forbidden } from '../failure.ts'
import type { Actor, Authenticate } from './actor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** Asks, before anything of a call is read, whether this caller may make it. */
export function enforceAccess(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('actor', null)

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === anyone) return

    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const actor = token === undefined ? null : await authenticate(token)
    if (!actor) throw new Failure('unauthorised', 'Please sign in.')
    if (!admits(access, actor.role)) throw forbidden('Your role does not allow this.')
    request.actor = { ...actor, address: request.ip }
  })
}
