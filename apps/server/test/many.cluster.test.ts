import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEvents } from '../src/http/mount.ts'
import { Client } from './client.ts'
import { type Cluster, type ClusterProcess, startCluster } from './cluster.ts'
import { startCrowd } from './crowd.ts'
import { addItem, newItem } from './inventory.ts'
import { createDrawing, createPictureFile } from './media-files.ts'
import { readBytes } from './media-test-server.ts'
import { startNginx } from './nginx.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)
afterAll(() => cluster[Symbol.asyncDispose]())

/** Uses the session of a client at another process. */
const atProcess = ({ direct }: ClusterProcess, { token }: Client) =>
  new Client(direct.url, { token })

const fetchList = (client: Client, etag: string | null) =>
  client.fetch('/api/inventory/art', { headers: { 'if-none-match': etag ?? '' } })

/** Waits until nginx sends requests to a process again. */
async function waitUntilInService({ port }: ClusterProcess): Promise<void> {
  const countBefore = (await cluster.nginx.visits()).length
  await expect
    .poll(
      async () => {
        await cluster.proxied.fetch('/api/health')
        return (await cluster.nginx.visits())
          .slice(countBefore)
          .some(({ ports }) => ports.at(-1) === port)
      },
      { timeout: 20_000, interval: 100 },
    )
    .toBe(true)
}

test('shares sessions and writes between processes at once', async () => {
  const { first, second } = cluster
  const firstClient = await first.direct.signIn('employee')
  const secondClient = atProcess(second, firstClient)
  const data = newItem({ name: 'One' })
  const itemId = await addItem(secondClient, data)
  expect(await firstClient.call(api.inventory.details, { params: { id: itemId } })).toMatchObject({
    name: 'One',
  })

  const etag = (await fetchList(firstClient, null)).headers.get('etag')
  expect([
    (await fetchList(firstClient, etag)).status,
    (await fetchList(secondClient, etag)).status,
  ]).toEqual([304, 304])
  for (const [writer, reader, name] of [
    [secondClient, firstClient, 'Two'] as const,
    [firstClient, secondClient, 'Three'] as const,
  ]) {
    const etagBefore = (await fetchList(reader, null)).headers.get('etag')
    await writer.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name } } })
    const renewed = await fetchList(reader, etagBefore)
    expect(renewed.status).toBe(200)
    const list = (await renewed.json()) as { id: number; name: string }[]
    expect(list.find(({ id }) => id === itemId)?.name).toBe(name)
    expect((await fetchList(writer, renewed.headers.get('etag'))).status).toBe(304)
  }
})

test('ends a session at the other process at once after a sign-out or a change of role', async () => {
  const { first, second } = cluster
  const leavingAdmin = await first.direct.signIn('admin')
  expect((await atProcess(second, leavingAdmin).send(api.users.list)).status).toBe(200)
  await leavingAdmin.call(api.auth.signOut)
  expect((await atProcess(second, leavingAdmin).send(api.users.list)).status).toBe(401)

  const root = await second.direct.signIn('root')
  const admin = await first.direct.signIn('admin')
  const users = await root.call(api.users.list)
  const id = users.find(({ email }) => email === 'admin@example.org')?.id ?? 0
  const { signIn: _, ...user } = await root.call(api.users.read, { params: { id } })
  expect((await admin.send(api.users.list)).status).toBe(200)
  await root.call(api.users.update, { body: { ...user, id, role: 'employee' } })
  expect((await admin.send(api.users.list)).status).toBe(401)
  await root.call(api.users.update, { body: { ...user, id, role: 'admin' } })
})

test('counts failed sign-ins across processes, by the address that nginx sees', async () => {
  const { first, second, proxied } = cluster
  const guess = async (client: Client, email: string) =>
    (await client.send(api.auth.signIn, { body: { email, password: 'wrong' } })).status
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { direct } = attempt % 2 ? first : second
    expect(await guess(direct.from('192.0.2.1'), 'employee@example.org')).toBe(401)
  }
  for (const { direct } of [first, second]) {
    await expect(direct.from('192.0.2.1').signIn('employee')).rejects.toMatchObject({ status: 429 })
    await expect(direct.from('192.0.2.2').signIn('employee')).resolves.toBeInstanceOf(Client)
  }

  // Through nginx, addresses that a visitor claims do not count: these guesses have one address.
  const guessFrom = (host: number) =>
    guess(proxied.from(`198.51.100.${host}`), `guess${host}@example.org`)
  for (let host = 1; host <= 5; host++) expect(await guessFrom(host)).toBe(401)
  expect(await guessFrom(6)).toBe(429)
  await expect(proxied.signIn('admin')).resolves.toBeInstanceOf(Client)
})

