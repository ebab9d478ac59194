import { api, publicNumber } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { person } from '../driver/collection.ts'
import { type Answer, headerOf, type Prepared, prepare } from '../driver/requests.ts'
import type { Acknowledged } from './acknowledged.ts'

interface World {
  readonly staff: Client
  readonly ids: readonly number[]
  /** An item with a picture. */
  readonly pictured: number
  readonly kept: Acknowledged
}

const brotli = { 'accept-encoding': 'br' }

/** Requests of users, in realistic proportions and a fixed order. */
export async function mixedRequests({ staff, ids, pictured, kept }: World) {
  const { token } = staff
  const { description } = await staff.call(api.inventory.details, { params: { id: pictured } })
  const identifiers = new Map((await staff.call(api.inventory.cars)).map((item) => [item.id, item.identifier]))
  let refusals = 0
  let listName = ''
  let turn = 0

  /** A 503 with Retry-After is not a failure. */
  const note = (answer: Answer) => {
    if (answer.status === 503 && headerOf(answer, 'retry-after')) refusals++
  }
  const item = () => ids[(turn * 7_919) % ids.length] ?? 0
  const read = (path: string, headers: Record<string, string> = {}) => prepare(path, { token, headers, answered: note })
  const list = (headers: Record<string, string>): Prepared =>
    prepare('/api/inventory/cars', {
      token,
      headers: { ...brotli, ...headers },
      answered(answer) {
        note(answer)
        if (answer.status === 200) listName = headerOf(answer, 'etag')
      },
    })

  const kinds: readonly (readonly [share: number, make: () => Prepared])[] = [
    [300, () => list(listName ? { 'if-none-match': listName } : {})],
    [60, () => list({})],
    [320, () => read(`/api/inventory/details/${item()}`)],
    [100, () => read(`/api/image/thumbnail/${pictured}`, { accept: 'image/avif' })],
    [130, () => read(`/car/${publicNumber('car', item())}`, brotli)],
    [65, () => comment(item(), `Looked after, number ${turn}.`)],
    [20, () => rename(item(), `Renamed for the ${turn}th time`)],
    [5, () => prepare('/api/auth/', { body: person, answered: note })],
  ]
  const all = kinds.flatMap(([share, make]) => Array.from({ length: share }, () => make))

  function comment(itemId: number, words: string): Prepared {
    return prepare('/api/inventory/add-comment', {
      token,
      body: { itemId, comment: words },
      answered(answer) {
        note(answer)
        if (answer.status === 200) kept.comments.set(JSON.parse(answer.body.toString()).id, words)
      },
    })
  }

  function rename(itemId: number, name: string): Prepared {
    return prepare('/api/inventory/save-info', {
      token,
      body: { itemId, data: { identifier: identifiers.get(itemId) ?? '', description, name } },
      answered(answer) {
        note(answer)
        if (answer.status === 200) kept.edits.set(name, itemId)
      },
    })
  }

  return {
    next(): Prepared {
      turn++
      const make = all[(turn * 389) % all.length]
      return make ? make() : list({})
    },
    refusals: () => refusals,
  }
}
