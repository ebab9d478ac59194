// @module-tag sqlite

import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

test('lists the version and the licences of programs, fonts and dictionaries', async () => {
  const staff = await server.signIn('employee')
  const { version, thirdParties } = await staff.call(api.operations.about)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const findLicence = (name: string) => thirdParties.find((party) => party.name === name)?.licence
  expect(findLicence('fastify')).toBe('MIT')
  // Bundled into the staff app, so it is not a package of the server.
  expect(findLicence('@mantine/core')).toBe('MIT')
  expect(findLicence('dictionary-fr')).toBe('MPL-2.0')
  expect(findLicence('@expo-google-fonts/source-serif-4')).toContain('OFL-1.1')
  expect(thirdParties.filter(({ licence }) => licence === 'not stated')).toEqual([])
  // Development dependencies are not shipped.
  expect(findLicence('typescript')).toBeUndefined()
  expect(new Set(thirdParties.map(({ name, version }) => `${name} ${version}`)).size).toBe(
    thirdParties.length,
  )
})
