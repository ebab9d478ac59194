import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Encoding, negotiateEncoding } from './accept.ts'

// In characters. Below this size, compression saves no packet.
const minLength = 1024
// From this size on, serializing has taken a while and compressing will as well: yield in between.
const largeLength = 1024 * 1024
// Answers are compressed per request, so speed matters more than size.
const fastQuality = 4

const brotliCompressAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const maxBrotliQuality = 11

/** Compresses off the event loop. `quality` applies to Brotli; the highest is the slowest. */
export const compress = (
  content: Buffer | string,
  encoding: Encoding,
  quality = maxBrotliQuality,
): Promise<Buffer> =>
  encoding === 'gzip'
    ? gzipAsync(content)
    : brotliCompressAsync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
        },
      })

/**
 * Compresses JSON and XML that are built per request. Finished answers are compressed in advance.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (
      typeof payload !== 'string' ||
      payload.length < minLength ||
      !isCompressible(reply.getHeader('content-type'))
    )
      return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = negotiateEncoding(request.headers['accept-encoding'])
    if (!encoding) return done(null, payload)
    compressPayload(payload, encoding).then((compressed) => {
      reply.header('content-encoding', encoding)
      done(null, compressed)
    }, done)
  })
}

async function compressPayload(payload: string, encoding: Encoding): Promise<Buffer> {
  if (payload.length >= largeLength) await setImmediate()
  return compress(payload, encoding, fastQuality)
}

const isCompressible = (type: unknown) =>
  typeof type === 'string' && /^(?:application\/json|text\/xml)\b/.test(type)
