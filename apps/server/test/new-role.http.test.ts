// @module-tag sqlite
// @module-tag only-with-all

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type ItemListEntry, type Role } from '@vitrine/contract'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import type { CallError, Client } from './client.ts'
import { type CopiedSources, copySources } from './copied-sources.ts'
import { createDemoDatabase } from './database.ts'
import { listChanges } from './history.ts'
import { createPictureFile } from './media-files.ts'
import { createSessionClient } from './session-row.ts'

const contractFolder = 'packages/contract/src'

/** Adds a role for comments and stocktakes, following the steps in CONTRIBUTING.md. */
async function addVolunteers({ edit }: CopiedSources): Promise<void> {
  const access = `${contractFolder}/access.ts`
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
    const path = `${contractFolder}/calls/${file}.ts`
    await edit(path, /\bstaff\b/g, 'helpers')
  }
  const screens = `${contractFolder}/screens.ts`
  await edit(screens, ' staff }', ' helpers, staff }')
  const inUtilities = "{ in: 'Utilities', for: staff }"
  for (const row of [
    `access: staff,\n    menu: ${inUtilities},\n    tile: ${inUtilities}`,
    `'Stocktake', access: staff, menu: ${inUtilities}`,
    "'Stocktake scan', access: staff",
  ])
    await edit(screens, row, row.replaceAll('staff', 'helpers'))
}

/** Starts the server of the copy with an account of the new role. */
async function startCopy(copy: CopiedSources, dataDir: string) {
  const database = await createDemoDatabase(dataDir)
  const variables = { DATA_DIR: dataDir, PORT: '0', ...database.variables }
  const server = copy.run('main.ts', [], variables)
  onTestFinished(async () => {
    server.child.kill()
    await database[Symbol.asyncDispose]()
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const config = readConfig({ NODE_ENV: 'test', ...variables })
  const root = await createSessionClient(url, config.database).signIn('root')
  const email = 'ada@example.org'
  await root.call(api.users.create, {
    body: {
      email,
      gender: 'female',
      firstName: 'Ada',
      lastName: 'Muster',
      phone: '',
      role: 'volunteer' as Role,
    },
  })
  return { root, volunteer: await root.signIn({ email }) }
}

/** Expects that Home shows volunteers only what they may open. */
async function expectReducedHome(root: Client, volunteer: Client): Promise<void> {
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
}

/** Expects that volunteers see the pictures of public items only, as visitors do. */
async function expectPublicPicturesOnly(
  root: Client,
  volunteer: Client,
  itemId: number,
): Promise<void> {
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  const requestPicture = () =>
    volunteer.send(api.media.image, { params: { id: itemId }, query: {} })
  expect((await requestPicture()).status).toBe(200)
  await root.call(api.inventory.setPublic, { body: { itemId, public: false } })
  expect((await requestPicture()).status).toBe(404)
}

/** Expects that volunteers can comment, assign tasks, see the history and find comments. */
async function expectComments(root: Client, volunteer: Client, item: ItemListEntry): Promise<void> {
  const [assignee] = await volunteer.call(api.tasks.people)
  const { id: commentId } = await volunteer.call(api.comments.add, {
    body: { itemId: item.id, comment: 'Zebra', task: { assigneeId: assignee?.id ?? 0 } },
  })
  await volunteer.call(api.comments.edit, { body: { commentId, comment: 'Zebra, gestreift' } })
  expect(await listChanges(volunteer, 'comment', commentId)).toHaveLength(1)

  const search = (client: Client, query: string) =>
    client.call(api.search.everything, { query: { q: query } })
  expect((await search(root, item.identifier)).item.count).toBe(1)
  expect((await search(volunteer, item.identifier)).item.count).toBe(0)
  expect((await search(volunteer, 'Zebra')).comment.count).toBe(1)
}

async function expectForbiddenCalls(volunteer: Client, itemId: number): Promise<void> {
  const forbidden = { status: 403 } satisfies Partial<CallError>
  await expect(
    volunteer.call(api.inventory.details, { params: { id: itemId } }),
  ).rejects.toMatchObject(forbidden)
  for (const call of [api.stocktake.open, api.media.savePictures])
    await expect(volunteer.call(call, {} as never)).rejects.toMatchObject(forbidden)
  await expect(listChanges(volunteer, 'item', itemId)).rejects.toMatchObject(forbidden)
}

test('gives a new role the rights of its groups after the documented steps', {
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
    new Set([`${contractFolder}/access.test.ts`, 'apps/web/src/app/navigation.test.ts']),
  )

  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'vitrine-volunteers-'))
  const { root, volunteer } = await startCopy(copy, dataDir.path)
  const [item] = await root.call(api.inventory.cars)
  if (!item) throw new Error('the demo has no cars')
  await expectReducedHome(root, volunteer)
  await expectPublicPicturesOnly(root, volunteer, item.id)
  await expectComments(root, volunteer, item)
  await volunteer.call(api.stocktake.list)
  await expectForbiddenCalls(volunteer, item.id)
})
