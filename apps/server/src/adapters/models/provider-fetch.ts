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
  keyRejected: 'The AI provider rejects our key. Please tell your administrator.',
  busy: 'The AI provider is busy. Please try again in a minute.',
  down: 'The AI provider has a problem. Please try again later.',
  requestRejected: 'The AI provider rejects this request. Please tell your administrator.',
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
  if (!APICallError.isInstance(error)) return createFault(messages.unreachable, { mayRetry: true })
  const { statusCode: status } = error
  if (status === undefined) return createFault(messages.unreachable, { mayRetry: true })
  if (status === 401 || status === 403) return createFault(messages.keyRejected)
  // 529 is Anthropic's status for an overload.
  if (status === 429 || status === 529) {
    const retryAfter = parseRetryAfter(error.responseHeaders?.['retry-after'])
    return {
      failure: new Failure('unavailable', messages.busy),
      mayRetry: true,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (status >= 500) return createFault(messages.down, { mayRetry: true })
  const isUnparsedSuccess = status < 300
  return isUnparsedSuccess ? unreadableAnswer : createFault(messages.requestRejected)
}

const createFault = (message: string, { mayRetry = false } = {}): ProviderFault => ({
  failure: new Failure('unreachable', message),
  mayRetry,
})

export const unreadableAnswer: ProviderFault = createFault(messages.unreadable)

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
const sliceBytes = kilobytes(16)

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
  let totalBytes = 0
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      const slice = chunk.subarray(start, start + sliceBytes)
      totalBytes += slice.length
      if (totalBytes > maxAnswerBytes || measureEvent(slice) > maxEventBytes)
        throw new ProviderFaultError(unreadableAnswer)
      yield slice
      await setImmediate()
    }
  }
}

const lineFeed = 10
const carriageReturn = 13

/**
 * Creates a function that measures the unfinished event in bytes. An empty line ends an event;
 * lines end with LF, CR or CRLF.
 */
function createEventMeter(): (bytes: Uint8Array) => number {
  let eventBytes = 0
  let lineBytes = 0
  let previousByte = 0
  return (bytes) => {
    for (const byte of bytes) {
      eventBytes++
      const isSecondOfCrLf = byte === lineFeed && previousByte === carriageReturn
      const isLineEnd = (byte === lineFeed || byte === carriageReturn) && !isSecondOfCrLf
      if (isLineEnd) {
        if (lineBytes === 0) eventBytes = 0
        lineBytes = 0
      } else if (!isSecondOfCrLf) {
        lineBytes++
      }
      previousByte = byte
    }
    return eventBytes
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
