// @module-tag sqlite

import { api, type NewView, type SavedView, viewLimits } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

const newView = (name: string, changes: Partial<NewView> = {}): NewView => ({
  type: 'car',
  name,
  shared: false,
  search: { filter: 'Alfa', 'facet.country': 'Italy|France' },
  ...changes,
})

const addView = (client: Client, ...view: Parameters<typeof newView>) =>
  client.call(api.views.add, { body: newView(...view) })

const addSharedView = (client: Client, name: string) => addView(client, name, { shared: true })

const listNames = async (client: Client) =>
  (await client.call(api.views.list)).map(({ name }) => name)

const saveView = (
  client: Client,
  { id, name, shared, search, version }: SavedView,
  changes: Partial<NewView> = {},
) => client.call(api.views.save, { body: { id, name, shared, search, version, ...changes } })

const removeView = (client: Client, { id }: SavedView) =>
  client.call(api.views.remove, { body: { id } })

const restoreView = (client: Client, { id }: SavedView) =>
  client.call(api.views.restore, { body: { id } })

test.beforeEach(({ server }) => server.inDatabase((db) => db.deleteFrom('saved_view').execute()))

test('lists private views for their owner, shared ones for all, by name', async ({
  employee: clerk,
  admin,
}) => {
  const privateView = await addView(clerk, 'Émaux')
  const artView = { type: 'art', search: { columns: 'name|location' } } as const
  const sharedView = await addView(clerk, 'Zylinder', { ...artView, shared: true })
  await addView(admin, 'émaux')

  expect(privateView).toMatchObject({
    ...newView('Émaux'),
    mine: true,
    mayChange: true,
    version: 1,
  })
  expect(await clerk.call(api.views.list)).toEqual([privateView, sharedView])
  expect(await listNames(admin)).toEqual(['émaux', 'Zylinder'])
  expect((await admin.call(api.views.list))[1]).toEqual({ ...sharedView, mine: false })
})

test('hides private views from managers, who can’t change them either', async ({
  employee: clerk,
  admin,
}) => {
  const privateView = await addView(clerk, 'Émaux')
  for (const attempt of [removeView, restoreView, saveView])
    await expect(attempt(admin, privateView)).rejects.toMatchObject({ status: 404 })
})

test('lets author and managers change a shared view, and only its author unshare it', async ({
  employee: clerk,
  admin,
  root,
}) => {
  const rootsView = await addSharedView(root, 'Rundgang')

  expect(await clerk.call(api.views.list)).toEqual([
    { ...rootsView, mine: false, mayChange: false },
  ])
  const forbidden = { status: 403, body: { message: expect.stringContaining('author') } }
  await expect(saveView(clerk, rootsView, { name: 'x' })).rejects.toMatchObject(forbidden)
  await expect(removeView(clerk, rootsView)).rejects.toMatchObject(forbidden)

  const renamed = await saveView(admin, rootsView, { name: 'Grosser Rundgang' })
  expect(renamed).toMatchObject({
    name: 'Grosser Rundgang',
    version: 2,
    author: rootsView.author,
    mine: false,
  })
  await expect(saveView(admin, renamed, { shared: false })).rejects.toMatchObject({ status: 403 })

  const unshared = await saveView(root, renamed, { shared: false })
  expect(unshared).toMatchObject({ shared: false, version: 3 })
  expect(await listNames(clerk)).toEqual([])
})

test('rejects a save over another user’s change with the current view', async ({ admin, root }) => {
  const outdated = await addSharedView(admin, 'Depot')
  const current = await saveView(root, outdated, { search: { sort: '-year' } })
  await expect(saveView(admin, outdated, { name: 'x' })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { ...current, mine: true } } },
  })
})

test('restores a removed view, unless its name is taken again', async ({
  employee: clerk,
  admin,
}) => {
  const view = await addSharedView(clerk, 'Werkstatt')
  await removeView(admin, view)
  expect(await listNames(clerk)).toEqual([])
  await expect(saveView(clerk, view)).rejects.toMatchObject({ status: 404 })
  expect(await restoreView(admin, view)).toEqual({ ...view, mine: false })

  await removeView(clerk, view)
  await addSharedView(clerk, 'werkstätt')
  await expect(restoreView(clerk, view)).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('already') },
  })
})

