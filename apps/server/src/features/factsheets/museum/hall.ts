import { type ItemType, identifierKey, itemTypes, kinOf, type LabelLanguage } from '@vitrine/contract'
import type { Neighbour } from '@vitrine/pages'
import { promiseCache } from '../../../http/promise-cache.ts'
import { pathOf, thumbnailOf } from '../addresses.ts'
import type { VisitorService } from '../service.ts'

type Entry = Awaited<ReturnType<VisitorService['entries']>>[number]

/** How many others of the same maker or make a page names. */
const maxKin = 6

/** What visitors see of a museum, in its order: which item is next to which, and which are alike. */
export const museumHalls = (visitors: VisitorService) => {
  const cached = promiseCache<Hall>(itemTypes.length)
  /** Made again only after a change of the list, which is one row to read. */
  const hallOf = async (type: ItemType) =>
    cached(`${type} ${await visitors.entriesRevision(type)}`, async () => prepare(type, await visitors.entries(type)))

  return {
    /** The id of what goes by an identifier, among what visitors see. */
    byIdentifier: async (type: ItemType, typed: string) => (await hallOf(type)).byIdentifier.get(identifierKey(typed)),

    async around(type: ItemType, id: number, lang: LabelLanguage) {
      const { entries, places, kin } = await hallOf(type)
      const place = places.get(id)
      if (place === undefined) return null
      const show = (entry: Entry | undefined) => (entry ? toNeighbour(type, entry, lang) : null)
      const alike = kin.get(kinOf(type, entries[place]?.name ?? '', entries[place]?.tags ?? {})) ?? []
      const own = alike.findIndex((entry) => entry.id === id)
      // Those that follow it, then from the beginning.
      const others = [...alike.slice(own + 1, own + 1 + maxKin), ...alike.slice(0, own)].slice(0, maxKin)
      return {
        previous: show(entries[place - 1]),
        next: show(entries[place + 1]),
        more: others.map((entry) => toNeighbour(type, entry, lang)),
      }
    },

    /** A page of the pictures to browse, counted from 1. */
    async page(type: ItemType, page: number, perPage: number, lang: LabelLanguage) {
      const { entries } = await hallOf(type)
      const shown = entries.slice((page - 1) * perPage, page * perPage)
      return {
        pages: Math.max(1, Math.ceil(entries.length / perPage)),
        items: shown.map((entry) => toNeighbour(type, entry, lang)),
      }
    },

    ids: async (type: ItemType): Promise<number[]> => (await hallOf(type)).entries.map(({ id }) => id),
  }
}

export type MuseumHalls = ReturnType<typeof museumHalls>

interface Hall {
  readonly entries: readonly Entry[]
  readonly places: ReadonlyMap<number, number>
  readonly byIdentifier: ReadonlyMap<string, number>
  readonly kin: ReadonlyMap<string, readonly Entry[]>
}

function prepare(type: ItemType, entries: readonly Entry[]): Hall {
  const kin = Map.groupBy(entries, ({ name, tags }) => kinOf(type, name, tags))
  kin.delete('')
  return {
    entries,
    kin,
    places: new Map(entries.map(({ id }, place) => [id, place])),
    byIdentifier: new Map(entries.map(({ id, identifier }) => [identifierKey(identifier), id])),
  }
}

const toNeighbour = (type: ItemType, { id, name, picture }: Entry, _lang: LabelLanguage): Neighbour => ({
  href: pathOf(type, id),
  name,
  thumbnail: picture === null ? null : thumbnailOf(id, picture),
})
