import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Call,
  done,
  eventStreamType,
  type HandlerInput,
  type HandlerOutput,
  idempotencyHeader,
} from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { ScratchFolder } from '../adapters/files/files.ts'
import { Failure } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import { toClientNetwork } from '../base/networks.ts'
import type { Caller } from '../base/queue.ts'
import type { IdempotentRequest } from '../db/idempotency.ts'
import { type Actor, parseBearerToken } from './access.ts'
import { limitJsonShape } from './body-shape.ts'
import type { FinishedAnswer, NegotiableAnswer } from './finished.ts'
import { parseInput } from './schemas.ts'
import { sendFinished } from './send-finished.ts'
import { registerUploadCalls, type Upload, type UploadReceiver, uploadReceiver } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    finished?: boolean
    test?: boolean
  }
}

/** The request as a handler sees it, apart from its validated input. */
export interface RequestContext {
  readonly address: string
  /** The User-Agent header. */
  readonly userAgent: string
  /** The bearer token; not verified in a call that is open to anyone. */
  readonly token: string | undefined
  /** The Cookie header, unparsed. */
  readonly cookies: string | undefined
  /** Adds a Set-Cookie header to the answer. */
  readonly setCookie: (cookie: string) => void
  readonly log: Log
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** Whether the caller accepts an event stream. */
  readonly wantsEvents: boolean
}

export interface StaffRequestContext extends RequestContext {
  readonly actor: Actor
  /**
   * The request's idempotency key, in a call that creates something; null if the caller sent none.
   */
  readonly idempotentRequest: IdempotentRequest | null
}

type ContextOf<C extends Call> = C['access'] extends 'anyone' ? RequestContext : StaffRequestContext

type InputOf<C extends Call> = HandlerInput<C> &
  (C extends { upload: object } ? { upload: Upload } : unknown)

type OutputOf<C extends Call> = C extends { finished: true }
  ? FinishedAnswer | NegotiableAnswer
  : C extends { events: true }
    ? HandlerOutput<C> | AsyncIterable<ServerEvent>
    : HandlerOutput<C>

/** A handler of a call that answers `done` may return nothing. */
type VoidOf<C extends Call> = typeof done extends HandlerOutput<C> ? Promise<void> : never

export type Handler<C extends Call> = (
  input: InputOf<C>,
  context: ContextOf<C>,
) => OutputOf<C> | Promise<OutputOf<C>> | VoidOf<C>

/** Exactly one handler for each call of a group: one too few or one too many does not compile. */
export type Handlers<Group extends Record<string, Call>> = {
  [Name in keyof Group]: Handler<Group[Name]>
}

type Api = Record<string, Record<string, Call>>

/** Creates a route for every call of the contract. The access hook enforces its access. */
export function mountCalls<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: { [G in keyof A]: Handlers<A[G]> },
  scratch: ScratchFolder,
): void {
  const calls = Object.entries(api).flatMap(([group, callsByName]) =>
    Object.entries(callsByName).map(([name, call]) => ({
      call,
      handler: handlers[group]?.[name] as unknown as Handler<Call>,
    })),
  )
  for (const { call, handler } of calls) if (!call.upload) mountCall(app, call, handler)

  const withUpload = uploadReceiver(scratch)
  registerUploadCalls(app, (uploads) => {
    for (const { call, handler } of calls)
      if (call.upload) mountUpload(uploads, { call, rule: call.upload, handler, withUpload })
  })
}

function mountCall(app: FastifyInstance, call: Call, handler: Handler<Call>): void {
  app.route({
    ...toRouteOptions(call),
    schema: { ...toRouteSchema(call), ...(call.body && { body: call.body }) },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, body } = request
      if (call.anySite) reply.header('access-control-allow-origin', '*')
      const output = await handler(
        { params, query, body } as InputOf<Call>,
        new HandlerContext(call, request, reply),
      )
      if (call.events && isEventStream(output)) return sendEvents(reply, output)
      if (call.finished)
        return sendFinished(request, reply, output as FinishedAnswer | NegotiableAnswer)
      return output ?? done
    },
  })
}

interface UploadCall {
  readonly call: Call
  readonly rule: NonNullable<Call['upload']>
  readonly handler: Handler<Call>
  readonly withUpload: UploadReceiver
}

/** Validates the fields here, because they are known only once the form has been received. */
function mountUpload(app: FastifyInstance, { call, rule, handler, withUpload }: UploadCall): void {
  app.route({
    ...toRouteOptions(call),
    schema: toRouteSchema(call),
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      withUpload(request, rule, async ({ fields, upload }) => {
        const { params, query } = request
        const body = call.body && parseInput(call.body, fields)
        return handler(
          { params, query, body, upload } as InputOf<Call>,
          new HandlerContext(call, request, reply),
        )
      }),
  })
}

