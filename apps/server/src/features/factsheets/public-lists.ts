import {
  type ItemType,
  identifierKey,
  inventoryTypes,
  type LabelLanguage,
  looseIdentifierKey,
  perType,
  relatedKey,
  toTextLanguage,
} from '@vitrine/contract'
import type { Neighbour } from '@vitrine/pages'
import { allowedEdits, editDistance, splitFoldedWords } from '@vitrine/text'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Context } from '../../context.ts'
import { yieldingChunks } from '../../db/chunks.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { itemPath, picturePath, thumbnailPath } from './addresses.ts'
import { type VisitorItemReader, visitorItemReader } from './service.ts'

type Entry = Awaited<ReturnType<VisitorItemReader['listEntries']>>[number]

/** How many others of the same maker or make a page names. */
const maxRelated = 6

/** The public items of each museum in their order, with their neighbours and related ones. */
export const publicListReader = ({ db, get }: Context) => {
  const visitors = get(visitorItemReader)
  const cached = perType('{type}', (type) =>
    cachePerRevision<PublicList>({ db, names: [type], max: 1 }),
  )
  const listOf = (type: ItemType) =>
    cached[type]('', async () => prepare(type, await visitors.listEntries(type)))

  /** As readers of a language see them. */
  async function shown(
    type: ItemType,
    entries: readonly (Entry | undefined)[],
    lang: LabelLanguage,
  ) {
    const ids = entries.flatMap((entry) => entry?.id ?? [])
    const names = await visitors.namesIn(ids, lang)
    return entries.map((entry) =>
      entry ? toNeighbour(type, entry, names.get(entry.id), lang) : null,
    )
  }

  return {
    /** The id of the public item with an identifier, also where it is typed less exactly. */
    async findIdByIdentifier(type: ItemType, typed: string): Promise<number | undefined> {
      const { byIdentifier, byLooseKey } = await listOf(type)
      const alike = byLooseKey.get(looseIdentifierKey(typed))
      return (
        byIdentifier.get(identifierKey(typed)) ?? (alike?.length === 1 ? alike[0]?.id : undefined)
      )
    },

    async findNeighbours(type: ItemType, id: number, lang: LabelLanguage) {
      const { entries, places, related } = await listOf(type)
      const place = places.get(id)
      const own = place === undefined ? undefined : entries[place]
      if (place === undefined || !own) return null
      const alike = related.get(relatedKey(type, own.name, own.tags)) ?? []
      const at = alike.indexOf(own)
      // Those that follow it, then from the beginning.
      const others = [
        ...alike.slice(at + 1, at + 1 + maxRelated),
        ...alike.slice(0, Math.max(0, at)),
      ].slice(0, maxRelated)
      const near = [entries[place - 1], entries[place + 1]]
      const [previous, next, ...more] = await shown(type, [...near, ...others], lang)
      return {
        previous: previous ?? null,
        next: next ?? null,
        more: more.filter((one) => one !== null),
      }
    },

    /**
     * The items whose identifier, name, maker or year begin with each of the typed words, in their order; where there is none,
     * those that have them joined or parted otherwise: '300sl' and 'd type' find '300 SL' and 'D-Type'. Where there is none
     * either, those with the fewest typing errors: 'Jaguer' finds 'Jaguar'.
     */
    async search(
      type: ItemType,
      typed: string,
      max: number,
      lang: LabelLanguage,
    ): Promise<SearchResult> {
      const words = splitFoldedWords(typed)
      if (words.length === 0) return { items: [], isGuess: false }
      const { entries } = await listOf(type)
      const found: Entry[] = []
      const loose: Entry[] = []
      let similar: Entry[] = []
      let fewestErrors = Number.POSITIVE_INFINITY
      const whole = words.join('')
      for await (const some of yieldingChunks(entries, 500)) {
        const names = await visitors.namesIn(
          some.map(({ id }) => id),
          lang,
        )
        for (const entry of some) {
          const own = splitFoldedWords(searchedText(type, entry, names.get(entry.id)))
          // '19' is not every year of a century.
          const fits = (word: string, other: string) =>
            /^\d+$/.test(word) ? other === word : other.startsWith(word)
          if (words.every((word) => own.some((other) => fits(word, other)))) found.push(entry)
          else if (found.length > 0) continue
          else if (isJoined(own, whole)) loose.push(entry)
          else if (loose.length === 0) {
            const errors = typingErrors(words, own, fewestErrors)
            if (errors < fewestErrors) similar = []
            if (errors <= fewestErrors && errors !== Number.POSITIVE_INFINITY) {
              fewestErrors = errors
              similar.push(entry)
            }
          }
        }
        if (found.length >= max) break
      }
      const best = [found, loose, similar].find((entries) => entries.length > 0) ?? []
      const items = await shown(type, best.slice(0, max), lang)
      return { items: items.filter((item) => item !== null), isGuess: best === similar }
    },

    /** The first picture of a museum, in its large form. */
    async findFirstPicture(type: ItemType): Promise<string | null> {
      const { entries } = await listOf(type)
      const first = entries.find(({ picture }) => picture !== null)
      return first?.picture ? picturePath(first.id, first.picture) : null
    },

    /** A page of the pictures to browse, counted from 1. */
    async getPage(type: ItemType, page: number, perPage: number, lang: LabelLanguage) {
      const { entries } = await listOf(type)
      const items = await shown(type, entries.slice((page - 1) * perPage, page * perPage), lang)
      return {
        pages: Math.max(1, Math.ceil(entries.length / perPage)),
        items: items.filter((one) => one !== null),
      }
    },

    listEntries: async (type: ItemType): Promise<readonly Entry[]> => (await listOf(type)).entries,

    /** The public ones of these items, as links. */
    async listLinks(
      type: ItemType,
      ids: readonly number[],
      lang: LabelLanguage,
    ): Promise<Neighbour[]> {
      const { entries, places } = await listOf(type)
      const found = ids.flatMap((id) => entries[places.get(id) ?? -1] ?? [])
      return (await shown(type, found, lang)).filter((one) => one !== null)
    },

    listIds: async (type: ItemType): Promise<number[]> =>
      (await listOf(type)).entries.map(({ id }) => id),
  }
}

