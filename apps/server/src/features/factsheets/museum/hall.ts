import { type ItemType, identifierKey, itemTypes, kinOf, type LabelLanguage, readableLanguage } from '@vitrine/contract'
import type { Neighbour } from '@vitrine/pages'
import type { Context } from '../../../context.ts'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import { promiseCache } from '../../../http/promise-cache.ts'
import { pathOf, thumbnailOf } from '../addresses.ts'
import type { VisitorService } from '../service.ts'
import { visitorsOf } from '../service.ts'
import { looseKey } from './typed-number.ts'

type Entry = Awaited<ReturnType<VisitorService['entries']>>[number]

/** How many others of the same maker or make a page names. */
const maxKin = 6

/** What visitors see of a museum, in its order: which item is next to which, and which are alike. */
export const hallsOf = ({ get }: Context) => {
  const visitors = get(visitorsOf)
  const cached = promiseCache<Hall>(itemTypes.length)
  /** Rebuilt only after a change of the list, which is one row to read. */
  const hallOf = async (type: ItemType) =>
    cached(`${type} ${await visitors.entriesRevision(type)}`, async () => prepare(type, await visitors.entries(type)))

  /** As readers of a language see them. */
  async function shown(type: ItemType, entries: readonly (Entry | undefined)[], lang: LabelLanguage) {
    const ids = entries.flatMap((entry) => entry?.id ?? [])
    const names = await visitors.namesIn(ids, lang)
    return entries.map((entry) => (entry ? toNeighbour(type, entry, names.get(entry.id), lang) : null))
  }

  return {
    /** The id of the public item with an identifier, also where it is typed less exactly. */
    async byIdentifier(type: ItemType, typed: string): Promise<number | undefined> {
      const { byIdentifier, byLooseKey } = await hallOf(type)
      const alike = byLooseKey.get(looseKey(typed))
      return byIdentifier.get(identifierKey(typed)) ?? (alike?.length === 1 ? alike[0]?.id : undefined)
    },

    async around(type: ItemType, id: number, lang: LabelLanguage) {
      const { entries, places, kin } = await hallOf(type)
      const place = places.get(id)
      const own = place === undefined ? undefined : entries[place]
      if (place === undefined || !own) return null
      const alike = kin.get(kinOf(type, own.name, own.tags)) ?? []
      const at = alike.indexOf(own)
      // Those that follow it, then from the beginning.
      const others = [...alike.slice(at + 1, at + 1 + maxKin), ...alike.slice(0, Math.max(0, at))].slice(0, maxKin)
      const near = [entries[place - 1], entries[place + 1]]
      const [previous, next, ...more] = await shown(type, [...near, ...others], lang)
      return { previous: previous ?? null, next: next ?? null, more: more.filter((one) => one !== null) }
    },

    /** A page of the pictures to browse, counted from 1. */
    async page(type: ItemType, page: number, perPage: number, lang: LabelLanguage) {
      const { entries } = await hallOf(type)
      const items = await shown(type, entries.slice((page - 1) * perPage, page * perPage), lang)
      return {
        pages: Math.max(1, Math.ceil(entries.length / perPage)),
        items: items.filter((one) => one !== null),
      }
    },

    entries: async (type: ItemType): Promise<readonly Entry[]> => (await hallOf(type)).entries,

    /** The public ones of these items, as links. */
    async links(type: ItemType, ids: readonly number[], lang: LabelLanguage): Promise<Neighbour[]> {
      const { entries, places } = await hallOf(type)
      const found = ids.flatMap((id) => entries[places.get(id) ?? -1] ?? [])
      return (await shown(type, found, lang)).filter((one) => one !== null)
    },

    ids: async (type: ItemType): Promise<number[]> => (await hallOf(type)).entries.map(({ id }) => id),
  }
}

export type MuseumHalls = ReturnType<typeof hallsOf>

interface Hall {
  readonly entries: readonly Entry[]
  readonly places: ReadonlyMap<number, number>
  readonly byIdentifier: ReadonlyMap<string, number>
  readonly byLooseKey: ReadonlyMap<string, readonly Entry[]>
  readonly kin: ReadonlyMap<string, readonly Entry[]>
}

/** In steps, yielding in between: with ten thousand items, each step takes some hundredths of a second. */
async function prepare(type: ItemType, entries: readonly Entry[]): Promise<Hall> {
  await yieldToEventLoop()
  const kin = Map.groupBy(entries, ({ name, tags }) => kinOf(type, name, tags))
  await yieldToEventLoop()
  const byLooseKey = Map.groupBy(entries, ({ identifier }) => looseKey(identifier))
  for (const alike of [kin, byLooseKey]) alike.delete('')
  await yieldToEventLoop()
  return {
    entries,
    kin,
    byLooseKey,
    places: new Map(entries.map(({ id }, place) => [id, place])),
    byIdentifier: new Map(entries.map(({ id, identifier }) => [identifierKey(identifier), id])),
  }
}

function toNeighbour(type: ItemType, entry: Entry, translated: string | undefined, lang: LabelLanguage): Neighbour {
  const { id, name, picture } = entry
  // An emptied original hides its translations.
  const read = name.trim() === '' ? undefined : translated
  return {
    href: pathOf(type, id),
    name: read ?? name,
    language: read === undefined ? '' : readableLanguage(lang),
    thumbnail: picture === null ? null : thumbnailOf(id, picture),
  }
}
