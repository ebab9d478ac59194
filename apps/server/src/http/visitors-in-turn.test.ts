import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveVisitorsInTurn } from './overload.ts'

test('however many visitors ask at once, staff wait for one of them, and all are served in order', async () => {
  await using app = fastify()
  serveVisitorsInTurn(app)
  const begun: string[] = []
  const note = async ({ url }: { url: string }) => {
    begun.push(url)
    return url
  }
  app.get('/page/:number', { config: { finished: true, access: 'anyone' } }, note)
  app.get('/api/item', { config: { finished: true, access: ['employee'] } }, note)
  await app.ready()
  const pages = Array.from({ length: 20 }, (_, number) => `/page/${number}`)
  const answers = await Promise.all([...pages, '/api/item'].map((url) => app.inject(url)))
  expect(answers.map(({ body }) => body)).toEqual([...pages, '/api/item'])
  expect(begun.indexOf('/api/item')).toBeLessThan(3)
  expect(begun.filter((url) => url !== '/api/item')).toEqual(pages)
})
