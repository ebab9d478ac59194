import { type ItemType, inventoryTypes, type Place, type Role } from '@vitrine/contract'
import { Client } from '../apps/server/test/client.ts'
import type { TestServer } from './vitrine.ts'

/** A client of the API with a new session for a role. */
export const createClient = async (server: TestServer, role: Role = 'employee'): Promise<Client> =>
  new Client(server.url, { token: JSON.parse(await server.signInInfo(role)).token })

/** Sends a POST call to the server from outside the page. */
export async function postAs<T = unknown>(
  server: TestServer,
  role: Role,
  path: string,
  body: unknown,
): Promise<T> {
  const { token } = JSON.parse(await server.signInInfo(role))
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

/** Returns the id of a user to whom a task can be assigned; 0 if there is none. */
export async function findPersonId(server: TestServer, name: string): Promise<number> {
  const { token } = JSON.parse(await server.signInInfo('root'))
  const response = await fetch(`${server.url}/api/people`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const people = (await response.json()) as { id: number; name: string }[]
  return people.find((person) => person.name.startsWith(name))?.id ?? 0
}

/** Makes a name unique, because stories share a server. */
export const uniqueName = (text: string): string => `${text}-${crypto.randomUUID().slice(0, 8)}`

interface NewItem {
  readonly type: ItemType
  readonly identifier: string
  readonly name?: string
  readonly description?: string
  readonly tags?: Record<string, string>
}

/** Adds halls with these names unless they exist. */
export async function ensureHalls(server: TestServer, ...names: readonly string[]) {
  const { token } = JSON.parse(await server.signInInfo('root'))
  const response = await fetch(`${server.url}/api/places`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const knownNames = new Set(((await response.json()) as Place[]).map((place) => place.name))
  for (const name of names.filter((candidate) => !knownNames.has(candidate))) {
    const place = {
      code: uniqueName('P'),
      name,
      kind: 'hall',
      parent_id: null,
      note: '',
      archived: false,
    }
    await postAs(server, 'root', '/places', { place })
  }
}

export async function addItem(
  server: TestServer,
  { type, identifier, name = '', description = '', tags }: NewItem,
) {
  const item = { type_id: inventoryTypes[type].id, identifier, name, description }
  const { id } = await postAs<{ id: number }>(server, 'root', '/inventory/add', { item })
  if (tags?.location) await ensureHalls(server, tags.location)
  if (tags) await postAs(server, 'root', '/inventory/save-tags', { itemId: id, tags })
  return id
}

/** A PNG of one pixel. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPoCmcAAAJQAOJXqeXaAAAAAElFTkSuQmCC',
  'base64',
)
