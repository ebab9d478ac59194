import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveVisitorsInTurn } from './overload.ts'

test('serves visitors in order, and lets staff wait for one of them only', async () => {
  await using app = fastify()
  serveVisitorsInTurn(app)
  const startedUrls: string[] = []
  const recordStart = async ({ url }: { url: string }) => {
    startedUrls.push(url)
    return url
  }
  app.get('/page/:number', { config: { finished: true, access: 'anyone' } }, recordStart)
  app.get('/api/item', { config: { finished: true, access: ['employee'] } }, recordStart)
  await app.ready()
  const pages = Array.from({ length: 20 }, (_, number) => `/page/${number}`)
  const urls = [...pages, '/api/item']
  const answers = await Promise.all(urls.map((url) => app.inject(url)))
  expect(answers.map(({ body }) => body)).toEqual(urls)
  // Behind the page under way and at most one more, though it was requested last.
  expect(startedUrls.indexOf('/api/item')).toBeLessThan(3)
  expect(startedUrls.filter((url) => url !== '/api/item')).toEqual(pages)
})
