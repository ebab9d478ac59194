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

/** Related items on a page: of the same artist, or of the same make. */
const maxRelated = 6

/** Entries per step of a search, after which other requests are served. */
const entriesPerStep = 500

/** The page of a list to browse. */
interface PageSelection {
  /** Counted from 1. */
  readonly page: number
  readonly itemsPerPage: number
  readonly lang: LabelLanguage
}

interface SearchOptions {
  readonly maxItems: number
  readonly lang: LabelLanguage
}

/** Lists the public items of each museum, sorted by identifier, and searches them. */
export const publicListReader = ({ db, get }: Context) => {
  const visitors = get(visitorItemReader)
  const listCaches = perType('{type}', (type) =>
    cachePerRevision<PublicList>({ db, revisionNames: [type], max: 1 }),
  )
  const readList = (type: ItemType) =>
    listCaches[type]('', async () => buildList(type, await visitors.listEntries(type)))

  /** Converts entries to links with the names in this language. */
  async function toLinks(
    type: ItemType,
    entries: readonly Entry[],
    lang: LabelLanguage,
  ): Promise<Neighbour[]> {
    const ids = entries.map(({ id }) => id)
    const names = await visitors.findTranslatedNames(ids, lang)
    return entries.map((entry) => toNeighbour(type, entry, names.get(entry.id), lang))
  }

  return {
    /**
     * Finds a public item by its identifier, or else by a similar spelling that fits a single item.
     */
    async findIdByIdentifier(type: ItemType, typed: string): Promise<number | undefined> {
      const { idByIdentifier, entriesByLooseKey } = await readList(type)
      const id = idByIdentifier.get(identifierKey(typed))
      if (id !== undefined) return id
      const similar = entriesByLooseKey.get(looseIdentifierKey(typed))
      return similar?.length === 1 ? similar[0]?.id : undefined
    },

    /** Finds the items before and after this one, and related ones; null if it is not public. */
    async findNeighbours(type: ItemType, id: number, lang: LabelLanguage) {
      const { entries, indexById, entriesByRelatedKey } = await readList(type)
      const index = indexById.get(id)
      const entry = index === undefined ? undefined : entries[index]
      if (index === undefined || !entry) return null

      const previous = entries[index - 1]
      const next = entries[index + 1]
      const group = entriesByRelatedKey.get(relatedKey(type, entry.name, entry.tags)) ?? []
      const related = listFollowing(group, entry)
      const ids = [previous, next, ...related]
        .filter((neighbour) => neighbour !== undefined)
        .map((neighbour) => neighbour.id)
      const names = await visitors.findTranslatedNames(ids, lang)
      const toLink = (neighbour: Entry) =>
        toNeighbour(type, neighbour, names.get(neighbour.id), lang)
      return {
        previous: previous ? toLink(previous) : null,
        next: next ? toLink(next) : null,
        more: related.map(toLink),
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
      { maxItems, lang }: SearchOptions,
    ): Promise<SearchResult> {
      const words = splitFoldedWords(typed)
      if (words.length === 0) return { items: [], isGuess: false }

      const { entries } = await readList(type)
      const matches = createMatches(words)
      for await (const chunk of splitIntoYieldingBatches(entries, entriesPerStep)) {
        const ids = chunk.map(({ id }) => id)
        const names = await visitors.findTranslatedNames(ids, lang)
        for (const entry of chunk)
          matches.add(entry, toSearchText(type, entry, names.get(entry.id)))
        if (matches.countExact() >= maxItems) break
      }
      const { entries: bestEntries, isGuess } = matches.getBest()
      return { items: await toLinks(type, bestEntries.slice(0, maxItems), lang), isGuess }
    },

    /** Returns the address of the museum's first picture, in its size for screens. */
    async findFirstPicture(type: ItemType): Promise<string | null> {
      const { entries } = await readList(type)
      const first = entries.find(({ picture }) => picture !== null)
      return first?.picture ? getPicturePath(first.id, first.picture) : null
    },

    /** Returns a page of items to browse, and the number of pages. */
    async getPage(type: ItemType, { page, itemsPerPage, lang }: PageSelection) {
      const { entries } = await readList(type)
      const pageEntries = entries.slice((page - 1) * itemsPerPage, page * itemsPerPage)
      return {
        pages: Math.max(1, Math.ceil(entries.length / itemsPerPage)),
        items: await toLinks(type, pageEntries, lang),
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
      const publicEntries = ids
        .map((id) => entries[indexById.get(id) ?? -1])
        .filter((entry) => entry !== undefined)
      return toLinks(type, publicEntries, lang)
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
  /** Keyed by identifiers without case, punctuation and leading zeros, so that typed ones match. */
  readonly entriesByLooseKey: ReadonlyMap<string, readonly Entry[]>
  /** Keyed by artist or make. */
  readonly entriesByRelatedKey: ReadonlyMap<string, readonly Entry[]>
}

/** Yields between steps: with 10,000 items, each takes some hundredths of a second. */
async function buildList(type: ItemType, entries: readonly Entry[]): Promise<PublicList> {
  await yieldToEventLoop()
  const entriesByRelatedKey = Map.groupBy(entries, ({ name, tags }) => relatedKey(type, name, tags))
  await yieldToEventLoop()
  const entriesByLooseKey = Map.groupBy(entries, ({ identifier }) => looseIdentifierKey(identifier))
  // Items without a key belong to no group.
  entriesByRelatedKey.delete('')
  entriesByLooseKey.delete('')
  await yieldToEventLoop()
  return {
    entries,
    entriesByRelatedKey,
    entriesByLooseKey,
    indexById: new Map(entries.map(({ id }, index) => [id, index])),
    idByIdentifier: new Map(entries.map(({ id, identifier }) => [identifierKey(identifier), id])),
  }
}

/** Lists the entries after this one, continuing from the group's beginning after its end. */
function listFollowing(group: readonly Entry[], entry: Entry): Entry[] {
  const index = group.indexOf(entry)
  return [...group.slice(index + 1), ...group.slice(0, Math.max(0, index))].slice(0, maxRelated)
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
    countExact: () => exact.length,

    add(entry: Entry, text: string): void {
      const entryWords = splitFoldedWords(text)
      const isExact = words.every((word) =>
        entryWords.some((entryWord) => beginsWith(entryWord, word)),
      )
      if (isExact) exact.push(entry)
      else if (exact.length > 0) return
      else if (beginsWithLetters(entryWords, joinedLetters)) joined.push(entry)
      else if (joined.length === 0) {
        const errors = countTypingErrors(words, entryWords, fewestErrors)
        if (errors === Number.POSITIVE_INFINITY || errors > fewestErrors) return
        if (errors < fewestErrors) similar = []
        fewestErrors = errors
        similar.push(entry)
      }
    },

    getBest(): { entries: readonly Entry[]; isGuess: boolean } {
      if (exact.length > 0) return { entries: exact, isGuess: false }
      if (joined.length > 0) return { entries: joined, isGuess: false }
      return { entries: similar, isGuess: similar.length > 0 }
    },
  }
}

/** A number must match as a whole: '19' is not every year of a century. */
const beginsWith = (word: string, typed: string): boolean =>
  /^\d+$/.test(typed) ? word === typed : word.startsWith(typed)

function toNeighbour(
  type: ItemType,
  entry: Entry,
  translatedName: string | undefined,
  lang: LabelLanguage,
): Neighbour {
  const { id, name, picture, tags } = entry
  // A translation without an original is not shown.
  const shownTranslation = name.trim() === '' ? undefined : translatedName
  return {
    href: itemPath(type, id),
    name: shownTranslation ?? name,
    language: shownTranslation === undefined ? '' : toTextLanguage(lang),
    thumbnail: picture === null ? null : getThumbnailPath(id, picture),
    year: tags.year?.trim() ?? '',
  }
}

/** The text that is searched: identifier, names and the headline of the item's page. */
function toSearchText(
  type: ItemType,
  { identifier, name, tags }: Entry,
  translatedName = '',
): string {
  const values: Readonly<Partial<Record<string, string>>> = tags
  return [
    identifier,
    name,
    translatedName,
    ...inventoryTypes[type].page.headline.map((key) => values[key]),
  ].join(' ')
}

/**
 * Counts the typing errors between typed words and the nearest words of an item; infinite above
 * `maxErrors`, or if a word has more than its length allows.
 */
function countTypingErrors(
  typed: readonly string[],
  entryWords: readonly string[],
  maxErrors: number,
): number {
  let errors = 0
  for (const word of typed) {
    // A different digit is another model or year, not a typing error.
    const allowed = /\d/.test(word) ? 0 : allowedEdits(word)
    const countErrors = (entryWord: string) => editDistance(word, entryWord, allowed, false)
    const wordErrors = Math.min(...entryWords.map(countErrors))
    errors += wordErrors
    if (wordErrors > allowed || errors > maxErrors) return Number.POSITIVE_INFINITY
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
