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
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { getPicturePath, getThumbnailPath, itemPath } from './addresses.ts'
import { type VisitorItemReader, visitorItemReader } from './service.ts'

type Entry = Awaited<ReturnType<VisitorItemReader['listEntries']>>[number]

/** Related items on a page: those of the same maker or make. */
const maxRelated = 6

/** Entries per step of a search, after which other requests are served. */
const searchChunk = 500

/** Lists the public items of each museum, sorted by identifier, and searches them. */
export const publicListReader = ({ db, get }: Context) => {
  const visitors = get(visitorItemReader)
  const cached = perType('{type}', (type) =>
    cachePerRevision<PublicList>({ db, revisionNames: [type], max: 1 }),
  )
  const readList = (type: ItemType) =>
    cached[type]('', async () => buildList(type, await visitors.listEntries(type)))

  /** Converts entries to links with the names in this language. */
  async function toLinks(
    type: ItemType,
    entries: readonly (Entry | undefined)[],
    lang: LabelLanguage,
  ): Promise<(Neighbour | null)[]> {
    const ids = entries.flatMap((entry) => entry?.id ?? [])
    const names = await visitors.findTranslatedNames(ids, lang)
    return entries.map((entry) =>
      entry ? toNeighbour(type, entry, names.get(entry.id), lang) : null,
    )
  }

  return {
    /**
     * Finds a public item by its identifier; else the only one whose identifier is written
     * similarly.
     */
    async findIdByIdentifier(type: ItemType, typed: string): Promise<number | undefined> {
      const { idByIdentifier, entriesByLooseKey } = await readList(type)
      const id = idByIdentifier.get(identifierKey(typed))
      if (id !== undefined) return id
      const similar = entriesByLooseKey.get(looseIdentifierKey(typed))
      return similar?.length === 1 ? similar[0]?.id : undefined
    },

    /** The items before and after this one, and related ones; null if it is not public. */
    async findNeighbours(type: ItemType, id: number, lang: LabelLanguage) {
      const { entries, indexById, related } = await readList(type)
      const index = indexById.get(id)
      const entry = index === undefined ? undefined : entries[index]
      if (index === undefined || !entry) return null

      const group = related.get(relatedKey(type, entry.name, entry.tags)) ?? []
      const position = group.indexOf(entry)
      // The items that follow in the group, continuing from its beginning after its end.
      const following = [
        ...group.slice(position + 1, position + 1 + maxRelated),
        ...group.slice(0, Math.max(0, position)),
      ].slice(0, maxRelated)
      const adjacent = [entries[index - 1], entries[index + 1]]
      const [previous, next, ...more] = await toLinks(type, [...adjacent, ...following], lang)
      return {
        previous: previous ?? null,
        next: next ?? null,
        more: more.filter((link) => link !== null),
      }
    },

    /**
     * Searches identifier, name, maker and year, in three stages, each only if the one before finds
     * nothing: words that begin as typed; the same letters with other spaces ('300sl' finds '300
     * SL'); words with the fewest typing errors ('Jaguer' finds 'Jaguar').
     */
    async search(
      type: ItemType,
      typed: string,
      max: number,
      lang: LabelLanguage,
    ): Promise<SearchResult> {
      const words = splitFoldedWords(typed)
      if (words.length === 0) return { items: [], isGuess: false }

      const { entries } = await readList(type)
      const matches = createMatches(words)
      for await (const chunk of splitIntoYieldingBatches(entries, searchChunk)) {
        const ids = chunk.map(({ id }) => id)
        const names = await visitors.findTranslatedNames(ids, lang)
        for (const entry of chunk)
          matches.add(entry, toSearchText(type, entry, names.get(entry.id)))
        if (matches.exactCount() >= max) break
      }
      const { entries: found, isGuess } = matches.best()
      const links = await toLinks(type, found.slice(0, max), lang)
      return { items: links.filter((link) => link !== null), isGuess }
    },

    /** Address of the museum's first picture, in its size for screens. */
    async findFirstPicture(type: ItemType): Promise<string | null> {
      const { entries } = await readList(type)
      const first = entries.find(({ picture }) => picture !== null)
      return first?.picture ? getPicturePath(first.id, first.picture) : null
    },

    /** A page of items to browse; pages are counted from 1. */
    async getPage(type: ItemType, page: number, perPage: number, lang: LabelLanguage) {
      const { entries } = await readList(type)
      const pageEntries = entries.slice((page - 1) * perPage, page * perPage)
      const links = await toLinks(type, pageEntries, lang)
      return {
        pages: Math.max(1, Math.ceil(entries.length / perPage)),
        items: links.filter((link) => link !== null),
      }
    },

    listEntries: async (type: ItemType): Promise<readonly Entry[]> =>
      (await readList(type)).entries,

    /** Links to these items; skips those that are not public. */
    async listLinks(
      type: ItemType,
      ids: readonly number[],
      lang: LabelLanguage,
    ): Promise<Neighbour[]> {
      const { entries, indexById } = await readList(type)
      const publicEntries = ids.flatMap((id) => entries[indexById.get(id) ?? -1] ?? [])
      return (await toLinks(type, publicEntries, lang)).filter((link) => link !== null)
    },

    listIds: async (type: ItemType): Promise<number[]> =>
      (await readList(type)).entries.map(({ id }) => id),
  }
}