export type PublicListReader = ReturnType<typeof publicListReader>

interface SearchResult {
  readonly items: readonly Neighbour[]
  /** Whether they were found only by taking what was typed for a typing error. */
  readonly isGuess: boolean
}

interface PublicList {
  readonly entries: readonly Entry[]
  readonly places: ReadonlyMap<number, number>
  readonly byIdentifier: ReadonlyMap<string, number>
  readonly byLooseKey: ReadonlyMap<string, readonly Entry[]>
  readonly related: ReadonlyMap<string, readonly Entry[]>
}

/** In steps, yielding in between: with ten thousand items, each step takes some hundredths of a second. */
async function prepare(type: ItemType, entries: readonly Entry[]): Promise<PublicList> {
  await yieldToEventLoop()
  const related = Map.groupBy(entries, ({ name, tags }) => relatedKey(type, name, tags))
  await yieldToEventLoop()
  const byLooseKey = Map.groupBy(entries, ({ identifier }) => looseIdentifierKey(identifier))
  for (const alike of [related, byLooseKey]) alike.delete('')
  await yieldToEventLoop()
  return {
    entries,
    related,
    byLooseKey,
    places: new Map(entries.map(({ id }, place) => [id, place])),
    byIdentifier: new Map(entries.map(({ id, identifier }) => [identifierKey(identifier), id])),
  }
}

function toNeighbour(
  type: ItemType,
  entry: Entry,
  translated: string | undefined,
  lang: LabelLanguage,
): Neighbour {
  const { id, name, picture, tags } = entry
  // An emptied original hides its translations.
  const read = name.trim() === '' ? undefined : translated
  return {
    href: itemPath(type, id),
    name: read ?? name,
    language: read === undefined ? '' : toTextLanguage(lang),
    thumbnail: picture === null ? null : thumbnailPath(id, picture),
    year: tags.year?.trim() ?? '',
  }
}

/** What visitors may type of an item: what stands under its picture and in the line below its name. */
function searchedText(type: ItemType, { identifier, name, tags }: Entry, translated = ''): string {
  const values: Readonly<Partial<Record<string, string>>> = tags
  return [
    identifier,
    name,
    translated,
    ...inventoryTypes[type].page.headline.map((key) => values[key]),
  ].join(' ')
}

/** How many typing errors are between typed words and the nearest of an item's; infinite for more than `most`. */
function typingErrors(typed: readonly string[], own: readonly string[], most: number): number {
  let errors = 0
  for (const word of typed) {
    // Another digit is another model or year.
    const allowed = /\d/.test(word) ? 0 : allowedEdits(word)
    const nearest = Math.min(...own.map((other) => editDistance(word, other, allowed, false)))
    errors += nearest
    if (nearest > allowed || errors > most) return Number.POSITIVE_INFINITY
  }
  return errors
}

/** Whether words in a row begin with these letters, wherever the spaces are; what ends with a digit is a whole number. */
function isJoined(words: readonly string[], letters: string): boolean {
  if (!words.join('').includes(letters)) return false
  return words.some((_, from) => {
    let joined = ''
    for (const word of words.slice(from)) {
      joined += word
      if (joined.length >= letters.length) break
    }
    return /\d$/.test(letters) ? joined === letters : joined.startsWith(letters)
  })
}
