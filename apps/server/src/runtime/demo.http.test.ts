// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { createDataFolder, sourceFolder, spawnProgram } from '../../test/process.ts'
import { startTestServer } from '../../test/server.ts'

test('seeds cars from 1 and artworks from 101, with known attributes', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const cars = await clerk.call(api.inventory.cars)
  const art = await clerk.call(api.inventory.art)
  expect(cars.map(({ id }) => id)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1))
  expect(art.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => index + 101))

  for (const [items, definitions] of [
    [cars, await clerk.call(api.inventory.carTags)],
    [art, await clerk.call(api.inventory.artTags)],
  ] as const) {
    const knownKeys = definitions.map(({ tag_key }) => tag_key)
    for (const { id } of items) {
      const { tags } = await clerk.call(api.inventory.details, { params: { id } })
      expect(knownKeys).toEqual(expect.arrayContaining(Object.keys(tags)))
    }
  }
})

test('seeds comments by several people, with repeated texts, none in the future', async () => {
  await using server = await startTestServer()
  const comments = await (await server.signIn('employee')).call(api.comments.all)
  expect(comments.length).toBeGreaterThanOrEqual(40)
  expect(new Set(comments.map(({ first_name }) => first_name)).size).toBe(7)
  expect(comments.filter(({ comment }) => comment === 'À vérifier').length).toBeGreaterThan(1)
  expect(comments.every(({ created }) => created < server.clock.now().toISOString())).toBe(true)
})

test('seeds eight condition checks of five items, the latest of which counts', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const counts: number[] = []
  for (const item of [
    ...(await clerk.call(api.inventory.cars)),
    ...(await clerk.call(api.inventory.art)),
  ]) {
    const { checks } = await clerk.call(api.conditions.ofItem, { params: { id: item.id } })
    if (checks.length > 0) counts.push(checks.length)
  }
  expect(counts).toEqual([1, 3, 1, 1, 2])
  const { gaps } = await clerk.call(api.home.read)
  expect(gaps.filter(({ rule }) => rule === 'condition')).toEqual([
    { rule: 'condition', type: 'art', count: 1 },
  ])
})

test('serves the picture and recording of the first page after the very first start', {
  tags: ['only-with-all'],
}, async () => {
  await using here = await createDataFolder()
  const server = spawnProgram('main.ts', [], { ...here.variables, SEED: 'demo' })
  try {
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    const page = await (await fetch(`${url}/art/1`)).text()
    const addresses = new Set(page.match(/\/api\/(?:image|recording)\/[^"\s]+/g))
    expect([...addresses].map((address) => address.split('?')[0]).sort()).toEqual([
      '/api/image/101',
      '/api/image/medium/101',
      '/api/image/thumbnail/101',
      // Thumbnails of its neighbours, and of other works by its artist.
      '/api/image/thumbnail/102',
      '/api/image/thumbnail/103',
      '/api/image/thumbnail/104',
      '/api/recording/101',
    ])
    for (const address of addresses) {
      const answer = await fetch(url + address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^(?:image|audio)\//),
      ])
      expect((await answer.bytes()).length).toBeGreaterThan(2_000)
    }
    const staff = await new Client(url).signIn('employee')
    expect((await staff.call(api.inventory.cars)).filter(({ picture }) => !picture)).toEqual([])
    expect((await staff.call(api.inventory.art)).filter(({ picture }) => !picture)).toEqual([])
    expect(await staff.call(api.inventory.details, { params: { id: 101 } })).toMatchObject({
      version: 1,
      picture: { width: 1600 },
      recording: { fileName: 'lg-001.mp3' },
    })
  } finally {
    server.child.kill('SIGKILL')
    await server.waitForExit()
  }
})

test('explains in a sentence that an installation has no demo', {
  tags: ['only-with-all'],
}, async () => {
  await using here = await createDataFolder()
  // Simulates the production image, which lacks the package.
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => next(name === '@vitrine/demo' ? '@vitrine/nowhere' : name, context) })`
  const without = {
    ...here.variables,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  }
  const runFrom = (file: 'main.ts' | 'cli.ts', args: string[], more = {}) =>
    spawnProgram(file, args, { ...without, ...more }, { folder: sourceFolder })
  for (const refusing of [runFrom('main.ts', []), runFrom('cli.ts', ['seed', 'demo'])]) {
    expect(await refusing.waitForExit()).toBe(1)
    expect(refusing.output()).toBe(
      'The demo is not part of this installation. Set SEED=none to start with an empty database, or run Vitrine from its sources.\n',
    )
  }
  const empty = runFrom('main.ts', [], { SEED: 'none' })
  await empty.waitForOutput(/serves at (\S+)/)
  empty.child.kill('SIGTERM')
  expect(await empty.waitForExit()).toBe(0)
})
