import type { Call, HandlerInput, HandlerOutput } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { Actor } from './actor.ts'
import { type Finished, sendFinished } from './finished.ts'

/** What a handler may know about the request beside its validated input. */
export interface Visit {
  readonly address: string
  readonly log: Log
}

export interface StaffVisit extends Visit {
  readonly actor: Actor
}

type VisitOf<C extends Call> = C['access'] extends 'anyone' ? Visit : StaffVisit

type OutputOf<C extends Call> = C['finished'] extends true ? Finished : HandlerOutput<C>

export type Handler<C extends Call> = (input: HandlerInput<C>, visit: VisitOf<C>) => OutputOf<C> | Promise<OutputOf<C>>

/** Exactly one handler for each call of a group: one too few or one too many does not compile. */
export type Handlers<Group extends Record<string, Call>> = { [Name in keyof Group]: Handler<Group[Name]> }

type Api = Record<string, Record<string, Call>>

/** Gives every call of the contract its route. Who may make it is enforced by the access hook. */
export function mount<A extends Api>(app: FastifyInstance, api: A, handlers: { [G in keyof A]: Handlers<A[G]> }): void {
  for (const [group, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls)) {
      mountCall(app, call, handlers[group]?.[name] as unknown as Handler<Call>)
    }
  }
}

function mountCall(app: FastifyInstance, call: Call, handler: Handler<Call>): void {
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { access: call.access },
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(!call.finished && { response: { 200: call.ok } }),
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, body } = request
      const visit = { address: request.ip, log: request.log, actor: request.actor } as StaffVisit
      const output = await handler({ params, query, body } as HandlerInput<Call>, visit)
      return call.finished ? sendFinished(request, reply, output as Finished) : output
    },
  })
}
