import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import { cachePerRevision } from './per-revision.ts'

interface PendingBuild {
  readonly key: string
  /** The value that was cached before. */
  readonly earlier: string | undefined
  finish(text: string): void
  fail(): void
}

/**
 * Creates a cache of texts that depend on the revision of cars. The test finishes their builds, and
 * changes revisions through a second connection.
 */
async function createTextCache(
  limits: { max: number } | { sizeOf: (text: string) => number } = { max: 10 },
) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-per-revision-'))
  const connect = () =>
    openDatabase(
      { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') },
      createLogger('silent'),
    )
  const db = connect()
  const otherProcess = connect()
  await migrate(db)
  const builds: PendingBuild[] = []
  const getText = cachePerRevision<string>({ db, revisionNames: ['car'], ...limits })
  /** Waits until a request has read the revision, or a finished build was stored. */
  const settle = () => wait(5)
  return {
    builds,
    settle,
    /** Requests a text and waits until its build has begun, if it needs one. */
    async request(key = 'page') {
      const text = getText(key, (_revision, earlier) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        builds.push({ key, earlier, finish: resolve, fail: () => reject(new Error('no luck')) })
        return promise
      })
      await settle()
      return { text }
    },
    /** Requests a text whose build finishes at once. */
    async build(key: string): Promise<void> {
      const { text } = await this.request(key)
      builds.at(-1)?.finish(`text of ${key}`)
      await text
    },
    async changeRevision(name: 'car' | 'art') {
      const value = `${name} ${Math.random()}`
      await otherProcess.updateTable('revision').set({ value }).where('name', '=', name).execute()
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await otherProcess.destroy()
      await folder.remove()
    },
  }
}

test('builds a value once for concurrent callers, and again after a change elsewhere', async () => {
  await using cache = await createTextCache()
  const requests = [await cache.request(), await cache.request(), await cache.request()]
  cache.builds[0]?.finish('first')
  expect(await Promise.all(requests.map(({ text }) => text))).toEqual(['first', 'first', 'first'])

  // The text does not depend on this revision.
  await cache.changeRevision('art')
  expect(await (await cache.request()).text).toBe('first')
  expect(cache.builds).toHaveLength(1)

  await cache.changeRevision('car')
  const { text } = await cache.request()
  cache.builds[1]?.finish('second')
  expect(await text).toBe('second')
})

test('builds anew for callers who ask after a change, even while an older build runs', async () => {
  await using cache = await createTextCache()
  const before = await cache.request()
  await cache.changeRevision('car')
  const after = [await cache.request(), await cache.request()]
  expect(cache.builds).toHaveLength(1)
  cache.builds[0]?.finish('first')
  expect(await before.text).toBe('first')

  await cache.settle()
  await cache.changeRevision('car')
  cache.builds[1]?.finish('second')
  // The revision changed again meanwhile: the value is not the newest, but includes every change
  // made before it was requested.
  expect(await Promise.all(after.map(({ text }) => text))).toEqual(['second', 'second'])
  expect(cache.builds).toHaveLength(2)
})

test('rejects the callers of a failed build, and does not cache the failure', async () => {
  await using cache = await createTextCache()
  const { text: failing } = await cache.request()
  await cache.changeRevision('car')
  const { text: waiting } = await cache.request()
  cache.builds[0]?.fail()
  await expect(failing).rejects.toThrow('no luck')
  await cache.settle()
  cache.builds[1]?.finish('second')
  expect(await waiting).toBe('second')
})

test('passes the earlier value to a build, and evicts the least recently used keys', async () => {
  await using cache = await createTextCache({ max: 2 })
  for (const key of ['evicted', 'kept', 'newest']) await cache.build(key)
  await cache.changeRevision('car')
  for (const key of ['newest', 'evicted']) await cache.build(key)
  expect(cache.builds.slice(-2)).toMatchObject([
    { key: 'newest', earlier: 'text of newest' },
    { key: 'evicted', earlier: undefined },
  ])
})

test('shares one budget of bytes among caches', async () => {
  // The budget of 32 MB has room for two such texts.
  const sizeOf = () => 12 * 1024 * 1024
  await using cache = await createTextCache({ sizeOf })
  await using otherCache = await createTextCache({ sizeOf })
  await cache.build('oldest')
  await otherCache.build('older')
  await otherCache.build('newest')

  // Still cached: it is not built again.
  await otherCache.request('newest')
  expect(otherCache.builds).toHaveLength(2)
  await cache.request('oldest')
  expect(cache.builds.map(({ key }) => key)).toEqual(['oldest', 'oldest'])
})
