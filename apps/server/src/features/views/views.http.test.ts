// @module-tag sqlite

import { api, type NewView, type SavedView, viewLimits } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { startTestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

const view = (name: string, more: Partial<NewView> = {}): NewView => ({
  ...{
    type: 'car',
    name,
    shared: false,
    search: { filter: 'Alfa', 'facet.country': 'Italy|France' },
  },
  ...more,
})
const add = (client: Client, ...args: Parameters<typeof view>) =>
  client.call(api.views.add, { body: view(...args) })
const names = async (client: Client) => (await client.call(api.views.list)).map(({ name }) => name)
const toChange = ({ id, name, shared, search, version }: SavedView) => ({
  id,
  name,
  shared,
  search,
  version,
})

test('lists private views for their owner, shared ones for all, by name', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const own = await add(clerk, 'Émaux')
  const shared = await add(clerk, 'Zylinder', {
    shared: true,
    type: 'art',
    search: { columns: 'name|location' },
  })
  await add(admin, 'émaux')
  expect(own).toMatchObject({ ...view('Émaux'), mine: true, mayChange: true, version: 1 })
  expect(await clerk.call(api.views.list)).toEqual([own, shared])
  expect(await names(admin)).toEqual(['émaux', 'Zylinder'])
  expect((await admin.call(api.views.list))[1]).toEqual({ ...shared, mine: false })
  for (const call of [api.views.remove, api.views.restore])
    await expect(admin.call(call, { body: { id: own.id } })).rejects.toMatchObject({ status: 404 })
  await expect(admin.call(api.views.save, { body: toChange(own) })).rejects.toMatchObject({
    status: 404,
  })
})

test('lets author and managers change a shared view, and only its author unshare it', async () => {
  await using server = await startTestServer()
  const [clerk, admin, root] = [
    await server.signIn('employee'),
    await server.signIn('admin'),
    await server.signIn('root'),
  ]
  const ofRoot = await add(root, 'Rundgang', { shared: true })
  expect(await clerk.call(api.views.list)).toEqual([{ ...ofRoot, mine: false, mayChange: false }])
  const refused = { status: 403, body: { message: expect.stringContaining('author') } }
  const renaming = clerk.call(api.views.save, { body: { ...toChange(ofRoot), name: 'x' } })
  await expect(renaming).rejects.toMatchObject(refused)
  await expect(clerk.call(api.views.remove, { body: { id: ofRoot.id } })).rejects.toMatchObject(
    refused,
  )
  const renamed = await admin.call(api.views.save, {
    body: { ...toChange(ofRoot), name: 'Grosser Rundgang' },
  })
  expect(renamed).toMatchObject({
    name: 'Grosser Rundgang',
    version: 2,
    author: ofRoot.author,
    mine: false,
  })
  await expect(
    admin.call(api.views.save, { body: { ...toChange(renamed), shared: false } }),
  ).rejects.toMatchObject({
    status: 403,
  })
  const back = await root.call(api.views.save, { body: { ...toChange(renamed), shared: false } })
  expect(back).toMatchObject({ shared: false, version: 3 })
  expect(await names(clerk)).toEqual([])
})

test('rejects a save over another user’s change with the current view', async () => {
  await using server = await startTestServer()
  const [admin, root] = [await server.signIn('admin'), await server.signIn('root')]
  const first = await add(admin, 'Depot', { shared: true })
  const second = await root.call(api.views.save, {
    body: { ...toChange(first), search: { sort: '-year' } },
  })
  await expect(
    admin.call(api.views.save, { body: { ...toChange(first), name: 'x' } }),
  ).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { ...second, mine: true } } },
  })
})

test('restores a removed view within thirty days', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const mine = await add(clerk, 'Werkstatt', { shared: true })
  await admin.call(api.views.remove, { body: { id: mine.id } })
  expect(await names(clerk)).toEqual([])
  await expect(clerk.call(api.views.save, { body: toChange(mine) })).rejects.toMatchObject({
    status: 404,
  })
  expect(await admin.call(api.views.restore, { body: { id: mine.id } })).toEqual({
    ...mine,
    mine: false,
  })
  await clerk.call(api.views.remove, { body: { id: mine.id } })
  await add(clerk, 'werkstätt', { shared: true })
  await expect(clerk.call(api.views.restore, { body: { id: mine.id } })).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('already') },
  })
  server.clock.advance(days(31))
  const later = await server.signIn('employee')
  await expect(later.call(api.views.restore, { body: { id: mine.id } })).rejects.toMatchObject({
    status: 404,
  })
  await server.runDueJobs()
  expect(
    await server.inDatabase((db) => db.selectFrom('saved_view').select('name').execute()),
  ).toEqual([{ name: 'werkstätt' }])
})

test('limits names, numbers and sizes with a sentence each', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const refused = (more: object) =>
    expect(clerk.call(api.views.add, { body: { ...view('x'), ...more } as NewView })).rejects
  for (const [more, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ search: { filter: 'x'.repeat(4_000) } }, 'search'],
    [{ search: { saved: '1' } }, 'search'],
    [{ search: { 'facet.__proto__': 'x' } }, 'search'],
    [{ search: { filter: 7 } }, 'search'],
  ] as const)
    await refused(more).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field) },
    })
  for (let count = 0; count < viewLimits.own; count++) await add(clerk, `Ansicht ${count}`)
  await refused({}).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please remove one') },
  })
  await refused({ name: 'ANSICHT 1' }).toMatchObject({ status: 409 })
  await add(clerk, 'Ansicht 1', { shared: true })
})

test('limits shared views per account, but not changes of existing ones', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const shared = await add(clerk, 'Ansicht 0', { shared: true })
  for (let count = 1; count < viewLimits.sharedByOne; count++)
    await add(clerk, `Ansicht ${count}`, { shared: true })
  const full = {
    status: 409,
    body: { message: expect.stringContaining('One person can share at most 20 views') },
  }
  await expect(add(clerk, 'Noch eine', { shared: true })).rejects.toMatchObject(full)
  const own = await add(clerk, 'Noch eine')
  const share = () => clerk.call(api.views.save, { body: { ...toChange(own), shared: true } })
  await expect(share()).rejects.toMatchObject(full)
  await add(admin, 'Von jemand anderem', { shared: true })

  const changed = await clerk.call(api.views.save, {
    body: { ...toChange(shared), name: 'Umbenannt' },
  })
  await admin.call(api.views.remove, { body: { id: changed.id } })
  await share()
  await expect(admin.call(api.views.restore, { body: { id: changed.id } })).rejects.toMatchObject(
    full,
  )
})

test('keeps the version on a save without a difference', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const saved = await add(clerk, 'Émaux')
  expect(await clerk.call(api.views.save, { body: toChange(saved) })).toEqual(saved)
})

test('deletes private views with their user, and keeps shared ones', async () => {
  await using server = await startTestServer()
  const [clerk, root] = [await server.signIn('employee'), await server.signIn('root')]
  const shared = await add(clerk, 'Für alle', { shared: true })
  await add(clerk, 'Nur für mich')
  const people = await root.call(api.users.list)
  const id = people.find(({ email }) => email === 'employee@example.org')?.id ?? 0
  await root.call(api.users.remove, { params: { id } })
  expect(await root.call(api.views.list)).toEqual([{ ...shared, mine: false }])
  const rows = await server.inDatabase((db) =>
    db.selectFrom('saved_view').select(['name', 'author_id']).execute(),
  )
  expect(rows).toEqual([{ name: 'Für alle', author_id: null }])
})
