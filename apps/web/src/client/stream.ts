import { eventStreamType } from '@vitrine/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { CallAddress, InputOf, OutputOf } from './address.ts'
import { ApiError, unreachableMessage } from './api-error.ts'
import { readAnswer, sendRequest } from './call.ts'

interface StreamOptions {
  readonly signal: AbortSignal
  readonly onEvent: (event: StreamEvent) => void
}

/**
 * Makes a call whose answer may be streamed as server-sent events. Returns the answer if the server
 * sent it in one piece, else null.
 */
export async function streamCall<A extends CallAddress>(
  address: A,
  input: InputOf<A>,
  { signal, onEvent }: StreamOptions,
): Promise<OutputOf<A> | null> {
  const accept = `${eventStreamType}, application/json;q=0.5`
  const { response, token } = await sendRequest(address, input, { signal, accept })

  const isStream = response.headers.get('content-type')?.startsWith(eventStreamType)
  if (!(response.ok && isStream && response.body))
    return (await readAnswer(response, token)) as OutputOf<A>

  try {
    for await (const event of parseEventStream(response.body)) onEvent(event)
  } catch (error) {
    // A connection lost midway is reported like one that never opened.
    if (signal.aborted || !(error instanceof TypeError)) throw error
    throw new ApiError(0, unreachableMessage)
  }
  return null
}

export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** Parses server-sent events as they arrive; drops a truncated one at the end. */
export async function* parseEventStream(
  body: ReadableStream<BufferSource>,
): AsyncGenerator<StreamEvent> {
  // Not every browser supports async iteration of streams.
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield { event: next.value.event ?? 'message', data: next.value.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
