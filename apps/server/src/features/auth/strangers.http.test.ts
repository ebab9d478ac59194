import { api } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dumpDatabase } from '../../../test/dump.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes } from '../../base/clock.ts'

// @module-tag sqlite

/** The id of the demo's root. */
const rootId = 1

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())
// Moves past the rate limits of the last test.
beforeEach(() => server.clock.advance(minutes(2)))

/** Counts the rows that a request adds to each table; leaves out tables that stay the same. */
async function countAddedRows(request: () => Promise<unknown>): Promise<Record<string, number>> {
  const dump = () => server.inDatabase((db) => dumpDatabase(db))
  const before = await dump()
  await request()
  const after = await dump()
  const differences = Object.keys(after).map((table): [string, number] => [
    table,
    (after[table]?.length ?? 0) - (before[table]?.length ?? 0),
  ])
  return Object.fromEntries(differences.filter(([, count]) => count !== 0))
}

/** Fails to sign in; returns the answer as text. */
const failToSignIn = (email: string) =>
  server
    .send(api.auth.signIn, { body: { email, password: 'not the password' } })
    .then((response) => response.text())

test('does the same work for known and unknown addresses on a failed sign-in', async () => {
  const rowsForKnown = await countAddedRows(() => failToSignIn('root@example.org'))
  server.clock.advance(minutes(2))
  // Both cases start without earlier attempts.
  await server.inDatabase((db) => db.deleteFrom('failed_attempt').execute())
  const rowsForUnknown = await countAddedRows(() => failToSignIn('nobody@example.org'))
  expect(rowsForKnown).toEqual(rowsForUnknown)
  expect(rowsForKnown).toEqual({ failed_attempt: 3, audit_entry: 1 })
  expect(await failToSignIn('root@example.org')).toBe(await failToSignIn('nobody@example.org'))
})

// Checking a password takes most of the time; without it, the times would differ by a factor of ten
// or more. The fastest answer counts, because other work on the machine only makes answers slower.
test('takes about as long for known and unknown addresses on a failed sign-in', {
  tags: ['only-with-all'],
}, async () => {
  const fastestMs = {
    'root@example.org': Number.POSITIVE_INFINITY,
    'nobody@example.org': Number.POSITIVE_INFINITY,
  }
  for (let round = 0; round < 8; round++) {
    server.clock.advance(minutes(2))
    for (const email of ['root@example.org', 'nobody@example.org'] as const) {
      const startMs = performance.now()
      await failToSignIn(email)
      fastestMs[email] = Math.min(fastestMs[email], performance.now() - startMs)
    }
  }
  const ratio = fastestMs['root@example.org'] / fastestMs['nobody@example.org']
  const maxRatio = 3
  expect(ratio).toBeGreaterThan(1 / maxRatio)
  expect(ratio).toBeLessThan(maxRatio)
})

test('rejects unknown fields by name', async () => {
  const employee = await server.signIn('employee')
  const root = await server.signIn('root')
  const unknownFields = {
    role: 'root',
    session_epoch: 99,
    password_hash: 'x',
    user: { role: 'root' },
    userId: rootId,
    id: rootId,
  }
  const post = (path: string, body: object) =>
    employee.fetch(`/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const selectUsers = () =>
    server.inDatabase((db) => db.selectFrom('user_account').selectAll().orderBy('id').execute())

  const users = await selectUsers()
  for (const [path, body] of [
    ['/auth/', { email: 'employee@example.org', password: 'vitrine-demo' }],
    ['/user/change', { password: 'another one' }],
  ] as const) {
    const response = await post(path, { ...body, ...unknownFields })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('session_epoch, password_hash')
  }
  // Calls without a body ignore it.
  await post('/user/second-step/code/offer', unknownFields)
  await post('/user/sessions/end-others', unknownFields)
  expect(await selectUsers()).toEqual(users)
  const offers = await server.inDatabase((db) =>
    db.selectFrom('authenticator').select('user_id').execute(),
  )
  expect(offers.map(({ user_id }) => user_id)).not.toContain(rootId)
  await expect(root.call(api.auth.sessions)).resolves.toHaveLength(1)
})

test('rejects internal fields when a user is created or changed', async () => {
  const root = await server.signIn('root')
  const person = {
    email: 'grete@example.org',
    gender: 'female' as const,
    firstName: 'Grete',
    lastName: 'Muster',
    phone: '',
    role: 'employee' as const,
  }
  const internalFields = {
    session_epoch: 99,
    password_hash: 'x',
    email_key: 'root@example.org',
    created_at: '1970-01-01',
  }
  const rejection = { status: 400, body: { message: expect.stringContaining('email_key') } }
  await expect(
    root.call(api.users.create, { body: { ...person, ...internalFields } }),
  ).rejects.toMatchObject(rejection)
  const { id } = await root.call(api.users.create, { body: person })
  await expect(
    root.call(api.users.update, { body: { ...person, ...internalFields, id } }),
  ).rejects.toMatchObject(rejection)
  const [row] = await server.inDatabase((db) =>
    db.selectFrom('user_account').selectAll().where('email', '=', person.email).execute(),
  )
  expect(row).toMatchObject({
    id,
    session_epoch: 1,
    password_hash: null,
    email_key: 'grete@example.org',
  })
  expect(row?.created_at).not.toBe('1970-01-01')
})
