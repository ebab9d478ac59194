import { setImmediate } from 'node:timers/promises'
import { FaultError, unreadable } from './fault.ts'

const kilobytes = (count: number): number => count * 1024
const megabytes = (count: number): number => kilobytes(count * 1024)

// Every few letters come in an event of their own with some 250 bytes around them: room for the longest report and
// for the reasoning before it.
const maxAnswerBytes = megabytes(24)
// A provider may send a whole answer in one event.
const maxEventBytes = megabytes(1)
// Only its status counts.
const maxErrorBytes = kilobytes(64)
// Yields to the event loop after this many bytes.
const sliceSize = kilobytes(16)

/**
 * `fetch` for a provider that may be broken or hostile. Bytes are counted after decompression: a stream of events that
 * is too long fails, an error body is truncated. Redirects are not followed: the text and the key are only for the
 * configured address.
 */
export const boundedFetch: typeof fetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  if (!response.body) return response
  const body = response.ok ? boundedEvents(response.body) : beginning(response.body)
  return new Response(ReadableStream.from(body), response)
}

async function* boundedEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const eventLengthAfter = eventCounter()
  let total = 0
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += sliceSize) {
      const slice = chunk.subarray(start, start + sliceSize)
      total += slice.length
      if (total > maxAnswerBytes || eventLengthAfter(slice) > maxEventBytes) throw new FaultError(unreadable)
      yield slice
      await setImmediate()
    }
  }
}

const lineFeed = 10
const carriageReturn = 13

/** How long the event is that is not over yet: an empty line ends one. */
function eventCounter(): (bytes: Uint8Array) => number {
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

async function* beginning(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = maxErrorBytes
  for await (const chunk of body) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
