// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import { Client } from '../../test/client.ts'
import { createDataFolder, sourceFolder, spawnProgram } from '../../test/process.ts'
import { test } from '../../test/server.ts'

const carIds = Array.from({ length: 48 }, (_, index) => 1 + index)
const artIds = Array.from({ length: 60 }, (_, index) => 101 + index)
const userCount = 7

test('seeds cars from 1 and artworks from 101, with known attributes', async ({ employee }) => {
  const cars = await employee.call(api.inventory.cars)
  const art = await employee.call(api.inventory.art)
  expect(cars.map(({ id }) => id)).toEqual(carIds)
  expect(art.map(({ id }) => id)).toEqual(artIds)

  for (const [items, definitions] of [
    [cars, await employee.call(api.inventory.carTags)],
    [art, await employee.call(api.inventory.artTags)],
  ] as const) {
    const knownKeys = definitions.map(({ tag_key }) => tag_key)
    for (const { id } of items) {
      const { tags } = await employee.call(api.inventory.details, { params: { id } })
      expect(knownKeys).toEqual(expect.arrayContaining(Object.keys(tags)))
    }
  }
})

test('seeds comments of all users, with repeated texts, none in the future', async ({
  employee,
  server,
}) => {
  const comments = await employee.call(api.comments.all)
  expect(comments.length).toBeGreaterThanOrEqual(40)
  expect(new Set(comments.map(({ first_name }) => first_name)).size).toBe(userCount)
  expect(comments.filter(({ comment }) => comment === 'À vérifier').length).toBeGreaterThan(1)
  const now = server.clock.now().toISOString()
  expect(comments.filter(({ created }) => created >= now)).toEqual([])
})

test('seeds eight condition checks of five items, the latest of which counts', async ({
  employee,
}) => {
  const checkCounts: number[] = []
  for (const id of [...carIds, ...artIds]) {
    const { checks } = await employee.call(api.conditions.ofItem, { params: { id } })
    if (checks.length > 0) checkCounts.push(checks.length)
  }
  expect(checkCounts).toEqual([1, 3, 1, 1, 2])
  const { gaps } = await employee.call(api.home.read)
  expect(gaps.filter(({ rule }) => rule === 'condition')).toEqual([
    { rule: 'condition', type: 'art', count: 1 },
  ])
})

test('serves the picture and recording of the first page after the very first start', {
  tags: ['only-with-all'],
}, async () => {
  await using dataFolder = await createDataFolder()
  const server = spawnProgram('main.ts', [], { ...dataFolder.variables, SEED: 'demo' })
  try {
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    // Page 1 shows the first artwork, whose id is 101.
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
  await using dataFolder = await createDataFolder()
  // Simulates the production image, which lacks the package.
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => next(name === '@vitrine/demo' ? '@vitrine/nowhere' : name, context) })`
  const variables = {
    ...dataFolder.variables,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  }
  const start = (file: 'main.ts' | 'cli.ts', args: string[], more = {}) =>
    spawnProgram(file, args, { ...variables, ...more }, { folder: sourceFolder })
  for (const program of [start('main.ts', []), start('cli.ts', ['seed', 'demo'])]) {
    expect(await program.waitForExit()).toBe(1)
    expect(program.output()).toBe(
      'The demo is not part of this installation. Set SEED=none to start with an empty database, or run Vitrine from its sources.\n',
    )
  }
  const serverWithoutDemo = start('main.ts', [], { SEED: 'none' })
  await serverWithoutDemo.waitForOutput(/serves at (\S+)/)
  serverWithoutDemo.child.kill('SIGTERM')
  expect(await serverWithoutDemo.waitForExit()).toBe(0)
})
