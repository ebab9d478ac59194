// @module-tag sqlite

import { StatementSync } from 'node:sqlite'
import { api, toPublicNumber } from '@vitrine/contract'
import { expect, vi } from 'vitest'
import { addItem } from './inventory.ts'
import { createPictureFile } from './media-files.ts'
import { test } from './server.ts'

/**
 * Counts the statements on SQLite, except the check for a newer schema, which runs once a second.
 */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const runs = (['all', 'get', 'run', 'iterate'] as const).map((name) =>
    vi.spyOn(StatementSync.prototype, name),
  )
  try {
    await work()
    const statements = runs.flatMap(({ mock }) => mock.contexts as StatementSync[])
    return statements.filter(({ sourceSQL }) => !sourceSQL.includes('kysely_migration')).length
  } finally {
    for (const run of runs) run.mockRestore()
  }
}

test('checks only the session and the revisions for a repeated request', async ({
  server,
  root,
  employee,
}) => {
  const itemId = await addItem(root, {
    identifier: 'ST-1',
    name: 'Bateaux',
    description: 'Au lac.',
  })
  const { picture } = await root.call(api.media.uploadImage, {
    body: { itemId },
    file: await createPictureFile(),
  })
  const number = toPublicNumber('art', itemId)
  const requests: Record<string, [statements: number, send: () => Promise<Response>]> = {
    'public page': [1, () => server.fetch(`/art/${number}`)],
    'start page': [1, () => server.fetch('/grange')],
    events: [1, () => server.fetch('/save-the-date')],
    thumbnail: [1, () => server.fetch(`/api/image/thumbnail/${itemId}?v=${picture.name}`)],
    picture: [1, () => server.fetch(`/api/image/${itemId}`)],
    manifest: [1, () => server.fetch(`/iiif/manifest/art/${number}`)],
    item: [2, () => employee.fetch(`/api/inventory/details/${itemId}`)],
    list: [2, () => employee.fetch('/api/inventory/art')],
    journal: [2, () => root.fetch('/api/journal')],
    'Home of an employee': [2, () => employee.fetch('/api/home')],
    'Home of root': [5, () => root.fetch('/api/home')],
  }
  for (const [title, [expectedCount, send]] of Object.entries(requests)) {
    expect((await send()).status, title).toBe(200)
    const count = await countStatements(async () => (await send()).arrayBuffer())
    expect(count, title).toBe(expectedCount)
  }
})
