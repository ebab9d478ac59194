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
  const before = (await cluster.nginx.visits()).length
  await expect
    .poll(
      async () => {
        await cluster.proxied.fetch('/api/health')
        return (await cluster.nginx.visits())
          .slice(before)
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
    const before = (await fetchList(reader, null)).headers.get('etag')
    await writer.call(api.inventory.saveInfo, { body: { itemId, data: { ...data, name } } })
    const renewed = await fetchList(reader, before)
    expect(renewed.status).toBe(200)
    const list = (await renewed.json()) as { id: number; name: string }[]
    expect(list.find(({ id }) => id === itemId)?.name).toBe(name)
    expect((await fetchList(writer, renewed.headers.get('etag'))).status).toBe(304)
  }
})

test('applies a sign-out and a change of role at the other process at once', async () => {
  const { first, second } = cluster
  const leaving = await first.direct.signIn('admin')
  expect((await atProcess(second, leaving).send(api.users.list)).status).toBe(200)
  await leaving.call(api.auth.signOut)
  expect((await atProcess(second, leaving).send(api.users.list)).status).toBe(401)

  const root = await second.direct.signIn('root')
  const admin = await first.direct.signIn('admin')
  const { id } = (await root.call(api.users.list)).find(
    ({ email }) => email === 'admin@example.org',
  ) ?? { id: 0 }
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
    const process = attempt % 2 ? first : second
    expect(await guess(process.direct.from('192.0.2.1'), 'employee@example.org')).toBe(401)
  }
  for (const { direct } of [first, second]) {
    await expect(direct.from('192.0.2.1').signIn('employee')).rejects.toMatchObject({ status: 429 })
    await expect(direct.from('192.0.2.2').signIn('employee')).resolves.toBeInstanceOf(Client)
  }

  // A claimed address does not make a visitor another one.
  const visitor = (n: number) => guess(proxied.from(`198.51.100.${n}`), `guess${n}@example.org`)
  for (let n = 1; n <= 5; n++) expect(await visitor(n)).toBe(401)
  expect(await visitor(6)).toBe(429)
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
  const { promise: firstReceived, resolve: continueStream } = Promise.withResolvers<void>()
  async function* words() {
    yield { event: 'word', data: 'first' }
    await firstReceived
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
  const seen: string[] = []
  await using app = fastify()
  app.post('/write', (request, reply) => {
    seen.push(String(request.body))
    // The kernel does the same with connections that a process exits without accepting.
    if (seen.length === 1) reply.raw.destroy()
    return reply.send('done')
  })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const write = async (headers: Record<string, string>) => {
    seen.length = 0
    await using nginx = await startNginx(port, port)
    const answer = await fetch(`${nginx.url}/write`, {
      method: 'POST',
      body: 'what was typed',
      headers,
    })
    return answer.status
  }
  expect(await write({})).toBe(502)
  expect(seen).toEqual(['what was typed'])
  expect(await write({ 'idempotency-key': 'one-of-its-own' })).toBe(200)
  expect(seen).toEqual(['what was typed', 'what was typed'])
})

test('loses no acknowledged write when a process is killed', async () => {
  const { first, nginx, proxied } = cluster
  const staff = await proxied.signIn('root')
  const itemId = await addItem(staff)
  const crowd = startCrowd(staff, itemId)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await first.end('SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await first.start()
  await waitUntilInService(first)
  await crowd.stop()

  expect(crowd.failedReads).toEqual([])
  expect(crowd.saved.length).toBeGreaterThan(20)
  // At most one unanswered write per client.
  expect(crowd.unknown.length).toBeLessThanOrEqual(3)
  const storedComments = (await staff.call(api.comments.ofItem, { params: { id: itemId } })).map(
    ({ comment }) => comment,
  )
  const unknown = crowd.unknown.map(({ comment }) => comment)
  expect(new Set(storedComments).size).toBe(storedComments.length)
  expect(crowd.saved.filter((comment) => !storedComments.includes(comment))).toEqual([])
  expect(
    storedComments.filter(
      (comment) => !crowd.saved.includes(comment) && !unknown.includes(comment),
    ),
  ).toEqual([])
  expect(
    (await nginx.visits()).some(({ method, ports }) => method === 'GET' && ports.length > 1),
  ).toBe(true)
}, 90_000)

test('loses no request while processes are restarted one after the other', async () => {
  const { first, second, proxied } = cluster
  const staff = await proxied.signIn('root')
  const itemId = await addItem(staff)
  // Many writers, because a write is most likely lost when a process closes its port.
  const crowd = startCrowd(staff, itemId, { readers: 4, writers: 12 })
  await waitUntilInService(first)
  // The second restarts while nginx may still avoid the first.
  for (const process of [first, second]) {
    expect(await process.end('SIGTERM')).toBe(0)
    await process.start()
  }
  await waitUntilInService(second)
  await crowd.stop()

  expect(crowd.repeatedReads).toEqual([])
  expect(crowd.unknown).toEqual([])
  const storedComments = (await staff.call(api.comments.ofItem, { params: { id: itemId } })).map(
    ({ comment }) => comment,
  )
  expect(storedComments.toSorted()).toEqual(crowd.saved.toSorted())
}, 90_000)
