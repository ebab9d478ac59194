import { type Access, anyone, isRoleAllowed, type Role } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure, forbidden } from '../base/failure.ts'

/** The author of a change: a user, or an operator's command, which has no account. */
export interface Author {
  readonly userId: number | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** The signed-in user who makes a call. */
export interface Actor extends Author {
  readonly userId: number
  readonly sessionId: number
  readonly role: Role
  /** The IP address of the caller; empty outside a request. */
  readonly address: string
}

/** The name stored in history and logs, where it outlives the account. */
export const getAuthorName = ({ firstName, lastName, email }: Author): string =>
  `${firstName} ${lastName}`.trim() || email

interface Sessions {
  /** Finds the account of a bearer token; null if the token is unknown, expired or revoked. */
  authenticate(token: string): Promise<Omit<Actor, 'address'> | null>
  /** Whether the session of a token was ended because its user got another role. */
  wasEndedByRoleChange(token: string): Promise<boolean>
}
export type Authenticate = Sessions['authenticate']

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

const roleChanged = 'Your role was changed. Please sign in again.'

/** Checks access before the body is read; a route that declares no access is closed. */
export function enforceAccess(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest('actor', null)

  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (access === anyone || request.is404) return done()
    if (access === undefined) return done(forbidden('This call is not available.'))
    admit(request, access).then(() => done(), done)
  })

  async function admit(
    request: FastifyRequest,
    access: Exclude<Access, typeof anyone>,
  ): Promise<void> {
    const token = parseBearerToken(request)
    const actor = token === undefined ? null : await sessions.authenticate(token)
    if (!actor && token !== undefined && (await sessions.wasEndedByRoleChange(token)))
      throw new Failure('unauthorised', roleChanged, { ended: 'role' })
    if (!actor) throw new Failure('unauthorised', 'Please sign in.')
    if (!isRoleAllowed(access, actor.role)) throw forbidden('Your role does not allow this.')
    request.actor = { ...actor, address: request.ip }
  }
}

export const parseBearerToken = ({
  headers,
}: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** Registers routes that are open to anyone. */
export const registerPublicRoutes = (
  app: FastifyInstance,
  register: (open: FastifyInstance) => void | Promise<void>,
) =>
  app.register((open, _options, done) => {
    open.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: anyone }
    })
    Promise.resolve(register(open)).then(() => done(), done)
  })

/**
 * Whether a request is for the API. The matched route decides, if there is one: `/%61pi/…` reaches
 * the same route as `/api/…`.
 */
export const isApiRequest = ({ url, routeOptions }: FastifyRequest): boolean =>
  (routeOptions.url ?? url).startsWith('/api/')

/** Whether a browser opens a page outside the API: for icons and scripts it accepts other types. */
export const isPageNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api') && !!headers.accept?.includes('text/html')
