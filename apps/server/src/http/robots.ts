import { factsheetPrefix, itemTypes } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'

/** What search engines may crawl: the pages for visitors and their pictures, nothing of the staff app. */
const robots = `${[
  'User-agent: *',
  ...itemTypes.map((type) => `Allow: ${factsheetPrefix(type)}`),
  'Allow: /save-the-date',
  'Allow: /api/image/',
  'Allow: /favicon.svg',
  'Disallow: /',
].join('\n')}\n`

export function serveRobots(app: FastifyInstance): void {
  // Shared caches keep it, so it must not carry a cookie.
  app.get('/robots.txt', { config: { finished: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(robots),
  )
}
