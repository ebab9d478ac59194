import { execFileSync } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@vitrine/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBucket, setBucketFull } from '../bucket.ts'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { startMailServer } from '../mail-server.ts'
import { drawing, pictureFile } from '../media-files.ts'
import { startModelServer } from '../model-server.ts'
import { spawnProgram } from '../process.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { mountFreezableDisk, mountMemoryDisk } from './small-disk.ts'
import { expectCheckPasses } from './whole.ts'

// A daily backup begins a minute after the start: on a slow machine, while the disk is full.
const noDailyBackup = { BACKUPS: 'off' }
const sharedCache = fileURLToPath(new URL('../../../../.cache/tests', import.meta.url))

type World = Awaited<ReturnType<typeof startWorld>>
type Proxy = Awaited<ReturnType<typeof startFaultyProxy>>

/** A server with a faulty proxy before each service, and one that keeps everything on one disk. */
async function startWorld() {
  await using started = new AsyncDisposableStack()
  const owner =
    process.getuid?.() === 0
      ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
      : undefined
  const databaseDisk = orNothing(mountMemoryDisk(64, owner), started)
  const disk = orNothing(mountFreezableDisk(64), started)
  const sqliteDisk = orNothing(mountMemoryDisk(32), started)
  const database = started.use(await databaseOn(databaseDisk?.path))
  const bucket = await createBucket()
  const mail = started.use(await startMailServer())
  const fullMail = started.use(await startMailServer({ isFull: true }))
  const answer = { say: ['Ein Satz mit einem Fehler.'] }
  const model = started.use(await startModelServer('openai-compatible', answer))
  const busyModel = started.use(await startModelServer('openai-compatible', { status: 429 }))

  const proxyTo = async (url: string) => started.use(await startFaultyProxy(placeOf(url)))
  const proxies = {
    database: await proxyTo(database.url),
    store: await proxyTo(bucket.S3_ENDPOINT ?? ''),
    mail: await proxyTo(mail.url),
    model: await proxyTo(model.variables.AI_BASE_URL ?? ''),
  }
  const through = (url: string, { port }: Proxy) =>
    Object.assign(new URL(url), { port: String(port) }).href
  const spare = started.use(await mkdtempDisposable(join(tmpdir(), 'vitrine-neighbours-')))
  const variables = {
    DATA_DIR: join(disk?.path ?? spare.path, 'data'),
    CACHE_DIR: sharedCache,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...noDailyBackup,
    DATABASE_TIMEOUT: '2',
    MAIL_FROM: 'v@example.org',
    ...model.variables,
    ...bucket,
  }
  const server = spawnProgram('main.ts', [], {
    ...variables,
    DATABASE_URL: through(database.url, proxies.database),
    S3_ENDPOINT: through(bucket.S3_ENDPOINT ?? '', proxies.store).replace(/\/$/, ''),
    SMTP_URL: through(mail.url, proxies.mail),
    AI_BASE_URL: through(model.variables.AI_BASE_URL ?? '', proxies.model),
  })
  const onDisk = {
    DATA_DIR: join(sqliteDisk?.path ?? spare.path, 'sqlite'),
    CACHE_DIR: sharedCache,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...noDailyBackup,
  }
  const sqlite = spawnProgram('main.ts', [], onDisk)
  started.defer(async () => {
    for (const { child, waitForExit } of [server, sqlite]) {
      child.kill('SIGTERM')
      await waitForExit()
    }
    // Acknowledged writes are there, whatever happened to the services.
    await expectCheckPasses({ ...variables, DATABASE_URL: database.url }, 'after all faults')
    await expectCheckPasses(onDisk, 'after all faults of the disk')
  })
  const rootOf = async ({ waitForOutput }: typeof server) =>
    new Client((await waitForOutput(/serves at (\S+)/))[1] ?? '').signIn('root')
  const [root, sqliteRoot] = [await rootOf(server), await rootOf(sqlite)]
  const everything = started.move()
  return {
    ...proxies,
    databaseDisk,
    disk,
    sqliteDisk,
    bucket,
    fullMail: placeOf(fullMail.url),
    workingMail: placeOf(mail.url),
    busyModel: placeOf(busyModel.variables.AI_BASE_URL ?? ''),
    workingModel: placeOf(model.variables.AI_BASE_URL ?? ''),
    root,
    sqliteRoot,
    outputs: () => [server.output(), sqlite.output()],
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}

function orNothing<T extends AsyncDisposable>(
  disk: T | null,
  started: AsyncDisposableStack,
): T | null {
  return disk && started.use(disk)
}

const placeOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/** A database whose tables lie in a folder, if one is given. */
async function databaseOn(folder: string | undefined) {
  const url = new URL(inject('postgresUrl') ?? '')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const administer = async (...statements: string[]) => {
    const client = new pg.Client(inject('postgresUrl') ?? '')
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const place = folder ? `tablespace ${name}` : ''
  if (folder) await administer(`create tablespace ${name} location '${folder}'`)
  await administer(`create database ${name} template template0 strategy file_copy ${place}`)
  url.pathname = name
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await administer(
        `drop database ${name} with (force)`,
        ...(folder ? [`drop tablespace ${name}`] : []),
      )
    },
  }
}

