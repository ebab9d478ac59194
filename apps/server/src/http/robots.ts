import { factsheetPrefix, inventoryTypes, itemTypes } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'

/** Lets search engines crawl the public pages and their resources, and nothing of the staff app. */
const createRules = (isOpen: boolean) => [
  'User-agent: *',
  ...itemTypes.flatMap((type) => [
    `Allow: ${inventoryTypes[type].start}`,
    `Allow: ${factsheetPrefix(type)}`,
  ]),
  'Allow: /save-the-date',
  'Allow: /public/',
  'Allow: /api/image/',
  'Allow: /favicon.svg',
  'Allow: /sitemap',
  // Tiles of pictures are left out: there are endlessly many.
  ...(isOpen
    ? ['/exchange/', '/iiif/manifest/', '/iiif/collection/', '/oai'].map((path) => `Allow: ${path}`)
    : []),
  'Disallow: /',
]

export function serveRobots(app: FastifyInstance, publicUrl: () => string, isOpen: boolean): void {
  const rules = createRules(isOpen).join('\n')
  // Shared caches keep it, so it must not carry a cookie.
  app.get('/robots.txt', { config: { finished: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${rules}\n\nSitemap: ${publicUrl()}/sitemap.xml\n`),
  )
}
