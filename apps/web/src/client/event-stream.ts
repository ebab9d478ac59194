import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** Parses the server-sent events of a body as they arrive. A truncated event is dropped. */
export async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<StreamEvent> {
  // Not every browser supports async iteration of streams.
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield { event: next.value.event ?? 'message', data: next.value.data }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
