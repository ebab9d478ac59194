import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './errors.ts'

test('logs failures of the environment and our own differently', async () => {
  const lines: { msg: string; level: number }[] = []
  const app = fastify({
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
  })
  handleErrors(app)
  app.get('/:code', (request) => {
    throw Object.assign(new Error('x'), request.params)
  })
  const logged = async (code: string) => {
    const { statusCode } = await app.inject(`/${code}`)
    return [statusCode, lines.findLast(({ level }) => level > 30)?.msg]
  }
  expect(await logged('ECONNREFUSED')).toEqual([503, 'the database can’t be reached'])
  expect(await logged('ENOSPC')).toEqual([507, 'the disk is full'])
  expect(await logged('23503')).toEqual([
    409,
    'a request referred to a row that was deleted meanwhile',
  ])
  expect(await logged('ODD')).toEqual([500, 'a request failed unexpectedly'])
})
