// @module-tag sqlite
// @module-tag only-with-all

import { api } from '@vitrine/contract'
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '../../src/base/clock.ts'
import { type Client, demoPassword } from '../client.ts'
import { listChanges } from '../history.ts'
import { addItem } from '../inventory.ts'
import { startTestServer } from '../server.ts'
import { expectCheckPasses } from './check-database.ts'

const wrongCredentials = { email: 'employee@example.org', password: 'wrong' }
const credentials = { ...wrongCredentials, password: demoPassword }

const signIn = async (client: Client, body: typeof credentials): Promise<number> =>
  (await client.send(api.auth.signIn, { body })).status

/** Fails to sign in until the limit of attempts is reached. */
async function exhaustAttempts(client: Client): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++)
    expect(await signIn(client, wrongCredentials)).toBe(401)
  expect(await signIn(client, wrongCredentials)).toBe(429)
}

describe('if the clock is set back', { timeout: 60_000 }, () => {
  const steps = [hours(1), hours(30), hours(24 * 40)]

  test('keeps sessions, ids and the order of the history', async () => {
    await using server = await startTestServer()
    const root = await server.signIn('root')
    const itemId = await addItem(root)
    const ids = [itemId]
    const artists: string[] = []
    const saveArtist = async (artist: string) => {
      await root.call(api.inventory.saveTags, { body: { itemId, tags: { artist } } })
      artists.push(artist)
    }
    for (const step of steps) {
      await saveArtist(`before ${step}`)
      const comment = { itemId, comment: `${step}` }
      const { id: commentId } = await root.call(api.comments.add, { body: comment })
      await root.call(api.comments.remove, { body: { commentId } })
      server.clock.advance(-step)
      await root.call(api.comments.restore, { body: { commentId } })
      await saveArtist(`after ${step}`)
      ids.push(await addItem(root))
    }

    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    const history = await listChanges(root, 'item', itemId)
    const recordedArtists = history
      .flatMap(({ fields }) => fields)
      .filter(({ field }) => field === 'Artist')
      .map(({ after }) => after)
    expect(recordedArtists).toEqual(artists.toReversed())
    await expectCheckPasses(server.variables, 'after the clock was set back')
  })

  test('locks no account by failed attempts dated in the future, but limits new ones', async () => {
    await using server = await startTestServer()
    for (const [index, step] of steps.entries()) {
      const stranger = server.from(`198.51.100.${index}`)
      await exhaustAttempts(stranger)
      server.clock.advance(-step)
      expect(await signIn(stranger, credentials)).toBe(200)
      await exhaustAttempts(stranger)
      // Longer than failed attempts count.
      server.clock.advance(minutes(2))
    }
  })
})
