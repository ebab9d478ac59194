// @module-tag postgres-with-all

import { api, type NewUser } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { startTestServer, test } from '../../../test/server.ts'
import { minutes } from '../../base/clock.ts'

const person = (changes: Partial<NewUser> = {}): NewUser => ({
  email: 'ada@example.org',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '+41 26 555 09 09',
  role: 'employee',
  ...changes,
})

// The first two accounts of the demo.
const rootId = 1
const adminId = 2

test('returns a created or changed user as typed, and lists users by name', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('admin')
  const { id } = await admin.call(api.users.create, { body: person({ lastName: 'Écoffey' }) })
  expect(await admin.call(api.users.read, { params: { id } })).toEqual({
    id,
    ...person({ lastName: 'Écoffey' }),
    signIn: { last: null, secondStep: false },
  })

  // A returned user can be sent back with a change.
  const read = await admin.call(api.users.read, { params: { id } })
  await admin.call(api.users.update, { body: { ...read, phone: '+41 26 000 00 00' } })
  expect(await admin.call(api.users.read, { params: { id } })).toEqual({
    ...read,
    phone: '+41 26 000 00 00',
  })

  const names = (await admin.call(api.users.list)).map((user) => user.lastName)
  expect(names).toEqual([
    'Aebischer',
    'Bernasconi',
    'Chappuis',
    'de Weck',
    'Écoffey',
    'Käser',
    'Stämpfli',
    'Zurbriggen',
  ])
})

test('returns no user fields beyond the contract', async ({ root }) => {
  const [first] = await root.call(api.users.list)
  expect(Object.keys(first ?? {})).toEqual([
    'id',
    'firstName',
    'lastName',
    'role',
    'email',
    'signIn',
  ])
  const detail = await root.call(api.users.read, { params: { id: rootId } })
  expect(Object.keys(detail).sort()).toEqual([
    'email',
    'firstName',
    'gender',
    'id',
    'lastName',
    'phone',
    'role',
    'signIn',
  ])
})

test('shows managers the last sign-in and the second step of an account', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const readSignIn = async (id: number, client = root) => {
    const listed = (await client.call(api.users.list)).find((user) => user.id === id)?.signIn
    expect((await client.call(api.users.read, { params: { id } })).signIn).toEqual(listed)
    return listed
  }
  expect(await readSignIn(adminId)).toEqual({ last: null, secondStep: false })
  await server.signInWithPassword('admin')
  const firstSignIn = await readSignIn(adminId)
  expect(firstSignIn).toEqual({ last: expect.stringMatching(/^\d{4}-.*Z$/), secondStep: false })
  server.clock.advance(minutes(5))
  await server.signInWithPassword('admin')
  expect(
    Date.parse((await readSignIn(adminId))?.last ?? '') - Date.parse(firstSignIn?.last ?? ''),
  ).toBeGreaterThan(minutes(4))

  await server.signInWithPassword('root')
  expect(await readSignIn(rootId)).toMatchObject({ last: expect.any(String) })
  expect(await readSignIn(rootId, admin)).toBeUndefined()
  await server.inDatabase((db) =>
    db
      .insertInto('authenticator')
      .values({
        user_id: adminId,
        secret: 'x',
        confirmed_at: null,
        last_step: 0,
        failures: 0,
        closed_until: null,
      })
      .execute(),
  )
  expect(await readSignIn(adminId)).toMatchObject({ secondStep: false })
  await server.inDatabase((db) =>
    db
      .updateTable('authenticator')
      .set({ confirmed_at: firstSignIn?.last ?? '' })
      .execute(),
  )
  expect(await readSignIn(adminId, admin)).toMatchObject({ secondStep: true })
})

test('rejects a duplicate address in any case, on create and update', async ({ root }) => {
  const taken = { status: 409, body: { statusCode: 409, message: 'emailexists' } }
  await expect(
    root.call(api.users.create, { body: person({ email: 'ADMIN@Example.org' }) }),
  ).rejects.toMatchObject(taken)

  const { id } = await root.call(api.users.create, { body: person() })
  const update = { ...person({ email: 'Admin@example.org', firstName: 'Eva' }), id }
  await expect(root.call(api.users.update, { body: update })).rejects.toMatchObject(taken)
  expect(await root.call(api.users.read, { params: { id } })).toMatchObject({
    firstName: 'Ada',
    email: 'ada@example.org',
  })
})

test('rejects an address with invisible characters', async ({ root }) => {
  const attempt = root.call(api.users.create, { body: person({ email: 'ada@exa\u200bmple.org' }) })
  await expect(attempt).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { email: expect.stringContaining('invisible character U+200B') } } },
  })
})

test('allows only employees to have no address', async ({ root }) => {
  await root.call(api.users.create, { body: person({ email: '' }) })
  await root.call(api.users.create, { body: person({ email: '' }) })
  await expect(
    root.call(api.users.create, { body: person({ email: '', role: 'admin' }) }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { email: expect.stringContaining('only employees') } } },
  })
})

