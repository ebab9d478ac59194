// @module-tag sqlite
// @module-tag only-with-all

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { hours } from '../../src/base/clock.ts'
import { Client } from '../client.ts'
import { listChanges } from '../history.ts'
import { addItem } from '../inventory.ts'
import { startTestServer } from '../server.ts'
import { expectCheckPasses } from './check-database.ts'

const wrongCredentials = { email: 'employee@example.org', password: 'wrong' }

test('keeps sessions, ids, the order of the history and accounts if the clock is set back', {
  timeout: 60_000,
}, async () => {
  await using server = await startTestServer()
  const signIn = async (client: Client, body: typeof wrongCredentials) =>
    (await client.send(api.auth.signIn, { body })).status
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const ids = [itemId]
  const notes: string[] = []

  for (const backMs of [hours(1), hours(30), hours(24 * 40)]) {
    const name = `before ${backMs}`
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { artist: name } } })
    notes.push(name)
    const { id: commentId } = await root.call(api.comments.add, { body: { itemId, comment: name } })
    await root.call(api.comments.remove, { body: { commentId } })
    const stranger = new Client(server.url, { address: `198.51.100.${ids.length}` })
    for (let count = 0; count < 5; count++)
      expect(await signIn(stranger, wrongCredentials)).toBe(401)
    expect(await signIn(stranger, wrongCredentials)).toBe(429)

    server.clock.advance(-backMs)
    // Sessions remain valid for reading and writing.
    const after = `after ${backMs}`
    await root.call(api.comments.restore, { body: { commentId } })
    await root.call(api.inventory.saveTags, { body: { itemId, tags: { artist: after } } })
    notes.push(after)
    ids.push(await addItem(root))
    // Failed attempts dated in the future lock no account, but the limit still applies.
    expect(await signIn(stranger, { ...wrongCredentials, password: 'vitrine-demo' })).toBe(200)
    for (let count = 0; count < 5; count++)
      expect(await signIn(stranger, wrongCredentials)).toBe(401)
    expect(await signIn(stranger, wrongCredentials)).toBe(429)
    server.clock.advance(120_000)
  }

  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(new Set(ids).size).toBe(ids.length)
  const history = await listChanges(root, 'item', itemId)
  const artists = history.flatMap(({ fields }) =>
    fields.filter(({ field }) => field === 'Artist').map(({ after }) => after),
  )
  expect(artists).toEqual(notes.toReversed())
  await expectCheckPasses(server.variables, 'after the clock was set back')
})
