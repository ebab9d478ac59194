import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

interface HeaderChoices {
  readonly https: boolean
  /** Other origins that the staff app may ask for data. */
  readonly connectTo: readonly string[]
}

export async function secureHeaders(app: FastifyInstance, { https, connectTo }: HeaderChoices): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component kit writes its colours into style elements; nothing a person types ever gets there.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connectTo],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()')
    reply.header('x-request-id', request.id)
    // Answers of the API are about people and rights: never kept by anybody on the way.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