test('prevents admins from managing or becoming a root', async ({ admin }) => {
  const root = person({ email: 'root@example.org', role: 'root' })
  const attempts = [
    admin.call(api.users.create, { body: person({ role: 'root' }) }),
    admin.call(api.users.update, { body: { ...root, id: rootId } }),
    admin.call(api.users.update, { body: { ...root, role: 'employee', id: rootId } }),
    admin.call(api.users.update, {
      body: { ...person({ email: 'admin@example.org', role: 'root' }), id: adminId },
    }),
    admin.call(api.users.remove, { params: { id: rootId } }),
    admin.call(api.auth.sendPasswordLink, { body: { userId: rootId } }),
  ]
  await Promise.all(
    attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ status: 403 })),
  )
  expect(await admin.call(api.users.read, { params: { id: rootId } })).toMatchObject({
    role: 'root',
    firstName: 'Claire',
  })
})

test('prevents users from deleting themselves, and keeps the last root', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  await expect(root.call(api.users.remove, { params: { id: rootId } })).rejects.toMatchObject({
    status: 403,
  })
  const demoted = { ...person({ email: 'root@example.org', role: 'admin' }), id: rootId }
  await expect(root.call(api.users.update, { body: demoted })).rejects.toMatchObject({
    status: 403,
  })

  await root.call(api.users.create, { body: person({ role: 'root' }) })
  await expect(root.call(api.users.update, { body: demoted })).resolves.toEqual({ ok: true })
})

test('keeps one of two roots who demote each other at the same time', async () => {
  await using server = await startTestServer()
  await using secondServer = await server.another()
  const root = await server.signIn('root')
  for (let round = 0; round < 5; round++) {
    const { id } = await root.call(api.users.create, {
      body: person({ email: `r${round}@example.org`, role: 'root' }),
    })
    const demote = (userId: number, email: string) => ({
      body: { ...person({ email, role: 'employee' }), id: userId },
    })
    const rootOnSecondServer = await secondServer.signIn('root')
    await Promise.allSettled([
      root.call(api.users.update, demote(id, `r${round}@example.org`)),
      rootOnSecondServer.call(api.users.update, demote(rootId, 'root@example.org')),
    ])
    const roots = await server.inDatabase((db) =>
      db.selectFrom('user_account').select('id').where('role', '=', 'root').execute(),
    )
    expect(roots).toHaveLength(1)
    // If the demo's root lost this round, they can't start another.
    if (roots[0]?.id !== rootId) break
  }
})

// PostgreSQL only, because SQLite blocks other writers anyway.
test.runIf(inject('postgresUrl'))(
  'rejects an admin’s change of an account that becomes a root at the same time',
  async () => {
    await using server = await startTestServer()
    const admin = await server.signIn('admin')
    const { id } = await admin.call(api.users.create, { body: person() })
    const change = await server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('user_account').set({ role: 'root' }).where('id', '=', id).execute()
        const sent = admin.send(api.users.update, {
          body: { ...person({ lastName: 'Rossi' }), id },
        })
        const selectWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect
          .poll(async () => (await selectWaiting.execute(tx)).rows.length, { timeout: 20_000 })
          .toBe(1)
        return { sent }
      }),
    )
    expect((await change.sent).status).toBe(403)
    expect(await admin.call(api.users.read, { params: { id } })).toMatchObject({
      role: 'root',
      lastName: 'Muster',
    })
  },
)

test('ends a user’s sessions only when the role changes', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const employee = await server.signIn('employee')
  const detail = (await root.call(api.users.list)).find(
    (user) => user.email === 'employee@example.org',
  )
  const body = { ...person({ email: 'employee@example.org' }), id: detail?.id ?? 0 }

  await root.call(api.users.update, { body: { ...body, phone: '' } })
  await expect(employee.call(api.diagnostics.testLog)).resolves.toEqual({ ok: true })
  await root.call(api.users.update, { body: { ...body, role: 'admin' } })
  await expect(employee.call(api.diagnostics.testLog)).rejects.toMatchObject({
    status: 401,
    body: { message: 'Your role was changed. Please sign in again.', obj: { ended: 'role' } },
  })

  // Sessions that ended otherwise have no such message.
  const signedOut = await server.signIn('employee')
  await signedOut.call(api.auth.signOut)
  const { message, obj } = await signedOut
    .call(api.diagnostics.testLog)
    .catch(({ body: answer }) => answer)
  expect({ message, obj }).toEqual({ message: 'Please sign in.', obj: undefined })
})

test('signs a deleted user out', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  await root.call(api.users.remove, { params: { id: adminId } })
  await expect(admin.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  await expect(server.signInWithPassword('admin')).rejects.toMatchObject({ status: 401 })
  await expect(root.call(api.users.remove, { params: { id: adminId } })).rejects.toMatchObject({
    status: 404,
  })
})

test.for(['0', '-1', '1.5', 'abc', '99999999999', '%00'])(
  'rejects an invalid id (%s) without a server error',
  async (id, { root }) => {
    const response = await root.fetch(`/api/admin/employees/${id}`)
    expect(response.status).toBe(400)
  },
)
