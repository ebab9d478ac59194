export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** The server-sent events of a body, as they arrive. An event that was cut off is none. */
export async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<StreamEvent> {
  let rest = ''
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    yield* blocks.map(read).filter(({ data }) => data !== '')
  }
}

// Not every browser lets a stream be looped over.
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function read(block: string): StreamEvent {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : []))
  return { event: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') }
}
