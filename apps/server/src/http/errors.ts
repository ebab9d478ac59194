import { type ErrorBody, errorStatus } from '@vitrine/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MediaStoreError } from '../adapters/media/media-store.ts'
import { busy, conflict, Failure } from '../base/failure.ts'
import { isOutOfSpace, isReadOnly, isUnreachable } from '../db/outages.ts'
import { isForeignKeyViolation, isOutOfConnections } from '../db/violations.ts'

type Sentence = string | ((request: FastifyRequest) => string)

// Fastify's own refusals, in words that say what to do.
const sentences: Record<string, Sentence> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request announces JSON but is empty.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send the request as application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    `The request is too large: at most ${size(routeOptions.bodyLimit)}.`,
  FST_ERR_BAD_URL: 'This address is not valid.',
}

/** Installed before anything else: every error leaves in the one shape of the contract. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Failure>((error, request, reply) => answer(error, request, reply))
}

export function answer(error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Failure) return send(reply, error.status, error.message, error.details)
  if (isOutOfConnections(error)) return answer(busy(), request, reply)
  if (isForeignKeyViolation(error)) {
    // Such as the person who asks, deleted by somebody else after they were let in.
    request.log.warn({ err: error }, 'a request was about something that went meanwhile')
    return answer(conflict('What this belongs to was deleted meanwhile. Nothing was saved.'), request, reply)
  }

  const status = error.statusCode ?? errorStatus.unexpected
  if (status < 500) return send(reply, status, sentenceFor(error, request))

  const outage = outageOf(error)
  request.log.error({ err: error }, outage?.log ?? 'a request failed unexpectedly')
  if (outage) return answer(outage.failure, request, reply)
  return send(reply, errorStatus.unexpected, 'Something went wrong on our side. Please try again.', {
    requestId: request.id,
  })
}

interface Outage {
  readonly log: string
  readonly failure: Failure
}

const full = (log: string): Outage => ({
  log,
  failure: new Failure(
    'full',
    'There is no room left on the server. Nothing was saved; please tell who looks after it.',
  ),
})

const away = (log: string, sentence: string): Outage => ({
  log,
  failure: new Failure('unavailable', sentence, { retryAfter: 5 }),
})

/** What is nobody's mistake and passes once somebody has looked after the machines. */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof MediaStoreError)
    return error.problem === 'full'
      ? full('the media store is full')
      : away(
          'the media store can’t be reached',
          'The media store can’t be reached: pictures, recordings and PDFs have to wait. Please try again in a moment.',
        )
  if (isOutOfSpace(error)) return full('the disk is full')
  if (isReadOnly(error))
    return away(
      'the disk can’t be written to',
      'The server can’t write to its disk. Nothing was saved; please tell who looks after it.',
    )
  if (isUnreachable(error))
    return away('the database can’t be reached', 'The database can’t be reached. Please try again in a moment.')
  return null
}

function sentenceFor(error: FastifyError, request: FastifyRequest): string {
  const sentence = sentences[error.code] ?? error.message
  return typeof sentence === 'string' ? sentence : sentence(request)
}

const size = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`)

function send(reply: FastifyReply, statusCode: number, message: string, obj?: unknown): FastifyReply {
  const { retryAfter } = (obj ?? {}) as { retryAfter?: number }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const body: ErrorBody = { statusCode, message, ...(obj !== undefined && { obj }) }
  return reply.status(statusCode).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}