test('purges a removed view after thirty days', async () => {
  await using server = await startTestServer({ BACKUP_KEEP: '0' })
  const clerk = await server.signIn('employee')
  const view = await addView(clerk, 'Werkstatt')
  await addView(clerk, 'Depot')
  await removeView(clerk, view)
  server.clock.advance(days(31))
  const clerkLater = await server.signIn('employee')
  await expect(restoreView(clerkLater, view)).rejects.toMatchObject({ status: 404 })
  await server.runDueJobs()
  const rows = await server.inDatabase((db) => db.selectFrom('saved_view').select('name').execute())
  expect(rows).toEqual([{ name: 'Depot' }])
})

test('rejects invalid names and searches with a message that names the field', async ({
  employee: clerk,
}) => {
  for (const [changes, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(viewLimits.name + 1) }, 'name'],
    [{ search: { filter: 'x'.repeat(4_000) } }, 'search'],
    [{ search: { saved: '1' } }, 'search'],
    [{ search: { 'facet.__proto__': 'x' } }, 'search'],
    [{ search: { filter: 7 } }, 'search'],
  ] as const)
    await expect(addView(clerk, 'x', changes as Partial<NewView>)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field) },
    })
})

test('limits the private views of an account, and rejects a name in use', async ({
  employee: clerk,
}) => {
  for (let count = 0; count < viewLimits.own; count++) await addView(clerk, `Ansicht ${count}`)
  await expect(addView(clerk, 'x')).rejects.toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Please remove one') },
  })
  await expect(addView(clerk, 'ANSICHT 1')).rejects.toMatchObject({ status: 409 })
  // Shared views have a limit and names of their own.
  await addSharedView(clerk, 'Ansicht 1')
})

test('limits shared views per account, but not changes of existing ones', async ({
  employee: clerk,
  admin,
}) => {
  const firstShared = await addSharedView(clerk, 'Ansicht 0')
  for (let count = 1; count < viewLimits.sharedByOne; count++)
    await addSharedView(clerk, `Ansicht ${count}`)
  const limitReached = {
    status: 409,
    body: {
      message: expect.stringContaining(
        `One person can share at most ${viewLimits.sharedByOne} views`,
      ),
    },
  }
  await expect(addSharedView(clerk, 'Noch eine')).rejects.toMatchObject(limitReached)
  const privateView = await addView(clerk, 'Noch eine')
  const share = () => saveView(clerk, privateView, { shared: true })
  await expect(share()).rejects.toMatchObject(limitReached)
  await addSharedView(admin, 'Von jemand anderem')

  const renamed = await saveView(clerk, firstShared, { name: 'Umbenannt' })
  await removeView(admin, renamed)
  await share()
  await expect(restoreView(admin, renamed)).rejects.toMatchObject(limitReached)
})

test('keeps the version on a save without a difference', async ({ employee: clerk }) => {
  const view = await addView(clerk, 'Émaux')
  expect(await saveView(clerk, view)).toEqual(view)
})

test('deletes private views with their user, and keeps shared ones', async () => {
  await using server = await startTestServer()
  const [clerk, root] = [await server.signIn('employee'), await server.signIn('root')]
  const sharedView = await addSharedView(clerk, 'Für alle')
  await addView(clerk, 'Nur für mich')
  const users = await root.call(api.users.list)
  const clerkId = users.find(({ email }) => email === 'employee@example.org')?.id ?? 0
  await root.call(api.users.remove, { params: { id: clerkId } })
  expect(await root.call(api.views.list)).toEqual([{ ...sharedView, mine: false }])
  const rows = await server.inDatabase((db) =>
    db.selectFrom('saved_view').select(['name', 'author_id']).execute(),
  )
  expect(rows).toEqual([{ name: 'Für alle', author_id: null }])
})