const toRouteOptions = (call: Call) => ({
  method: call.method,
  url: `/api${call.path}`,
  config: { access: call.access, finished: call.finished ?? false, test: call.test ?? false },
  ...(call.bodyLimit && { bodyLimit: call.bodyLimit, ...yieldingHooks }),
  ...toPreParsing(call),
})

// Parsing a large body takes a while and so does validating it: yield in between.
const waitForNextTurn = (_request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
  void setImmediate(done)
const yieldingHooks = { preValidation: waitForNextTurn, preHandler: waitForNextTurn }

function toPreParsing({ bodyShape }: Call): { preParsing?: preParsingHookHandler } {
  if (!bodyShape) return {}
  return {
    preParsing: (_request, _reply, payload, done) => done(null, limitJsonShape(payload, bodyShape)),
  }
}

const toRouteSchema = (call: Call) => ({
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(!call.finished && { response: { 200: call.ok } }),
})

/**
 * A class, because its getters are on the prototype: an object literal with a getter is garbage
 * that only a full collection frees, and so are private fields.
 */
class HandlerContext implements StaffRequestContext {
  private readonly call: Call
  private readonly request: FastifyRequest
  private readonly reply: FastifyReply

  constructor(call: Call, request: FastifyRequest, reply: FastifyReply) {
    this.call = call
    this.request = request
    this.reply = reply
  }

  get address() {
    return this.request.ip
  }

  get userAgent() {
    return this.request.headers['user-agent'] ?? ''
  }

  get token() {
    return parseBearerToken(this.request)
  }

  get cookies() {
    return this.request.headers.cookie
  }

  get setCookie() {
    const { reply } = this
    return (cookie: string) => void reply.header('set-cookie', cookie)
  }

  get log() {
    return this.request.log
  }

  get actor() {
    // Handlers of calls that are open to anyone are typed without an actor.
    return this.request.actor as Actor
  }

  get idempotentRequest() {
    return toIdempotentRequest(this.call, this.request)
  }

  get wantsEvents() {
    return this.request.headers.accept?.includes(eventStreamType) ?? false
  }

  // Created on demand: most calls are too short to be worth cancelling.
  get signal() {
    return createDisconnectSignal(this.reply)
  }
}

const isEventStream = (output: unknown): output is AsyncIterable<ServerEvent> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

const idempotencyHeaderName = idempotencyHeader.toLowerCase()
// Printable ASCII characters without the space.
const validIdempotencyKey = /^[!-~]{1,100}$/

/**
 * The idempotency key of a request; null if there is none, and for calls that are safe to repeat.
 */
function toIdempotentRequest(
  { method, path, creates }: Call,
  { headers, actor, body }: FastifyRequest,
): IdempotentRequest | null {
  const key = headers[idempotencyHeaderName]
  if (!creates || !actor || key === undefined) return null
  if (typeof key !== 'string' || !validIdempotencyKey.test(key))
    throw new Failure(
      'invalid',
      `${idempotencyHeader} must have 1 to 100 letters, digits or symbols, without spaces.`,
    )
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { userId: actor.userId, key, call: `${method} ${path}`, bodyHash }
}

/** A signal that is aborted when the connection closes before the answer has been sent. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!raw.writableFinished)
      controller.abort(new Failure('cancelled', 'The request was cancelled.'))
  }
  // The connection may have closed while the session was looked up.
  if (raw.closed) abort()
  else raw.once('close', abort)
  return controller.signal
}

export const toCaller = ({ ip }: FastifyRequest, reply: FastifyReply): Caller => ({
  client: toClientNetwork(ip),
  signal: createDisconnectSignal(reply),
})

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/**
 * Streams events as they come. The status is sent with the first event, so a failure before it is
 * an ordinary error.
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
): Promise<FastifyReply> {
  const iterator = events[Symbol.asyncIterator]()
  const firstResult = await iterator.next()

  async function* encodeEvents(): AsyncGenerator<string> {
    try {
      yield ''
      for (let result = firstResult; !result.done; result = await iterator.next())
        yield formatEvent(result.value)
    } finally {
      await iterator.return?.()
    }
  }
  const encoded = encodeEvents()
  // Started here: if the client has disconnected, the stream is never read, and a generator that
  // has not started skips its `finally`.
  await encoded.next()
  return (
    reply
      .type(`${eventStreamType}; charset=utf-8`)
      .header('cache-control', 'no-store')
      // Disables buffering in nginx.
      .header('x-accel-buffering', 'no')
      .serializer((bytes: unknown) => bytes as string)
      .send(Readable.from(encoded))
  )
}

const formatEvent = ({ event, data }: ServerEvent): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
