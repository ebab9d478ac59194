// @module-tag sqlite
// @module-tag only-with-all

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Role } from '@vitrine/contract'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import type { CallError, Client } from './client.ts'
import { type CopiedSources, copySources } from './copied-sources.ts'
import { createDemoDatabase } from './database.ts'
import { createPictureFile } from './media-files.ts'
import { createSessionClient } from './session-row.ts'

const contract = 'packages/contract/src'

/** Adds a role for comments and stocktakes, following the steps in CONTRIBUTING.md. */
async function addVolunteers({ edit }: CopiedSources): Promise<void> {
  const access = `${contract}/access.ts`
  await edit(access, "'employee'] as const", "'employee', 'volunteer'] as const")
  await edit(
    access,
    "employee: 'Employee',\n",
    "employee: 'Employee',\n  volunteer: 'Volunteer',\n",
  )
  await edit(access, "type RoleGroup = 'signedIn' |", "type RoleGroup = 'signedIn' | 'helpers' |")
  await edit(access, /(?<=: \['signedIn', )(?=')/g, "'helpers', ")
  await edit(access, /(?<=employee: \[.*\n)/, "  volunteer: ['signedIn', 'helpers'],\n")
  await edit(
    access,
    'export const staff =',
    "export const helpers = rolesInGroup('helpers')\nexport const staff =",
  )
  for (const file of ['comments', 'history', 'stocktake']) {
    const path = `${contract}/calls/${file}.ts`
    await edit(path, /\bstaff\b/g, 'helpers')
  }
  const screens = `${contract}/screens.ts`
  await edit(screens, ' staff }', ' helpers, staff }')
  const inUtilities = "{ in: 'Utilities', for: staff }"
  for (const row of [
    `access: staff,\n    menu: ${inUtilities},\n    tile: ${inUtilities}`,
    `'Stocktake', access: staff, menu: ${inUtilities}`,
    "'Stocktake scan', access: staff",
  ])
    await edit(screens, row, row.replaceAll('staff', 'helpers'))
}

test('a new role may do what its groups name, after the documented steps', {
  timeout: 600_000,
}, async () => {
  await using copy = await copySources([
    'packages/spelling/dist',
    'packages/pages/dist',
    'apps/web/dist',
  ])
  await addVolunteers(copy)
  const messages = (await Promise.all([copy.compile('.'), copy.compile('apps/web')])).flat()
  expect(new Set(messages.map(({ file }) => file))).toEqual(
    new Set([`${contract}/access.test.ts`, 'apps/web/src/app/navigation.test.ts']),
  )

  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'vitrine-volunteers-'))
  await using database = await createDemoDatabase(dataDir.path)
  const variables = { DATA_DIR: dataDir.path, PORT: '0', ...database.variables }
  const server = copy.run('main.ts', [], variables)
  onTestFinished(() => void server.child.kill())
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const config = readConfig({ NODE_ENV: 'test', ...variables })
  const root = await createSessionClient(url, config.database).signIn('root')
  const email = 'ada@example.org'
  const person = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: 'Muster',
    phone: '',
  } as const
  await root.call(api.users.create, { body: { ...person, role: 'volunteer' as Role } })
  const volunteer = await root.signIn({ email })
  const refusal = { status: 403 } satisfies Partial<CallError>

  // With the demo, no part of Home is empty for root.
  const fullHome = await root.call(api.home.read)
  expect(fullHome).not.toMatchObject({ gaps: [] })
  expect(fullHome).not.toMatchObject({ events: [] })
  const home = await volunteer.call(api.home.read)
  expect(home).toMatchObject({ gaps: [], events: [], expectedBack: 0, unansweredQuestions: 0 })
  expect(home.openForAll).toBe(fullHome.openForAll)
  expect(new Set(home.changes.map(({ did }) => did.replace(/ on .*/, '')))).toEqual(
    new Set(['commented']),
  )

  const [item] = await root.call(api.inventory.cars)
  const itemId = item?.id ?? 0
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const picture = () => volunteer.send(api.media.image, { params: { id: itemId }, query: {} })
  expect((await picture()).status).toBe(200)
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await picture()).status).toBe(404)

  const [assignee] = await volunteer.call(api.tasks.people)
  const task = { assigneeId: assignee?.id ?? 0 }
  const { id: commentId } = await volunteer.call(api.comments.add, {
    body: { itemId, comment: 'Zebra', task },
  })
  await volunteer.call(api.comments.edit, { body: { commentId, comment: 'Zebra, gestreift' } })
  const { changes } = await volunteer.call(api.history.of, {
    params: { subject: 'comment', id: commentId },
    query: {},
  })
  expect(changes).toHaveLength(1)
  const search = (client: Client, q: string) => client.call(api.search.everything, { query: { q } })
  expect((await search(root, item?.identifier ?? '')).item.count).toBe(1)
  expect((await search(volunteer, item?.identifier ?? '')).item.count).toBe(0)
  expect((await search(volunteer, 'Zebra')).comment.count).toBe(1)
  await volunteer.call(api.stocktake.list)

  await expect(
    volunteer.call(api.inventory.details, { params: { id: itemId } }),
  ).rejects.toMatchObject(refusal)
  for (const call of [api.stocktake.open, api.media.savePictures])
    await expect(volunteer.call(call, {} as never)).rejects.toMatchObject(refusal)
  await expect(
    volunteer.call(api.history.of, { params: { subject: 'item', id: itemId }, query: {} }),
  ).rejects.toMatchObject(refusal)
})
