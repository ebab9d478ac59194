import { type ErrorBody, errorStatus } from '@vitrine/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MediaStoreError } from '../adapters/media/media-store.ts'
import { conflict, Failure, overloaded } from '../base/failure.ts'
import {
  isConnectionError,
  isDiskFullError,
  isForeignKeyViolation,
  isPoolTimeoutError,
  isReadOnlyDiskError,
} from '../db/errors.ts'

type Message = string | ((request: FastifyRequest) => string)

// Friendlier messages for Fastify’s own errors, by code.
const messagesByCode: Record<string, Message> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has the content type JSON but no body.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send the request as application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    `The request is too large: at most ${formatBytes(routeOptions.bodyLimit)}.`,
  FST_ERR_BAD_URL: 'This address is not valid.',
}

/** Sends every error in the shape that the contract defines. Must be installed first. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Failure>((error, request, reply) =>
    sendError(error, request, reply),
  )
}

export function sendError(
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Failure) return sendBody(reply, error.status, error.message, error.details)
  if (isPoolTimeoutError(error)) return sendError(overloaded(), request, reply)
  if (isForeignKeyViolation(error)) {
    // For example, the caller’s account was deleted after the access check.
    request.log.warn({ err: error }, 'a request referred to a row that was deleted meanwhile')
    return sendError(
      conflict('What this belongs to has been deleted. Nothing was saved.'),
      request,
      reply,
    )
  }

  const status = error.statusCode ?? errorStatus.unexpected
  if (status < 500) return sendBody(reply, status, toMessage(error, request))

  const outage = findOutage(error)
  request.log.error({ err: error }, outage?.log ?? 'a request failed unexpectedly')
  if (outage) return sendError(outage.failure, request, reply)
  return sendBody(
    reply,
    errorStatus.unexpected,
    'Something went wrong on our side. Please try again.',
    {
      requestId: request.id,
    },
  )
}

interface Outage {
  readonly log: string
  readonly failure: Failure
}

const retryAfterSeconds = 5

const createStorageFullOutage = (log: string): Outage => ({
  log,
  failure: new Failure(
    'full',
    'There is no room left on the server. Nothing was saved. Please tell your administrator.',
  ),
})

const createOutage = (log: string, message: string): Outage => ({
  log,
  failure: new Failure('unavailable', message, { retryAfter: retryAfterSeconds }),
})

/**
 * The answer to an infrastructure failure (disk, database, media store); null for any other error.
 */
export function findOutage(error: unknown): Outage | null {
  if (error instanceof MediaStoreError)
    return error.problem === 'full'
      ? createStorageFullOutage('the media store is full')
      : createOutage(
          'the media store can’t be reached',
          'The media store can’t be reached: pictures, recordings and PDFs are not available. Please try again in a moment.',
        )
  if (isDiskFullError(error)) return createStorageFullOutage('the disk is full')
  if (isReadOnlyDiskError(error))
    return createOutage(
      'the disk can’t be written to',
      'The server can’t write to its disk. Nothing was saved. Please tell your administrator.',
    )
  if (isConnectionError(error))
    return createOutage(
      'the database can’t be reached',
      'The database can’t be reached. Please try again in a moment.',
    )
  return null
}

function toMessage(error: FastifyError, request: FastifyRequest): string {
  const message = messagesByCode[error.code] ?? error.message
  return typeof message === 'string' ? message : message(request)
}

const formatBytes = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`

function sendBody(
  reply: FastifyReply,
  statusCode: number,
  message: string,
  obj?: unknown,
): FastifyReply {
  const { retryAfter } = (obj ?? {}) as { retryAfter?: number }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const body: ErrorBody = { statusCode, message, ...(obj !== undefined && { obj }) }
  return reply
    .status(statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}
