import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** The server-sent events of a body, as they arrive. An event that was cut off is dropped. */
export async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<StreamEvent> {
  // Not every browser lets a stream be looped over.
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield { event: next.value.event ?? 'message', data: next.value.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