/** An item with a picture that was never requested: nothing of it is in a cache. */
interface Shown {
  readonly id: number
  readonly nextPicture: File
}

let colour = 0
const newPicture = () => {
  colour++
  return pictureFile(drawing({ width: 200 + colour, height: 100 }).jpeg(), `${colour}.jpg`)
}

type Ask = (world: World, item: Shown) => Promise<Response>

const ask = {
  list: ({ root }) => root.send(api.users.list),
  ready: ({ root }) => root.send(api.operations.ready),
  image: ({ root }, { id }) => root.send(api.media.image, { params: { id }, query: {} }),
  thumbnail: ({ root }, { id }) => root.send(api.media.thumbnail, { params: { id }, query: {} }),
  upload: ({ root }, { id, nextPicture }) =>
    root.send(api.media.uploadImage, { body: { itemId: id }, file: nextPicture }),
  pdf: ({ root }, { id }) => root.send(api.documents.preview, { params: { id }, query: {} }),
  mergedPdf: ({ root }) => root.send(api.documents.artCards),
  longComment: ({ root }, { id }) =>
    root.send(api.comments.add, { body: { itemId: id, comment: 'y'.repeat(5000) } }),
  commentOnSqlite: ({ sqliteRoot }) =>
    sqliteRoot.send(api.comments.add, { body: { itemId: 1, comment: 'y'.repeat(5000) } }),
  mail: ({ root }) => root.send(api.auth.sendPasswordLink, { body: { userId: 2 } }),
  correction: ({ root }) =>
    root.send(api.assistant.correct, { body: { comment: 'Ein Satz mit einem Feler.' } }),
} satisfies Record<string, Ask>

interface Fault {
  readonly neighbour: string
  readonly fault: 'stopped' | 'frozen' | 'slow' | 'full'
  /** Null where this machine can't produce the fault. */
  readonly begin: (world: World) => unknown
  readonly end: (world: World) => unknown
  readonly asks: readonly (keyof typeof ask)[]
  /** The answers meanwhile; a slow service only takes time. */
  readonly status: number
  readonly sentence?: RegExp
  readonly logged?: string
  /** Generous: before, it was half a minute or endless. */
  readonly withinMs?: number
  /** Repeated until it is rejected: some space is preallocated. */
  readonly until?: true
}

const databaseAway = {
  status: 503,
  sentence: /^The database can’t be reached/,
  logged: 'the database can’t be reached',
}
const storeAway = {
  status: 503,
  sentence: /^The media store can’t be reached/,
  logged: 'the media store can’t be reached',
}
const noRoom = {
  status: 507,
  sentence: /no room left.*Nothing was saved.*tell/,
  logged: 'the disk is full',
}
const mailAway = {
  status: 502,
  sentence: /^Could not send the e-mail\.$/,
  logged: 'a mail could not be sent',
}
const modelSilent = {
  status: 504,
  sentence: /^The AI provider did not begin to answer in time\. Please try again\.$/,
  logged: 'the assistant did not answer',
}
const modelAway = {
  ...modelSilent,
  status: 502,
  sentence: /^The AI provider can’t be reached\. Please try again later\.$/,
}
const media = ['image', 'thumbnail', 'upload', 'pdf', 'ready'] as const

type Symptoms = Pick<Fault, 'asks' | 'status' | 'sentence' | 'logged' | 'withinMs'>

/** A service that is gone, one that never answers, and one that answers slowly. */
function faultsOf(
  neighbour: string,
  proxyOf: (world: World) => Proxy,
  { stopped, frozen, slowMs }: { stopped: Symptoms; frozen: Symptoms; slowMs: number },
): Fault[] {
  const { asks } = frozen
  return [
    {
      ...{ neighbour, fault: 'stopped', ...stopped },
      begin: (world) => proxyOf(world).stop(),
      end: (world) => proxyOf(world).start(),
    },
    {
      ...{ neighbour, fault: 'frozen', ...frozen },
      begin: (world) => proxyOf(world).freeze(),
      end: (world) => proxyOf(world).thaw(),
    },
    {
      ...{ neighbour, fault: 'slow', asks, status: 200 },
      begin: (world) => proxyOf(world).slowDown(slowMs),
      end: (world) => proxyOf(world).slowDown(0),
    },
  ]
}

const ofDatabase = { asks: ['list', 'image', 'longComment', 'ready'], ...databaseAway } as const
const ofMail = { asks: ['mail'], ...mailAway } as const
const ofModel = { asks: ['correction'], withinMs: 12_000 } as const

