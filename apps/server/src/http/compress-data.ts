import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, type Encoding } from './accept.ts'

// Below this size, compression saves no packet.
const minLength = 1024
// From this size on, serializing took a while, and so will compressing: yield in between.
const largeLength = 1024 * 1024

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

// Compressed per request, so speed matters more than size.
const compressors: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text: string) => brotliOf(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipOf(text),
}

/** Compresses JSON and XML that are built per request. Finished answers are compressed in advance. */
export function compressData(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < minLength || !isCompressible(reply.getHeader('content-type'))) {
      done(null, payload)
      return
    }
    reply.header('vary', 'accept-encoding')
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) {
      done(null, payload)
      return
    }
    const compress = () =>
      void compressors[encoding](payload).then(
        (compressed) => {
          reply.header('content-encoding', encoding)
          done(null, compressed)
        },
        (error: Error) => done(error),
      )
    if (payload.length < largeLength) compress()
    else setImmediate(compress)
  })
}

const isCompressible = (type: unknown) => typeof type === 'string' && /^(?:application\/json|text\/xml)\b/.test(type)
