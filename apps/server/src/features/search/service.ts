import {
  type GroupedSearchHits,
  type ItemHit,
  isRoleAllowed,
  parseFilter,
  type SearchSubject,
  searchSubjects,
} from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import {
  type ItemRecordSubject,
  itemRecordSubjects,
  perItemRecord,
} from '../../items/item-records.ts'
import { toSearchWords } from '../../projections/index.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { LiveIndex } from './live-index.ts'
import { type SearchRow, searchStore } from './store.ts'
import { type SearchPart, searchTyped } from './typed-search.ts'
import {
  type SearchedWords,
  toEventHit,
  toItemHit,
  toItemRecordHit,
  toJournalHit,
  toUserHit,
} from './view.ts'

/** Hits per subject. */
const maxHits = 6
/** Further words are ignored, because each costs a pass over the vocabulary. */
const maxWords = 12
type ItemRecordHit = ReturnType<ReturnType<typeof toItemRecordHit>>
const noItemRecordHits: { count: number; hits: ItemRecordHit[] } = { count: 0, hits: [] }
const noSearchedWords: SearchedWords = { text: '', words: [], similar: [] }

/**
 * Splits what was typed into words as in the index, where 'LM-013' and 'LM 013' are the same words.
 */
function parseSearch(typed: string) {
  const filter = parseFilter(typed)
  const words = toSearchWords(filter.text).slice(0, maxWords)
  const parts = filter.parts.flatMap(({ text, kind }): SearchPart[] => {
    const partWords = toSearchWords(text)
    return kind === 'quoted'
      ? [{ words: partWords, isQuoted: true }]
      : partWords.map((word) => ({ words: [word], isQuoted: false }))
  })
  const asTyped = { words, isQuoted: true }
  return {
    text: filter.text,
    words,
    asTyped,
    parts: parts.filter((part) => part.words.length > 0).slice(0, maxWords),
  }
}

export const searchService = (db: Db, catalogue: AttributeCatalogue, index: LiveIndex) => {
  const store = searchStore(db)

  /** Reads what is shown of an item; empty if it was deleted since it was found. */
  async function readItemHit(id: number, searched: SearchedWords): Promise<ItemHit[]> {
    const row = await store.item(id)
    return row ? [toItemHit(row, await catalogue.all(row.type), searched)] : []
  }

  const createHitReader =
    <Row, Hit>(
      readRow: (id: number) => Promise<Row | undefined>,
      toHit: (row: Row, searched: SearchedWords) => Hit,
    ) =>
    async (id: number, searched: SearchedWords): Promise<Hit[]> => {
      const row = await readRow(id)
      return row ? [toHit(row, searched)] : []
    }

  return {
    async everything(actor: Actor, query: string): Promise<GroupedSearchHits> {
      const { text, words, asTyped, parts } = parseSearch(query)
      const readableSubjects = (Object.keys(searchSubjects) as SearchSubject[]).filter((subject) =>
        isRoleAllowed(searchSubjects[subject], actor.role),
      )
      const wordIndex = await index.current()
      const search = { asTyped, parts, subjects: new Set(readableSubjects), maxHits }
      const groups = words.length > 0 ? searchTyped(wordIndex, search) : new Map()

      async function readGroup<Hit>(
        subject: SearchSubject,
        readHit: (id: number, searched: SearchedWords) => Promise<Hit[]>,
      ) {
        const { count = 0, hits: recordHits = [] } = groups.get(subject) ?? {}
        const hits: Hit[] = []
        for (const { id, similar } of recordHits)
          hits.push(...(await readHit(id, { text, words, similar })))
        return { count, hits }
      }

      const itemRecordGroups = perItemRecord(() => noItemRecordHits)
      for (const subject of itemRecordSubjects) {
        const readHit = createHitReader<SearchRow<ItemRecordSubject>, ItemRecordHit>(
          store[subject],
          toItemRecordHit(subject),
        )
        itemRecordGroups[subject] = await readGroup(subject, readHit)
      }
      return {
        item: await readGroup('item', readItemHit),
        ...itemRecordGroups,
        event: await readGroup('event', createHitReader(store.event, toEventHit)),
        journal: await readGroup('journal', createHitReader(store.journal, toJournalHit)),
        user: await readGroup('user', createHitReader(store.user, toUserHit)),
      }
    },

    async items(ids: readonly number[]): Promise<{ hits: ItemHit[] }> {
      const hits: ItemHit[] = []
      for (const id of new Set(ids)) hits.push(...(await readItemHit(id, noSearchedWords)))
      return { hits }
    },
  }
}

export type SearchService = ReturnType<typeof searchService>
