import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './errors.ts'

// Pino’s number for the level of ordinary lines.
const infoLevel = 30

test('logs and answers an outage, a conflict and a fault of the program differently', async () => {
  const lines: { msg: string; level: number }[] = []
  const app = fastify({
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
  })
  handleErrors(app)
  app.get('/:code', ({ params }) => {
    const { code } = params as { code: string }
    throw Object.assign(new Error('failed'), { code })
  })
  const failWith = async (code: string) => {
    const { statusCode } = await app.inject(`/${code}`)
    const isAboveInfo = ({ level }: { level: number }) => level > infoLevel
    return { statusCode, logged: lines.findLast(isAboveInfo)?.msg }
  }

  expect(await failWith('ECONNREFUSED')).toEqual({
    statusCode: 503,
    logged: 'the database can’t be reached',
  })
  expect(await failWith('ENOSPC')).toEqual({ statusCode: 507, logged: 'the disk is full' })
  // A violated foreign key of PostgreSQL.
  expect(await failWith('23503')).toEqual({
    statusCode: 409,
    logged: 'a request referred to a row that was deleted meanwhile',
  })
  expect(await failWith('UNKNOWN')).toEqual({
    statusCode: 500,
    logged: 'a request failed unexpectedly',
  })
})
