import { expect, test } from 'vitest'
import { parseEventStream, type StreamEvent } from './stream.ts'

async function parseChunks(...chunks: (string | Uint8Array<ArrayBuffer>)[]) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<BufferSource>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      controller.close()
    },
  })
  const events: StreamEvent[] = []
  for await (const event of parseEventStream(body)) events.push(event)
  return events
}

test('parses events wherever the network splits them', async () => {
  const text = 'event: delta\ndata: {"text":"a"}\n\nevent: done\ndata: {}\n\n'
  const events = [
    { event: 'delta', data: '{"text":"a"}' },
    { event: 'done', data: '{}' },
  ]
  expect(await parseChunks(text)).toEqual(events)
  expect(await parseChunks(...text)).toEqual(events)
})

test('decodes a character split between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: é\n\n')
  // 'é' has two bytes.
  const middle = 'data: '.length + 1
  expect(await parseChunks(bytes.slice(0, middle), bytes.slice(middle))).toEqual([
    { event: 'message', data: 'é' },
  ])
})

test('handles comments, unknown fields, multi-line data and CRLF', async () => {
  expect(
    await parseChunks(': alive\r\n\r\nid: 7\r\nevent:x\r\ndata: 1\r\ndata: 2\r\n\r\n'),
  ).toEqual([{ event: 'x', data: '1\n2' }])
})

test('drops an incomplete event at the end', async () => {
  expect(await parseChunks('data: 1\n\ndata: 2')).toEqual([{ event: 'message', data: '1' }])
})
