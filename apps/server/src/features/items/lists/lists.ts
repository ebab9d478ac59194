import {
  type Column,
  dayOf,
  emptyColumns,
  type ItemColumns,
  type ItemListEntry,
  type ItemType,
  itemTypes,
  listFields,
  perType,
  textLanguages,
} from '@vitrine/contract'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/tables.ts'
import { finishJson } from '../../../http/finish-text.ts'
import type { FinishedAnswer } from '../../../http/finished.ts'
import { cachePerRevision, gapReader } from '../../../projections/index.ts'
import { shortMediaName, sortByIdentifier } from '../read.ts'
import { itemColumnStore, itemListStore, type ListRow, type ListSelection } from './store-lists.ts'

/** The lists as finished answers, for each type what is in use and what is archived. */
export const itemListService = ({ db, clock }: Context) => {
  const lists = perType('{type}', (type) =>
    cachePerRevision<FinishedAnswer>({ db, names: [type], max: 2 }),
  )
  const columns = cachePerRevision<FinishedAnswer>({ db, names: ['items'], max: itemTypes.length })

  // 2 is the version of the row format: raise it with every change, so that browsers drop cached lists.
  const listOf = (type: ItemType, archived: boolean) => {
    const name = `${type}${archived ? '-archived' : ''}-2`
    return lists[type](name, async (revision) =>
      finishJson(`${name}-${revision}`, await entriesOf(db, { type, archived })),
    )
  }

  return {
    of: (type: ItemType) => listOf(type, false),
    archived: (type: ItemType) => listOf(type, true),

    columns(type: ItemType) {
      // Gaps also come with time.
      const today = dayOf(clock.now())
      const name = `${type}-columns-3-${listFields}-${today}`
      return columns(name, async (revision) =>
        finishJson(`${name}-${revision}`, await makeColumns(db, type, today)),
      )
    },
  }
}

async function entriesOf(db: Db, list: ListSelection): Promise<ItemListEntry[]> {
  const rows: ListRow[] = []
  for await (const page of itemListStore(db).pages(list)) rows.push(...page)
  return sortByIdentifier(rows).map(toEntry)
}

const toEntry = ({ id, identifier, name, tags, shown, picture }: ListRow): ItemListEntry => ({
  id,
  identifier,
  name,
  ...emptyColumns,
  ...tags,
  picture: picture === null ? '' : shortMediaName(picture),
  ...(shown === 0 && { public: false as const }),
})

const maxLength = 120
const cut = (value: string): string =>
  value.length > maxLength ? `${value.slice(0, maxLength)}…`.toWellFormed() : value

/** The values of one attribute of all items, each different one once. */
function columnMaker() {
  const values: string[] = []
  const places: number[] = []
  const known = new Map<string, number>()
  return {
    put(index: number, value: string): void {
      let place = known.get(value)
      if (place === undefined) {
        place = values.push(value)
        known.set(value, place)
      }
      while (places.length < index) places.push(0)
      places[index] = place
    },
    column(length: number): Column {
      while (places.length < length) places.push(0)
      return { values, places }
    },
  }
}

/** The columns of a type, with the gaps of a day. */
async function makeColumns(db: Db, type: ItemType, today: string): Promise<ItemColumns> {
  const ids: number[] = []
  const attributes = new Map<string, ReturnType<typeof columnMaker>>()
  const gaps: ItemColumns['gaps'] = {}
  const [changed, placeIds] = [columnMaker(), columnMaker()]
  const texts = textLanguages.map((lang) => [lang, columnMaker()] as const)
  const fields = listFields.map((name) => [name, columnMaker()] as const)
  for await (const page of itemColumnStore(db).pages(type, maxLength)) {
    for (const row of page) {
      const { id, updated_at, place_id, text_states, tags } = row
      const index = ids.push(id) - 1
      changed.put(index, dayOf(new Date(updated_at)))
      if (place_id !== null) placeIds.put(index, String(place_id))
      const states = text_states.split(',')
      for (const [place, [, column]] of texts.entries())
        column.put(index, states[place] || 'missing')
      for (const [name, column] of fields) if (row[name] !== '') column.put(index, cut(row[name]))
      for (const [key, value] of Object.entries(tags)) {
        const column = attributes.get(key) ?? columnMaker()
        attributes.set(key, column)
        column.put(index, cut(value))
      }
    }
    const [first, last] = [page[0]?.id ?? 0, page.at(-1)?.id ?? 0]
    for (const { item_id, rule } of await gapReader(db).between(type, first, last, today)) {
      gaps[rule] ??= []
      gaps[rule].push(item_id)
    }
  }
  const finished = (columns: Iterable<readonly [string, ReturnType<typeof columnMaker>]>) =>
    Object.fromEntries(Array.from(columns, ([name, { column }]) => [name, column(ids.length)]))
  return {
    ids,
    place: placeIds.column(ids.length),
    changed: changed.column(ids.length),
    gaps,
    texts: finished(texts) as ItemColumns['texts'],
    attributes: finished(attributes),
    fields: finished(fields),
  }
}
