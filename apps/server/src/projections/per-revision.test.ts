import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import { cachePerRevision } from './per-revision.ts'

/**
 * A cache of texts that the test completes one by one, and a second connection that changes
 * revisions.
 */
async function startWorld(
  limit: { max: number } | { sizeOf: (text: string) => number } = { max: 10 },
) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-per-revision-'))
  const open = () =>
    openDatabase(
      { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') },
      createLogger('silent'),
    )
  const [db, elsewhere] = [open(), open()]
  await migrate(db)
  const builds: {
    key: string
    earlier: string | undefined
    finish(text: string): void
    fail(): void
  }[] = []
  const cached = cachePerRevision<string>({ db, revisionNames: ['car'], ...limit })
  const settled = () => wait(5)
  return {
    builds,
    async ask(key = 'page') {
      const answer = cached(key, (_, earlier) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        builds.push({ key, earlier, finish: resolve, fail: () => reject(new Error('no luck')) })
        return promise
      })
      await settled()
      return { answer }
    },
    async change(name: 'car' | 'art' = 'car') {
      const value = `${name} ${Math.random()}`
      await elsewhere.updateTable('revision').set({ value }).where('name', '=', name).execute()
    },
    settled,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await elsewhere.destroy()
      await folder.remove()
    },
  }
}

test('builds a value once for concurrent callers, and again after a change elsewhere', async () => {
  await using world = await startWorld()
  const requests = [await world.ask(), await world.ask(), await world.ask()]
  world.builds[0]?.finish('a')
  expect(await Promise.all(requests.map(({ answer }) => answer))).toEqual(['a', 'a', 'a'])
  await world.change('art')
  expect(await (await world.ask()).answer).toBe('a')
  expect(world.builds).toHaveLength(1)
  await world.change()
  const { answer } = await world.ask()
  world.builds[1]?.finish('b')
  expect(await answer).toBe('b')
})

test('never returns a value to a caller whose build began before a change it saw', async () => {
  await using world = await startWorld()
  const before = await world.ask()
  await world.change()
  const after = [await world.ask(), await world.ask()]
  expect(world.builds).toHaveLength(1)
  world.builds[0]?.finish('a')
  expect(await before.answer).toBe('a')
  await world.settled()
  await world.change()
  world.builds[1]?.finish('b')
  // The revision changed again meanwhile: the value is not the newest, but includes every change
  // made before it was asked for.
  expect(await Promise.all(after.map(({ answer }) => answer))).toEqual(['b', 'b'])
  expect(world.builds).toHaveLength(2)
})

test('rejects the callers of a failed build, and does not cache the failure', async () => {
  await using world = await startWorld()
  const { answer: unlucky } = await world.ask()
  await world.change()
  const { answer: patient } = await world.ask()
  world.builds[0]?.fail()
  await expect(unlucky).rejects.toThrow('no luck')
  await world.settled()
  world.builds[1]?.finish('a')
  expect(await patient).toBe('a')
})

test('passes the earlier value to a build, and evicts the least recently used keys', async () => {
  await using world = await startWorld({ max: 2 })
  for (const key of ['one', 'two', 'three']) {
    const { answer } = await world.ask(key)
    world.builds.at(-1)?.finish(key)
    await answer
  }
  await world.change()
  for (const key of ['three', 'one']) {
    const { answer } = await world.ask(key)
    world.builds.at(-1)?.finish(key)
    await answer
  }
  expect(world.builds.slice(3)).toMatchObject([
    { key: 'three', earlier: 'three' },
    { key: 'one', earlier: undefined },
  ])
})

test('shares one budget among caches that count bytes', async () => {
  const sizeOf = () => 12 * 1024 * 1024
  await using world = await startWorld({ sizeOf })
  await using other = await startWorld({ sizeOf })
  for (const [index, { ask, builds }] of [world, other, other].entries()) {
    const { answer } = await ask(`page ${index}`)
    builds.at(-1)?.finish('a')
    await answer
  }
  await other.ask('page 2')
  expect(other.builds).toHaveLength(2)
  await world.ask('page 0')
  expect(world.builds).toHaveLength(2)
})