test('serves a picture that was uploaded through one process from both', async () => {
  const { first, second, proxied, nginx } = cluster
  const staff = await proxied.signIn('root')
  const itemId = await addItem(atProcess(first, staff))
  const file = await createPictureFile(createDrawing({ width: 800, height: 400 }).png())
  await staff.call(api.media.uploadImage, { body: { itemId }, file })
  for (const client of [first.direct, second.direct, proxied]) {
    const picture = await client.fetch(`/api/image/${itemId}`)
    expect(await sharp(await readBytes(picture)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 800,
    })
  }
  await Promise.all(Array.from({ length: 20 }, () => proxied.fetch('/api/settings')))
  const ports = new Set((await nginx.visits()).flatMap((visit) => visit.ports))
  expect([...ports].toSorted()).toEqual([first.port, second.port].toSorted())
})

test('streams an answer through nginx chunk by chunk', async () => {
  const { promise: firstWordReceived, resolve: continueStream } = Promise.withResolvers<void>()
  async function* words() {
    yield { event: 'word', data: 'first' }
    await firstWordReceived
    yield { event: 'word', data: 'second' }
  }
  await using app = fastify()
  app.post('/words', (_request, reply) => sendEvents(reply, words()))
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  await using nginx = await startNginx(port, port)

  const { body } = await fetch(`${nginx.url}/words`, { method: 'POST' })
  const received: string[] = []
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received.push(chunk)
    continueStream()
  }
  expect(received).toEqual([expect.stringContaining('first'), expect.stringContaining('second')])
})

test('lets nginx retry a dropped write only with an idempotency key', async () => {
  const receivedBodies: string[] = []
  await using app = fastify()
  app.post('/write', (request, reply) => {
    receivedBodies.push(String(request.body))
    // The kernel does the same with connections that a process exits without accepting.
    if (receivedBodies.length === 1) reply.raw.destroy()
    return reply.send('done')
  })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const body = 'what was typed'
  const write = async (headers: Record<string, string>) => {
    receivedBodies.length = 0
    await using nginx = await startNginx(port, port)
    return (await fetch(`${nginx.url}/write`, { method: 'POST', body, headers })).status
  }
  expect(await write({})).toBe(502)
  expect(receivedBodies).toEqual([body])
  expect(await write({ 'idempotency-key': 'a-unique-key' })).toBe(200)
  expect(receivedBodies).toEqual([body, body])
})

const listCommentTexts = async (client: Client, itemId: number): Promise<string[]> => {
  const comments = await client.call(api.comments.ofItem, { params: { id: itemId } })
  return comments.map(({ comment }) => comment)
}

test('loses no acknowledged write when a process is killed', async () => {
  const { first, nginx, proxied } = cluster
  const staff = await proxied.signIn('root')
  const itemId = await addItem(staff)
  const writers = 3
  const crowd = startCrowd(staff, itemId, { writers })
  await wait(1_500)
  await first.end('SIGKILL')
  await wait(1_500)
  await first.start()
  await waitUntilInService(first)
  await crowd.stop()

  expect(crowd.failedReads).toEqual([])
  expect(crowd.saved.length).toBeGreaterThan(20)
  // At most one unanswered write per client.
  expect(crowd.unknown.length).toBeLessThanOrEqual(writers)
  const stored = await listCommentTexts(staff, itemId)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining([...crowd.saved]))
  const sent = [...crowd.saved, ...crowd.unknown.map(({ comment }) => comment)]
  expect(sent).toEqual(expect.arrayContaining(stored))
  const wasRetried = (await nginx.visits()).some(
    ({ method, ports }) => method === 'GET' && ports.length > 1,
  )
  expect(wasRetried).toBe(true)
}, 90_000)

test('loses no request while processes are restarted one after the other', async () => {
  const { first, second, proxied } = cluster
  const staff = await proxied.signIn('root')
  const itemId = await addItem(staff)
  // Many writers, because a write is most likely lost when a process closes its port.
  const crowd = startCrowd(staff, itemId, { readers: 4, writers: 12 })
  await waitUntilInService(first)
  // The second restarts while nginx may still avoid the first.
  for (const clusterProcess of [first, second]) {
    expect(await clusterProcess.end('SIGTERM')).toBe(0)
    await clusterProcess.start()
  }
  await waitUntilInService(second)
  await crowd.stop()

  expect(crowd.repeatedReads).toEqual([])
  expect(crowd.unknown).toEqual([])
  expect((await listCommentTexts(staff, itemId)).toSorted()).toEqual(crowd.saved.toSorted())
}, 90_000)
