import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { finishText } from './finish-text.ts'
import { sendFinished } from './send-finished.ts'

test('compresses a text for other programs on request only, and not for a 304', async () => {
  const text = 'Le lac, un matin. '.repeat(100)
  const compressions: unknown[] = []
  const app = fastify()
  app.get('/', async (request, reply) => {
    const { content, ...finished } = await finishText('text/plain', text)
    if (typeof content !== 'function') return expect.fail('compressed for nobody')
    return sendFinished(request, reply, {
      ...finished,
      async content(encoding) {
        const encoded = await content(encoding)
        compressions.push(Object.keys(encoded))
        return encoded
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
  expect(compressions).toEqual([['plain'], ['plain', 'gzip'], ['plain', 'brotli']])
  const read = [plain.body, gunzipSync(gzip.rawPayload), brotliDecompressSync(brotli.rawPayload)]
  expect(read.map(String)).toEqual([text, text, text])
})
