import { type ItemType, inventoryTypes, type Role } from '@vitrine/contract'
import type { House } from './vitrine.ts'

/** A call to the server from outside the page. */
export async function post<T = unknown>(house: House, role: Role, path: string, body: unknown): Promise<T> {
  const { token } = JSON.parse(await house.signInInfo(role))
  const response = await fetch(`${house.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

/** The id of a person to whom a task can be assigned. */
export async function personId(house: House, name: string): Promise<number> {
  const { token } = JSON.parse(await house.signInInfo('root'))
  const response = await fetch(`${house.url}/api/people`, { headers: { authorization: `Bearer ${token}` } })
  const people = (await response.json()) as { id: number; name: string }[]
  return people.find((person) => person.name.startsWith(name))?.id ?? 0
}

/** Stories share a server: each has items of its own. */
export const unique = (text: string): string => `${text}-${crypto.randomUUID().slice(0, 8)}`

interface NewItem {
  readonly type: ItemType
  readonly identifier: string
  readonly name?: string
  readonly description?: string
  readonly tags?: Record<string, string>
}

export async function addItem(house: House, { type, identifier, name = '', description = '', tags }: NewItem) {
  const item = { type_id: inventoryTypes[type].id, identifier, name, description }
  const { id } = await post<{ id: number }>(house, 'root', '/inventory/add', { item })
  if (tags) await post(house, 'root', '/inventory/save-tags', { itemId: id, tags })
  return id
}

/** The smallest picture there is: one dot. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPoCmcAAAJQAOJXqeXaAAAAAElFTkSuQmCC',
  'base64',
)
