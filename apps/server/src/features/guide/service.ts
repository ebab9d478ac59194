import { createHash } from 'node:crypto'
import {
  type AttributeRow,
  type ItemType,
  inLanguage,
  inventoryTypes,
  itemTypes,
  type PageLanguage,
  publicRows,
  type ReadItem,
  withLang,
} from '@vitrine/contract'
import {
  type Answer,
  answer,
  type House,
  maxQuestion,
  type PreparedItem,
  prepareHouse,
  prepareItem,
} from '@vitrine/guide'
import { type AskProblem, type Fact, type GuideAnswer, languageOfRow, type Turn } from '@vitrine/pages'
import { promiseCache } from '../../http/promise-cache.ts'
import type { MuseumHalls, VisitorService } from '../factsheets/index.ts'
import type { QuestionService } from '../questions/index.ts'
import type { QuestionLimits } from './limits.ts'
import { scrubbed } from './scrub.ts'

interface Parts {
  readonly visitors: VisitorService
  readonly halls: MuseumHalls
  readonly questions: Pick<QuestionService, 'keep'>
  readonly limits: QuestionLimits
}

/** An item as a visitor reads it, ready to be asked about. */
export interface AskedItem extends PageLanguage, ReadItem {
  readonly id: number
  readonly type: ItemType
  readonly rows: readonly AttributeRow[]
  readonly prepared: PreparedItem
}

interface HouseOfAll {
  readonly house: House
  readonly types: ReadonlyMap<number, ItemType>
}

// The index of the longest text takes about a megabyte.
const maxItems = 100
const maxSuggestions = 4

/** Answers visitors' questions about an item from what its page shows. */
export const guideService = ({ visitors, halls, questions, limits }: Parts) => {
  const items = promiseCache<PreparedItem>(maxItems)
  const houses = promiseCache<HouseOfAll>(1)

  /** All that visitors see, made again only after a change of a list. */
  const houseOfAll = async () =>
    houses((await Promise.all(itemTypes.map(visitors.entriesRevision))).join(' '), async () => {
      const entries = await Promise.all(
        itemTypes.map(async (type) => (await halls.entries(type)).map((entry) => ({ ...entry, type }))),
      )
      const all = entries.flat()
      return {
        house: prepareHouse(all.map(({ id, name, type, tags }) => ({ id, name, ...makerIn(type, tags) }))),
        types: new Map(all.map(({ id, type }) => [id, type])),
      }
    })

  async function linksTo(ids: readonly number[], types: HouseOfAll['types'], language: PageLanguage) {
    const byType = itemTypes.map((type) =>
      halls.links(
        type,
        ids.filter((id) => types.get(id) === type),
        language.lang,
      ),
    )
    return (await Promise.all(byType)).flat().map(({ href, name, language: written }) => ({
      href: withLang(href, language),
      name: { text: name, language: written },
    }))
  }

  return {
    house: async (): Promise<House> => (await houseOfAll()).house,

    /** The item with this number as a reader of a language sees it. */
    async find(type: ItemType, number: number, language: PageLanguage): Promise<AskedItem | 'unknown' | 'withdrawn'> {
      const item = await visitors.byNumber(type, number)
      if (typeof item === 'string') return item
      const definitions = await visitors.definitions(type)
      const read = inLanguage(item, language.lang, definitions)
      const { rows, musicRows } = publicRows(definitions, read.tags, language.lang)
      const shown = {
        id: item.id,
        name: read.name,
        rows: [...musicRows, ...rows],
        text: read.description,
        textLanguage: read.languages.description || language.lang,
      }
      const key = createHash('sha256')
        .update(JSON.stringify([shown, language.lang]))
        .digest('base64url')
      const prepared = await items(key, async () => prepareItem(shown, language.lang))
      return { ...read, ...language, id: item.id, type, rows: shown.rows, prepared }
    },

    /** Labels of what the guide can tell; what stands in the headline is left out. */
    suggestions({ type, rows, prepared }: AskedItem): string[] {
      const headline: readonly string[] = inventoryTypes[type].page.headline
      const told = ({ key }: AttributeRow, label: string) => {
        const given = answer(prepared, label)
        return given.kind === 'fact' && given.attributes[0]?.key === key
      }
      const labels = rows
        .filter(({ key }) => !headline.includes(key))
        .map((row) => ({ row, label: row.label.replace(/ \([^)]*\)$/, '') }))
        .filter(({ row, label }) => told(row, label))
        .map(({ label }) => label)
      return [...new Set(labels)].slice(0, maxSuggestions)
    },

    /** Why a question gets no answer; null after it was counted. */
    async refusal(question: string, address: string): Promise<AskProblem | null> {
      if (question === '') return 'empty'
      return question.length > maxQuestion ? 'long' : limits.count(address)
    },

    async ask(item: AskedItem, question: string): Promise<Turn> {
      const { house, types } = await houseOfAll()
      const found = answer(item.prepared, question, house)
      await questions.keep({
        itemId: item.id,
        language: item.lang,
        question: scrubbed(question),
        kind: found.kind,
      })
      return {
        question,
        answer: shownAnswer(found, item),
        others: found.others ? await linksTo(found.others, types, item) : [],
      }
    },
  }
}

export type GuideService = ReturnType<typeof guideService>

const makerIn = (type: ItemType, tags: Readonly<Record<string, string | undefined>>) => {
  const { maker } = inventoryTypes[type]
  const by = maker === null ? undefined : tags[maker]
  return by === undefined ? {} : { by }
}

const factOf = (row: AttributeRow, item: AskedItem): Fact => ({
  label: row.label,
  value: { text: row.value, language: languageOfRow(row, item) },
})

function shownAnswer(found: Answer, item: AskedItem): GuideAnswer {
  if (found.kind === 'fact') return { kind: 'fact', facts: found.attributes.map((row) => factOf(row, item)) }
  if (found.kind === 'unknown') return { kind: 'unknown' }
  const language = item.languages.description
  return { kind: 'quotes', sentences: found.sentences.map(({ text }) => ({ text, language })) }
}
