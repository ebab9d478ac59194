import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { finishText } from './finish-text.ts'
import { sendFinished } from './send-finished.ts'

test('compresses a text only for clients that accept it, and not for a 304', async () => {
  const text = 'Le lac, un matin. '.repeat(100)
  /** The encodings in which each answer was rendered. */
  const encodings: string[][] = []
  const app = fastify()
  app.get('/', async (request, reply) => {
    const { content, ...finished } = await finishText('text/plain', text)
    if (typeof content !== 'function')
      return expect.fail('the text was compressed before any request')
    return sendFinished(request, reply, {
      ...finished,
      async content(encoding) {
        const encoded = await content(encoding)
        encodings.push(Object.keys(encoded))
        return encoded
      },
    })
  })
  const get = (headers: Record<string, string>) => app.inject({ url: '/', headers })

  const plain = await get({})
  expect(plain.body).toBe(text)
  const gzip = await get({ 'accept-encoding': 'gzip' })
  expect(String(gunzipSync(gzip.rawPayload))).toBe(text)
  const brotli = await get({ 'accept-encoding': 'gzip, br' })
  expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(text)
  const etag = String(plain.headers.etag)
  expect((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).statusCode).toBe(304)

  expect(encodings).toEqual([['plain'], ['plain', 'gzip'], ['plain', 'brotli']])
})
