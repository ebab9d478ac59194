import { setImmediate } from 'node:timers/promises'
import { APICallError, JSONParseError, TypeValidationError } from 'ai'
import { Failure } from '../../base/failure.ts'

/** Why an attempt failed, and whether to retry it. */
interface ProviderFault {
  readonly failure: Failure
  readonly mayRetry: boolean
  /** The seconds from the provider’s Retry-After header. */
  readonly retryAfter?: number
}

export class ProviderFaultError extends Error {
  readonly fault: ProviderFault

  constructor(fault: ProviderFault) {
    super(fault.failure.message)
    this.fault = fault
  }
}

const messages = {
  refused: 'The AI provider rejects our key. Please tell your administrator.',
  busy: 'The AI provider is busy. Please try again in a minute.',
  down: 'The AI provider has a problem. Please try again later.',
  rejected: 'The AI provider rejects this request. Please tell your administrator.',
  unreachable: 'The AI provider can’t be reached. Please try again later.',
  unreadable: 'The AI provider’s answer can’t be read. Please try again.',
} as const

/**
 * Maps an error of the SDK. Only its kind and status are used: the error contains the private text,
 * so it is neither kept as a cause nor logged.
 */
export function toProviderFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFaultError) return error.fault
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return unreadableAnswer
  if (!APICallError.isInstance(error)) return createFault('unreachable', messages.unreachable, true)
  const { statusCode: status } = error
  if (status === undefined) return createFault('unreachable', messages.unreachable, true)
  if (status === 401 || status === 403) return createFault('unreachable', messages.refused)
  if (status === 429 || status === 529) {
    const retryAfter = parseRetryAfter(error.responseHeaders?.['retry-after'])
    return {
      failure: new Failure('unavailable', messages.busy),
      mayRetry: true,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (status >= 500) return createFault('unreachable', messages.down, true)
  // A success that the SDK could not parse.
  return status < 300 ? unreadableAnswer : createFault('unreachable', messages.rejected)
}

const createFault = (code: 'unreachable', message: string, mayRetry = false): ProviderFault => ({
  failure: new Failure(code, message),
  mayRetry,
})

export const unreadableAnswer: ProviderFault = createFault('unreachable', messages.unreadable)

/** Parses Retry-After, which is a number of seconds or a date. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const kilobytes = (count: number): number => count * 1024
const megabytes = (count: number): number => kilobytes(count * 1024)

// Every few letters arrive in an event with some 250 bytes around them. This leaves room for the
// longest report and the reasoning before it.
const maxAnswerBytes = megabytes(24)
// A provider may send a whole answer in one event.
const maxEventBytes = megabytes(1)
// Of an error only the status is used.
const maxErrorBytes = kilobytes(64)
// Yields to the event loop after this many bytes.
const sliceSize = kilobytes(16)

/**
 * `fetch` for a provider that may be broken or hostile. Bytes are counted after decompression: an
 * event stream that is too long fails, and an error body is truncated. Redirects are not followed,
 * because the text and the key are only for the configured address.
 */
export const boundedFetch: typeof fetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  if (!response.body) return response
  const body = response.ok ? limitEvents(response.body) : truncateBody(response.body)
  return new Response(ReadableStream.from(body), response)
}

async function* limitEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const measureEvent = createEventMeter()
  let total = 0
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += sliceSize) {
      const slice = chunk.subarray(start, start + sliceSize)
      total += slice.length
      if (total > maxAnswerBytes || measureEvent(slice) > maxEventBytes)
        throw new ProviderFaultError(unreadableAnswer)
      yield slice
      await setImmediate()
    }
  }
}

const lineFeed = 10
const carriageReturn = 13

/** Measures the length of the unfinished event; an empty line ends an event. */
function createEventMeter(): (bytes: Uint8Array) => number {
  let event = 0
  let line = 0
  let last = 0
  return (bytes) => {
    for (const byte of bytes) {
      event++
      if (byte === carriageReturn || (byte === lineFeed && last !== carriageReturn)) {
        if (line === 0) event = 0
        line = 0
      } else if (byte !== lineFeed) line++
      last = byte
    }
    return event
  }
}

async function* truncateBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let remainingBytes = maxErrorBytes
  for await (const chunk of body) {
    yield chunk.subarray(0, remainingBytes)
    remainingBytes -= chunk.length
    if (remainingBytes <= 0) return
  }
}
