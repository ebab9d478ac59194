import { factsheetPrefix, inventoryTypes, itemTypes } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'

/** What search engines may crawl: the pages for visitors and what these show, nothing of the staff app. */
const robots = [
  'User-agent: *',
  ...itemTypes.flatMap((type) => [`Allow: ${inventoryTypes[type].start}`, `Allow: ${factsheetPrefix(type)}`]),
  'Allow: /save-the-date',
  'Allow: /public/',
  'Allow: /api/image/',
  'Allow: /favicon.svg',
  'Allow: /sitemap',
  'Disallow: /',
].join('\n')

export function serveRobots(app: FastifyInstance, publicUrl: () => string): void {
  // Shared caches keep it, so it must not carry a cookie.
  app.get('/robots.txt', { config: { finished: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${robots}\n\nSitemap: ${publicUrl()}/sitemap.xml\n`),
  )
}
