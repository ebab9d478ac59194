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
import { toSearchWords } from '../../projections/index.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { LiveIndex } from './live-index.ts'
import { searchStore } from './store.ts'
import { type SearchPart, searchTyped } from './typed-search.ts'
import {
  type SearchedWords,
  toCommentHit,
  toEventHit,
  toItemHit,
  toJournalHit,
  toUserHit,
} from './view.ts'

const maxHits = 6
/** Each further word is ignored: it would cost a pass over the vocabulary. */
const maxWords = 12
const nothingTyped: SearchedWords = { text: '', words: [], similar: [] }

/** What was typed, in words of the index: 'LM-013' finds 'LM 013', and 'lm013' finds both. */
function readSearch(typed: string) {
  const filter = parseFilter(typed)
  const words = toSearchWords(filter.text).slice(0, maxWords)
  const parts = filter.parts.flatMap(({ text, kind }): SearchPart[] => {
    const own = toSearchWords(text)
    return kind === 'quoted'
      ? [{ words: own, isQuoted: true }]
      : own.map((word) => ({ words: [word], isQuoted: false }))
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

  async function item(id: number, sought: SearchedWords): Promise<ItemHit[]> {
    const row = await store.item(id)
    return row ? [toItemHit(row, await catalogue.all(row.type), sought)] : []
  }

  return {
    async everything(actor: Actor, query: string): Promise<GroupedSearchHits> {
      const { text, words, asTyped, parts } = readSearch(query)
      const readable = (Object.keys(searchSubjects) as SearchSubject[]).filter((subject) =>
        isRoleAllowed(searchSubjects[subject], actor.role),
      )
      const current = await index.current()
      const search = { asTyped, parts, subjects: new Set(readable), maxHits }
      const found = words.length > 0 ? searchTyped(current, search) : new Map()

      async function group<H>(
        subject: SearchSubject,
        show: (id: number, sought: SearchedWords) => Promise<H[]>,
      ) {
        const { count = 0, hits = [] } = found.get(subject) ?? {}
        const shown: H[] = []
        for (const { id, similar } of hits)
          shown.push(...(await show(id, { text, words, similar })))
        return { count, hits: shown }
      }

      const as =
        <Row, H>(
          read: (id: number) => Promise<Row | undefined>,
          show: (row: Row, sought: SearchedWords) => H,
        ) =>
        async (id: number, sought: SearchedWords): Promise<H[]> => {
          const row = await read(id)
          return row ? [show(row, sought)] : []
        }

      return {
        item: await group('item', item),
        comment: await group('comment', as(store.comment, toCommentHit)),
        event: await group('event', as(store.event, toEventHit)),
        journal: await group('journal', as(store.journal, toJournalHit)),
        user: await group('user', as(store.user, toUserHit)),
      }
    },

    async items(ids: readonly number[]): Promise<{ hits: ItemHit[] }> {
      const hits: ItemHit[] = []
      for (const id of new Set(ids)) hits.push(...(await item(id, nothingTyped)))
      return { hits }
    },
  }
}

export type SearchService = ReturnType<typeof searchService>