const walk: readonly Fault[] = [
  ...faultsOf('database', ({ database }) => database, {
    stopped: { ...ofDatabase, withinMs: 8_000 },
    frozen: { ...ofDatabase, withinMs: 12_000 },
    slowMs: 150,
  }),
  {
    neighbour: 'database',
    fault: 'full',
    begin: async ({ databaseDisk }) => {
      await databaseDisk?.fillUp()
      return databaseDisk
    },
    end: ({ databaseDisk }) => databaseDisk?.makeRoom(),
    asks: ['longComment'],
    until: true,
    ...noRoom,
  },
  ...faultsOf('media store', ({ store }) => store, {
    stopped: { asks: [...media, 'mergedPdf'], ...storeAway, withinMs: 25_000 },
    frozen: { asks: media, ...storeAway, withinMs: 10_000 },
    slowMs: 300,
  }),
  {
    neighbour: 'media store',
    fault: 'full',
    begin: ({ bucket }) => setBucketFull(bucket, true),
    end: ({ bucket }) => setBucketFull(bucket, false),
    asks: ['upload'],
    ...noRoom,
    logged: 'the media store is full',
  },
  ...faultsOf('mail server', ({ mail }) => mail, {
    stopped: { ...ofMail, withinMs: 12_000 },
    frozen: { ...ofMail, withinMs: 15_000 },
    slowMs: 200,
  }),
  {
    neighbour: 'mail server',
    fault: 'full',
    begin: ({ mail, fullMail }) => mail.redirectTo(fullMail),
    end: ({ mail, workingMail }) => mail.redirectTo(workingMail),
    ...ofMail,
  },
  ...faultsOf('model provider', ({ model }) => model, {
    stopped: { ...ofModel, ...modelAway },
    frozen: { ...ofModel, ...modelSilent },
    slowMs: 100,
  }),
  {
    neighbour: 'model provider',
    fault: 'full',
    begin: ({ model, busyModel }) => model.redirectTo(busyModel),
    end: ({ model, workingModel }) => model.redirectTo(workingModel),
    asks: ['correction'],
    ...modelSilent,
    status: 503,
    sentence: /^The AI provider is busy\. Please try again in a minute\.$/,
  },
  {
    // Mounted read-only, as kernels do with a disk that has errors.
    neighbour: 'disk',
    fault: 'stopped',
    begin: ({ disk }) => (disk ? disk.readOnly(true) : null),
    end: ({ disk }) => disk?.readOnly(false),
    asks: ['upload'],
    status: 503,
    sentence: /^The server can’t write to its disk\. Nothing was saved\. Please tell/,
    logged: 'the disk can’t be written to',
  },
  {
    neighbour: 'disk',
    fault: 'slow',
    async begin({ disk }) {
      await disk?.freeze()
      setTimeout(() => void disk?.thaw(), 1500)
      return disk
    },
    end: ({ disk }) => disk?.thaw(),
    asks: ['upload', 'list', 'image'],
    status: 200,
  },
  {
    neighbour: 'disk',
    fault: 'full',
    begin: async ({ disk, sqliteDisk }) => {
      await Promise.all([disk?.fillUp(), sqliteDisk?.fillUp()])
      return disk && sqliteDisk
    },
    end: ({ disk, sqliteDisk }) => Promise.all([disk?.makeRoom(), sqliteDisk?.makeRoom()]),
    asks: ['upload', 'commentOnSqlite'],
    until: true,
    ...noRoom,
  },
]

let world: World

beforeAll(async () => {
  world = await startWorld()
}, 120_000)
afterAll(() => world[Symbol.asyncDispose](), 60_000)

test.for(walk)(
  '$neighbour $fault: requests get $status, the log says why, and the server recovers by itself',
  {
    timeout: 150_000,
  },
  async ({ begin, end, asks, status, sentence, logged, withinMs = 60_000, until }, { skip }) => {
    const item = { id: await addItem(world.root), nextPicture: await newPicture() }
    await world.root.call(api.media.uploadImage, {
      body: { itemId: item.id },
      file: await newPicture(),
    })
    const before = world.outputs().map((output) => output.length)
    const output = () => world.outputs().map((text, index) => text.slice(before[index]))
    try {
      if ((await begin(world)) === null) return skip('only root may mount a disk')
      const answers = asks.map(async (name) => {
        const start = performance.now()
        let answer = await ask[name](world, item)
        for (let tries = 0; until && answer.status === 200 && tries < 2000; tries++)
          answer = await ask[name](world, item)
        return { name, answer, took: performance.now() - start }
      })
      for (const { name, answer, took } of await Promise.all(answers)) {
        expect([name, answer.status], output().join('')).toEqual([name, status])
        expect(took, name).toBeLessThan(withinMs)
        const body = { statusCode: status, message: expect.stringMatching(sentence ?? /./) }
        if (status !== 200) expect(await answer.json()).toMatchObject(body)
        if (status === 503 && name !== 'correction')
          expect(answer.headers.get('retry-after'), name).toMatch(/^\d+$/)
      }
      if (logged) await expect.poll(() => output().join('')).toContain(`"msg":"${logged}"`)
      expect((await world.root.send(api.operations.health)).status).toBe(200)
    } finally {
      await end(world)
    }
    const healed = async () =>
      Promise.all(asks.map(async (name) => (await ask[name](world, item)).status))
    await expect.poll(healed, { timeout: 60_000 }).toEqual(asks.map(() => 200))
  },
)
