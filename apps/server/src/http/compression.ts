import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, type Encoding } from './accept.ts'

// Below this size, compression saves no packet.
const minLength = 1024
// From this size on, serializing took a while, and so will compressing: yield in between.
const largeLength = 1024 * 1024
// Compressed per request, so speed matters more than size.
const fastQuality = 4

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Off the event loop. The quality is that of Brotli: 11 takes longest. */
export const compress = (content: Buffer | string, encoding: Encoding, quality = 11): Promise<Buffer> =>
  encoding === 'gzip'
    ? gzipOf(content)
    : brotliOf(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
        },
      })

/** Compresses JSON and XML that are built per request. Finished answers are compressed in advance. */
export function compressData(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minLength || !isCompressible(reply.getHeader('content-type')))
      return payload
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    if (payload.length >= largeLength) await setImmediate()
    const compressed = await compress(payload, encoding, fastQuality)
    reply.header('content-encoding', encoding)
    return compressed
  })
}

const isCompressible = (type: unknown) => typeof type === 'string' && /^(?:application\/json|text\/xml)\b/.test(type)
