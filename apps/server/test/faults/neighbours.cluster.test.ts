import { execFileSync } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBucket, setBucketFull } from '../bucket.ts'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { startMailServer } from '../mail-server.ts'
import { createDrawing, createPictureFile } from '../media-files.ts'
import { shortModelTimeouts, startModelServer } from '../model-server.ts'
import { spawnProgram, spawnWithLimits } from '../process.ts'
import { linkSharedCache } from '../shared-cache.ts'
import { expectCheckPasses } from './check-database.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import { mountFreezableDisk, mountMemoryDisk } from './small-disk.ts'

// On a slow machine, the daily backup would start while the disk is full.
const noDailyBackup = { BACKUP_KEEP: '0' }
const limits = { ...shortModelTimeouts, databaseTimeoutMs: 2000 }

type Servers = Awaited<ReturnType<typeof startServers>>
type Proxy = Awaited<ReturnType<typeof startFaultyProxy>>

/** Mounts a small disk for each database and for the data folder, as far as this user may. */
function mountDisks(started: AsyncDisposableStack) {
  const isRoot = process.getuid?.() === 0
  // The database server does not run as root.
  const databaseOwner = isRoot
    ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    : undefined
  return {
    databaseDisk: useIfMounted(mountMemoryDisk(64, databaseOwner), started),
    disk: useIfMounted(mountFreezableDisk(64), started),
    sqliteDisk: useIfMounted(mountMemoryDisk(32), started),
  }
}

/** Starts the services on which a server depends, also a full mail server and a busy model. */
async function startServices(started: AsyncDisposableStack, databaseFolder: string | undefined) {
  const answer = { say: ['Ein Satz mit einem Fehler.'] }
  return {
    database: started.use(await createDatabaseIn(databaseFolder)),
    bucket: await createBucket(),
    mail: started.use(await startMailServer()),
    fullMail: started.use(await startMailServer({ isFull: true })),
    model: started.use(await startModelServer('openai-compatible', answer)),
    busyModel: started.use(await startModelServer('openai-compatible', { status: 429 })),
  }
}

type Services = Awaited<ReturnType<typeof startServices>>

async function startProxies(
  started: AsyncDisposableStack,
  { database, bucket, mail, model }: Services,
) {
  const proxyTo = async (url: string) => started.use(await startFaultyProxy(toTarget(url)))
  return {
    database: await proxyTo(database.url),
    store: await proxyTo(bucket.S3_ENDPOINT ?? ''),
    mail: await proxyTo(mail.url),
    model: await proxyTo(model.variables.AI_BASE_URL ?? ''),
  }
}

/** Replaces the addresses of services by those of their proxies. */
function toProxiedVariables(
  { database, bucket, mail, model }: Services,
  proxies: Awaited<ReturnType<typeof startProxies>>,
) {
  const viaProxy = (url: string, { port }: Proxy) =>
    Object.assign(new URL(url), { port: String(port) }).href
  return {
    DATABASE_URL: viaProxy(database.url, proxies.database),
    S3_ENDPOINT: viaProxy(bucket.S3_ENDPOINT ?? '', proxies.store).replace(/\/$/, ''),
    SMTP_URL: viaProxy(mail.url, proxies.mail),
    AI_BASE_URL: viaProxy(model.variables.AI_BASE_URL ?? '', proxies.model),
  }
}