export type PublicListReader = ReturnType<typeof publicListReader>

interface SearchResult {
  readonly items: readonly Neighbour[]
  /** Whether the items match only if the typed text has typing errors. */
  readonly isGuess: boolean
}

interface PublicList {
  readonly entries: readonly Entry[]
  readonly indexById: ReadonlyMap<number, number>
  readonly idByIdentifier: ReadonlyMap<string, number>
  readonly entriesByLooseKey: ReadonlyMap<string, readonly Entry[]>
  readonly related: ReadonlyMap<string, readonly Entry[]>
}

/** Yields between steps: with 10,000 items, each takes some hundredths of a second. */
async function buildList(type: ItemType, entries: readonly Entry[]): Promise<PublicList> {
  await yieldToEventLoop()
  const related = Map.groupBy(entries, ({ name, tags }) => relatedKey(type, name, tags))
  await yieldToEventLoop()
  const entriesByLooseKey = Map.groupBy(entries, ({ identifier }) => looseIdentifierKey(identifier))
  // Items without a key belong to no group.
  related.delete('')
  entriesByLooseKey.delete('')
  await yieldToEventLoop()
  return {
    entries,
    related,
    entriesByLooseKey,
    indexById: new Map(entries.map(({ id }, index) => [id, index])),
    idByIdentifier: new Map(entries.map(({ id, identifier }) => [identifierKey(identifier), id])),
  }
}

/**
 * Collects matches of a search by stage; stops with later stages once an earlier one has matches.
 */
function createMatches(words: readonly string[]) {
  const joinedLetters = words.join('')
  const exact: Entry[] = []
  const joined: Entry[] = []
  let similar: Entry[] = []
  let fewestErrors = Number.POSITIVE_INFINITY

  return {
    exactCount: () => exact.length,

    add(entry: Entry, text: string): void {
      const entryWords = splitFoldedWords(text)
      const isExact = words.every((word) => entryWords.some((other) => isBeginning(word, other)))
      if (isExact) exact.push(entry)
      else if (exact.length > 0) return
      else if (beginsWithLetters(entryWords, joinedLetters)) joined.push(entry)
      else if (joined.length === 0) {
        const errors = countTypingErrors(words, entryWords, fewestErrors)
        if (errors < fewestErrors) similar = []
        if (errors > fewestErrors || errors === Number.POSITIVE_INFINITY) return
        fewestErrors = errors
        similar.push(entry)
      }
    },

    best(): { entries: readonly Entry[]; isGuess: boolean } {
      if (exact.length > 0) return { entries: exact, isGuess: false }
      if (joined.length > 0) return { entries: joined, isGuess: false }
      return { entries: similar, isGuess: similar.length > 0 }
    },
  }
}

/** A number must match as a whole: '19' is not every year of a century. */
const isBeginning = (typed: string, word: string): boolean =>
  /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)

function toNeighbour(
  type: ItemType,
  entry: Entry,
  translated: string | undefined,
  lang: LabelLanguage,
): Neighbour {
  const { id, name, picture, tags } = entry
  // A translation without an original is not shown.
  const translatedName = name.trim() === '' ? undefined : translated
  return {
    href: itemPath(type, id),
    name: translatedName ?? name,
    language: translatedName === undefined ? '' : toTextLanguage(lang),
    thumbnail: picture === null ? null : getThumbnailPath(id, picture),
    year: tags.year?.trim() ?? '',
  }
}

/** The texts of an item that a search looks at: identifier, names and the headline of its page. */
function toSearchText(type: ItemType, { identifier, name, tags }: Entry, translated = ''): string {
  const values: Readonly<Partial<Record<string, string>>> = tags
  return [
    identifier,
    name,
    translated,
    ...inventoryTypes[type].page.headline.map((key) => values[key]),
  ].join(' ')
}

/**
 * Counts the typing errors between typed words and the nearest of an item; infinite above `max`.
 */
function countTypingErrors(
  typed: readonly string[],
  entryWords: readonly string[],
  max: number,
): number {
  let errors = 0
  for (const word of typed) {
    // A different digit is another model or year, not a typing error.
    const allowed = /\d/.test(word) ? 0 : allowedEdits(word)
    const nearest = Math.min(
      ...entryWords.map((other) => editDistance(word, other, allowed, false)),
    )
    errors += nearest
    if (nearest > allowed || errors > max) return Number.POSITIVE_INFINITY
  }
  return errors
}

/**
 * Whether consecutive words begin with these letters, ignoring spaces; a final number must match as
 * a whole.
 */
function beginsWithLetters(words: readonly string[], letters: string): boolean {
  if (!words.join('').includes(letters)) return false
  return words.some((_, firstIndex) => {
    let joined = ''
    for (const word of words.slice(firstIndex)) {
      joined += word
      if (joined.length >= letters.length) break
    }
    return /\d$/.test(letters) ? joined === letters : joined.startsWith(letters)
  })
}
