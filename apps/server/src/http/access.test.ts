import { anyone, staff } from '@vitrine/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { enforceAccess, registerPublicRoutes } from './access.ts'
import { handleErrors } from './errors.ts'

test('rejects requests to a route without an access rule, and answers 404 elsewhere', async () => {
  const app = fastify()
  handleErrors(app)
  enforceAccess(app, { authenticate: async () => null, wasEndedByRoleChange: async () => false })
  app.get('/forgotten', () => 'a secret')
  app.get('/staff', { config: { access: staff } }, () => 'a secret')
  app.get('/open', { config: { access: anyone } }, () => 'hello')
  registerPublicRoutes(app, async (open) => {
    open.get('/page', () => 'hello')
  })

  const getStatus = async (url: string) => (await app.inject(url)).statusCode
  expect(await getStatus('/forgotten')).toBe(403)
  expect(await getStatus('/staff')).toBe(401)
  expect(await getStatus('/open')).toBe(200)
  expect(await getStatus('/page')).toBe(200)
  expect(await getStatus('/nowhere')).toBe(404)
})