/** Starts a server with a faulty proxy before each service, and one with everything on one disk. */
async function startServers() {
  await using started = new AsyncDisposableStack()
  const disks = mountDisks(started)
  const services = await startServices(started, disks.databaseDisk?.path)
  const proxies = await startProxies(started, services)
  const spareFolder = started.use(await mkdtempDisposable(join(tmpdir(), 'vitrine-neighbours-')))
  const common = { PORT: '0', LOG_LEVEL: 'info', ...noDailyBackup }
  const variables = {
    ...common,
    DATA_DIR: join(disks.disk?.path ?? spareFolder.path, 'data'),
    MAIL_FROM: 'v@example.org',
    ...services.model.variables,
    ...services.bucket,
  }
  const sqliteVariables = {
    ...common,
    DATA_DIR: join(disks.sqliteDisk?.path ?? spareFolder.path, 'sqlite'),
  }
  for (const { DATA_DIR } of [variables, sqliteVariables]) await linkSharedCache(DATA_DIR)

  const server = spawnWithLimits(limits, {
    ...variables,
    ...toProxiedVariables(services, proxies),
  })
  const sqliteServer = spawnProgram('main.ts', [], sqliteVariables)
  started.defer(async () => {
    for (const { child, waitForExit } of [server, sqliteServer]) {
      child.kill('SIGTERM')
      await waitForExit()
    }
    // No acknowledged write may be missing, whatever happened to the services.
    const directVariables = { ...variables, DATABASE_URL: services.database.url }
    await expectCheckPasses(directVariables, 'after all faults')
    await expectCheckPasses(sqliteVariables, 'after all faults of the disk')
  })
  const signInRoot = async ({ waitForOutput }: typeof server) =>
    new Client((await waitForOutput(/serves at (\S+)/))[1] ?? '').signIn('root')
  const root = await signInRoot(server)
  const sqliteRoot = await signInRoot(sqliteServer)
  const resources = started.move()
  return {
    ...proxies,
    ...disks,
    bucket: services.bucket,
    fullMail: toTarget(services.fullMail.url),
    workingMail: toTarget(services.mail.url),
    busyModel: toTarget(services.busyModel.variables.AI_BASE_URL ?? ''),
    workingModel: toTarget(services.model.variables.AI_BASE_URL ?? ''),
    root,
    sqliteRoot,
    outputs: () => [server.output(), sqliteServer.output()],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function useIfMounted<T extends AsyncDisposable>(
  disk: T | null,
  started: AsyncDisposableStack,
): T | null {
  return disk && started.use(disk)
}

const toTarget = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/** Creates a database, with its tables in a folder if one is given. */
async function createDatabaseIn(folder: string | undefined) {
  const url = new URL(inject('postgresUrl') ?? '')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const administer = async (...statements: string[]) => {
    const client = new pg.Client(inject('postgresUrl') ?? '')
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const tablespace = folder ? `tablespace ${name}` : ''
  if (folder) await administer(`create tablespace ${name} location '${folder}'`)
  await administer(`create database ${name} template template0 strategy file_copy ${tablespace}`)
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

/** An item whose pictures were never requested, so that no cache contains them. */
interface UncachedItem {
  readonly id: number
  readonly nextPicture: File
}

let pictureCount = 0

/** Creates a picture that differs from all others in its width. */
const newPicture = () => {
  pictureCount++
  return createPictureFile(
    createDrawing({ width: 200 + pictureCount, height: 100 }).jpeg(),
    `${pictureCount}.jpg`,
  )
}

type SendRequest = (servers: Servers, item: UncachedItem) => Promise<Response>

const requests = {
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
} satisfies Record<string, SendRequest>

interface Fault {
  readonly neighbour: string
  readonly fault: 'stopped' | 'frozen' | 'slow' | 'full'
  /** Begins the fault; returns null if this machine can't produce it. */
  readonly begin: (servers: Servers) => unknown
  readonly end: (servers: Servers) => unknown
  readonly requestNames: readonly (keyof typeof requests)[]
  /** Status of the answers during the fault; a slow service only delays them. */
  readonly status: number
  readonly message?: RegExp
  /** Message in the log. */
  readonly logged?: string
  /** Maximum time to an answer. */
  readonly withinMs?: number
  /** Repeats requests until one is rejected, because preallocated space may hold some. */
  readonly repeatUntilRejected?: true
}

const databaseUnreachable = {
  status: 503,
  message: /^The database can’t be reached/,
  logged: 'the database can’t be reached',
}
const storeUnreachable = {
  status: 503,
  message: /^The media store can’t be reached/,
  logged: 'the media store can’t be reached',
}
const diskFull = {
  status: 507,
  message: /no room left.*Nothing was saved.*tell/,
  logged: 'the disk is full',
}
const mailUnreachable = {
  status: 502,
  message: /^Could not send the e-mail\.$/,
  logged: 'a mail could not be sent',
}
const modelSilent = {
  status: 504,
  message: /^The AI provider did not begin to answer in time\. Please try again\.$/,
  logged: 'the assistant did not answer',
}
const modelUnreachable = {
  ...modelSilent,
  status: 502,
  message: /^The AI provider can’t be reached\. Please try again later\.$/,
}
const mediaRequests = ['image', 'thumbnail', 'upload', 'pdf', 'ready'] as const

type Symptoms = Pick<Fault, 'requestNames' | 'status' | 'message' | 'logged' | 'withinMs'>

/** Lists the faults of a service that is stopped, never answers, or answers slowly. */
function listFaults(
  neighbour: string,
  getProxy: (servers: Servers) => Proxy,
  { stopped, frozen, slowMs }: { stopped: Symptoms; frozen: Symptoms; slowMs: number },
): Fault[] {
  const { requestNames } = frozen
  return [
    {
      neighbour,
      fault: 'stopped',
      ...stopped,
      begin: (servers) => getProxy(servers).stop(),
      end: (servers) => getProxy(servers).start(),
    },
    {
      neighbour,
      fault: 'frozen',
      ...frozen,
      begin: (servers) => getProxy(servers).freeze(),
      end: (servers) => getProxy(servers).thaw(),
    },
    {
      neighbour,
      fault: 'slow',
      requestNames,
      status: 200,
      begin: (servers) => getProxy(servers).slowDown(slowMs),
      end: (servers) => getProxy(servers).slowDown(0),
    },
  ]
}

const databaseSymptoms = {
  requestNames: ['list', 'image', 'longComment', 'ready'],
  ...databaseUnreachable,
} as const
const mailSymptoms = { requestNames: ['mail'], ...mailUnreachable } as const
const modelSymptoms = { requestNames: ['correction'], withinMs: 12_000 } as const

const faults: readonly Fault[] = [
  ...listFaults('database', ({ database }) => database, {
    stopped: { ...databaseSymptoms, withinMs: 8_000 },
    frozen: { ...databaseSymptoms, withinMs: 12_000 },
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
    requestNames: ['longComment'],
    repeatUntilRejected: true,
    ...diskFull,
  },
  ...listFaults('media store', ({ store }) => store, {
    stopped: {
      requestNames: [...mediaRequests, 'mergedPdf'],
      ...storeUnreachable,
      withinMs: 25_000,
    },
    frozen: { requestNames: mediaRequests, ...storeUnreachable, withinMs: 10_000 },
    slowMs: 300,
  }),
  {
    neighbour: 'media store',
    fault: 'full',
    begin: ({ bucket }) => setBucketFull(bucket, true),
    end: ({ bucket }) => setBucketFull(bucket, false),
    requestNames: ['upload'],
    ...diskFull,
    logged: 'the media store is full',
  },
  ...listFaults('mail server', ({ mail }) => mail, {
    stopped: { ...mailSymptoms, withinMs: 12_000 },
    frozen: { ...mailSymptoms, withinMs: 15_000 },
    slowMs: 200,
  }),
  {
    neighbour: 'mail server',
    fault: 'full',
    begin: ({ mail, fullMail }) => mail.redirectTo(fullMail),
    end: ({ mail, workingMail }) => mail.redirectTo(workingMail),
    ...mailSymptoms,
  },
  ...listFaults('model provider', ({ model }) => model, {
    stopped: { ...modelSymptoms, ...modelUnreachable },
    frozen: { ...modelSymptoms, ...modelSilent },
    slowMs: 100,
  }),
  {
    neighbour: 'model provider',
    fault: 'full',
    begin: ({ model, busyModel }) => model.redirectTo(busyModel),
    end: ({ model, workingModel }) => model.redirectTo(workingModel),
    requestNames: ['correction'],
    ...modelSilent,
    status: 503,
    message: /^The AI provider is busy\. Please try again in a minute\.$/,
  },
  {
    // Mounted read-only, as kernels do with a disk that has errors.
    neighbour: 'disk',
    fault: 'stopped',
    begin: ({ disk }) => (disk ? disk.setReadOnly(true) : null),
    end: ({ disk }) => disk?.setReadOnly(false),
    requestNames: ['upload'],
    status: 503,
    message: /^The server can’t write to its disk\. Nothing was saved\. Please tell/,
    logged: 'the disk can’t be written to',
  },
  {
    neighbour: 'disk',
    fault: 'slow',
    async begin({ disk }) {
      await disk?.freeze()
      const freezeMs = 1500
      setTimeout(() => void disk?.thaw(), freezeMs)
      return disk
    },
    end: ({ disk }) => disk?.thaw(),
    requestNames: ['upload', 'list', 'image'],
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
    requestNames: ['upload', 'commentOnSqlite'],
    repeatUntilRejected: true,
    ...diskFull,
  },
]

/** Limit of repetitions, in case the space never fills up. */
const maxRepeats = 2000

let servers: Servers

beforeAll(async () => {
  servers = await startServers()
}, 120_000)
afterAll(() => servers[Symbol.asyncDispose](), 60_000)

test.for(faults)(
  'answers with $status, logs why and recovers when the $neighbour is $fault',
  {
    timeout: 150_000,
  },
  async (
    { begin, end, requestNames, status, message, logged, withinMs = 60_000, repeatUntilRejected },
    { skip },
  ) => {
    const item = { id: await addItem(servers.root), nextPicture: await newPicture() }
    await servers.root.call(api.media.uploadImage, {
      body: { itemId: item.id },
      file: await newPicture(),
    })
    const lengthsBefore = servers.outputs().map((output) => output.length)
    /** Returns what the servers have printed since the test began. */
    const readNewOutput = () =>
      servers
        .outputs()
        .map((output, index) => output.slice(lengthsBefore[index]))
        .join('')
    try {
      if ((await begin(servers)) === null) return skip('only root may mount a disk')
      const answers = requestNames.map(async (name) => {
        const start = performance.now()
        let answer = await requests[name](servers, item)
        let triesLeft = repeatUntilRejected ? maxRepeats : 0
        while (answer.status === 200 && triesLeft > 0) {
          triesLeft--
          answer = await requests[name](servers, item)
        }
        return { name, answer, durationMs: performance.now() - start }
      })
      for (const { name, answer, durationMs } of await Promise.all(answers)) {
        expect([name, answer.status], readNewOutput()).toEqual([name, status])
        expect(durationMs, name).toBeLessThan(withinMs)
        const body = { statusCode: status, message: expect.stringMatching(message ?? /./) }
        if (status !== 200) expect(await answer.json()).toMatchObject(body)
        if (status === 503 && name !== 'correction')
          expect(answer.headers.get('retry-after'), name).toMatch(/^\d+$/)
      }
      if (logged) await expect.poll(readNewOutput).toContain(`"msg":"${logged}"`)
      expect((await servers.root.send(api.operations.health)).status).toBe(200)
    } finally {
      await end(servers)
    }
    const collectStatuses = async () =>
      Promise.all(requestNames.map(async (name) => (await requests[name](servers, item)).status))
    await expect.poll(collectStatuses, { timeout: 60_000 }).toEqual(requestNames.map(() => 200))
  },
)
