import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { finishText, partOf, sendFinished } from './finished.ts'

test.for([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-200', { start: 800, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=5-2', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['lines=1-2', 'all'],
] as const)('%s of 1000 bytes', ([range, part]) => {
  expect(partOf(range, 1000)).toEqual(part)
})

test('a text for other programs is compressed on request only, and not for a 304', async () => {
  const text = 'Le lac, un matin. '.repeat(100)
  const asked: unknown[] = []
  const app = fastify()
  app.get('/', async (request, reply) => {
    const { content, ...finished } = await finishText('text/plain', text)
    if (typeof content !== 'function') return expect.fail('compressed for nobody')
    return sendFinished(request, reply, {
      ...finished,
      async content(encoding) {
        const made = await content(encoding)
        asked.push(Object.keys(made))
        return made
      },
    })
  })
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers })
  const [plain, gzip, brotli] = [
    await ask({}),
    await ask({ 'accept-encoding': 'gzip' }),
    await ask({ 'accept-encoding': 'gzip, br' }),
  ]
  const etag = String(plain.headers.etag)
  expect((await ask({ 'if-none-match': etag, 'accept-encoding': 'br' })).statusCode).toBe(304)
  expect(asked).toEqual([['plain'], ['plain', 'gzip'], ['plain', 'brotli']])
  const read = [plain.body, gunzipSync(gzip.rawPayload), brotliDecompressSync(brotli.rawPayload)]
  expect(read.map(String)).toEqual([text, text, text])
})
