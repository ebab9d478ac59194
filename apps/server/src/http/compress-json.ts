import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

// Below this size, compression saves no packet.
const minLength = 1024

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

// Compressed per request, so speed matters more than size.
const compressors = {
  br: (text: string) => brotliOf(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipOf(text),
} as const

/** Compresses JSON that is built per request. Finished answers are compressed in advance. */
export function compressJson(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < minLength || !isJson(reply.getHeader('content-type'))) {
      done(null, payload)
      return
    }
    reply.header('vary', 'accept-encoding')
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (!encoding) {
      done(null, payload)
      return
    }
    compressors[encoding](payload).then(
      (compressed) => {
        reply.header('content-encoding', encoding)
        done(null, compressed)
      },
      (error: Error) => done(error),
    )
  })
}

const isJson = (type: unknown) => typeof type === 'string' && type.startsWith('application/json')
